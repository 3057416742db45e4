import { sameText } from './constant-time.ts'

/** The documentation writes the header as `SHA256(username:password)`, and some senders spell it so. */
const SPELLED = /^sha256(?:\s+|\(|=)([0-9a-f]{64})\)?$/i

/**
 * Which of the digests the Authorization header equals, or -1. Every digest is compared, whichever fits.
 * A digest is the lower-case hex SHA-256 of `username:password`; the header must spell its letters alike.
 */
export function matchClassic(header: string, digests: readonly string[]): number {
  const text = header.trim()
  const given = text.length === 64 ? text : (SPELLED.exec(text)?.[1] ?? text)
  let match = -1
  for (const [index, digest] of digests.entries()) if (sameText(given, digest)) match = index
  return match
}
