/**
 * Fingerprint of the parameters of a request: a keyed digest of each value by its path, so that a later request can be compared
 * field by field although the values themselves, such as card data, are not stored.
 */
export type Fingerprint = { readonly [path: string]: string }

/** A short keyed digest of a text. The key is derived from the client secret. */
export type Digest = (text: string) => string

/** Path of the digest that tells which key was used. No parameter has it. */
const KEY_PATH = ''

/**
 * The fingerprint of `parameters`. Names that are absent or undefined are the same, and the order of names does not matter.
 * @param subject id of the order: equal values of different orders have different digests
 */
export function fingerprintOf(parameters: object, subject: string, digest: Digest): Fingerprint {
  const leaves = leavesOf(parameters).map(([path, value]) => [path, valueDigest(subject, path, value, digest)])
  return Object.fromEntries([[KEY_PATH, digest(JSON.stringify([subject]))], ...leaves])
}

/** Returns the fingerprint entry of a request about `subject`, at `path`, for this value. */
export function valueDigest(subject: string, path: string, value: unknown, digest: Digest): string {
  return digest(JSON.stringify([subject, path, value]))
}

/** The digest of each link to pay an order by its name: that of a link does not depend on the order, so two orders with one are found. */
export function linkDigestsOf(links: object, digest: Digest): Fingerprint {
  const given = leavesOf(links).filter(([, link]) => link !== '')
  return Object.fromEntries(given.map(([name, link]) => [name, valueDigest('', name, link, digest)]))
}

/** True when both fingerprints have digests of the same key. After a change of the client secret, older fingerprints cannot be compared. */
export function isComparable(stored: Fingerprint, given: Fingerprint): boolean {
  return stored[KEY_PATH] === given[KEY_PATH]
}

/** The path of the first parameter that differs: `metaInfo.udf1`; undefined when all are equal. Both must be comparable. */
export function differingField(stored: Fingerprint, given: Fingerprint): string | undefined {
  return [...Object.keys(given), ...Object.keys(stored)].find((path) => stored[path] !== given[path])
}

function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, path === '' ? name : `${path}.${name}`))
}
