import { invalidRequest } from './fields.ts'

/** A property for every name of a type: one that is missing here, or only here, is a type error. */
export type Names<T> = { readonly [Name in keyof T]-?: true }

/**
 * Refuses a name that is not known: a misspelt option would be an option without effect. Names without a value are accepted.
 * @throws {GallaError} `invalid-request` with the unknown name and the nearest known one
 */
export function refuseUnknownNames(given: object, known: { readonly [name: string]: unknown }, path = ''): void {
  for (const name in given) {
    if (Object.hasOwn(known, name) || (given as { [name: string]: unknown })[name] === undefined) continue
    const names = Object.keys(known)
    const nearest = names.map((other) => [distance(name, other), other] as const).sort(([a], [b]) => a - b)[0]
    const hint = nearest && nearest[0] <= 3 ? `did you mean ${nearest[1]}?` : `the names are ${names.join(', ')}`
    throw invalidRequest(`${path}${name}`, `is not known: ${hint}`)
  }
}

/** Number of letters that have to be inserted, removed or replaced, whatever their case. */
function distance(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, replaced))
    }
    row = next
  }
  return row[b.length] as number
}
