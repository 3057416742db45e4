import { nearestName } from '@galla/contract/nearest-name'

/**
 * Refuses names that are not known, so that a misspelt option or event is not silently ignored.
 * @param where Prefix of the name in the message: `policy.`, or nothing.
 * @throws Error with the nearest known name, otherwise with all of them.
 */
export function checkNames(given: object, known: readonly string[], what: string, where = ''): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const nearest = nearestName(name, known)
    const hint = nearest === undefined ? `known: ${known.join(', ')}` : `did you mean ${where}${nearest}?`
    throw new Error(`Unknown ${what} ${where}${name}; ${hint}`)
  }
}
