import { nearestName } from '@galla/contract/nearest-name'
import { GatewayError } from './errors.ts'

/**
 * Refuses names that are not known, so that a misspelt option or event is not silently ignored.
 * @param where Prefix of the name in the message: `policy.`, or nothing.
 * @throws GatewayError INVALID_OPTION with the nearest known name, otherwise with all of them.
 */
export function checkNames(given: object, known: readonly string[], what: string, where = ''): void {
  const unknown = unknownName(given, known, what, where)
  if (unknown) throw new GatewayError('INVALID_OPTION', unknown.message, { field: unknown.name })
}

/** The first name that is not known, and a sentence with the nearest known one, otherwise with all of them. */
export function unknownName(
  given: object,
  known: readonly string[],
  what: string,
  where = '',
): { readonly name: string; readonly message: string } | undefined {
  const name = Object.keys(given).find((one) => !known.includes(one))
  if (name === undefined) return undefined
  const nearest = nearestName(name, known)
  const hint = nearest === undefined ? `known: ${known.join(', ')}` : `did you mean ${where}${nearest}?`
  return { name: `${where}${name}`, message: `Unknown ${what} ${where}${name}; ${hint}` }
}
