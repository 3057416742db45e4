/** Path of the file, RFC 9116. It stands at the root of a host name. */
export const SECURITY_TXT = '/.well-known/security.txt'

const VALID_MS = 30 * 86_400_000

/** Says to whom a security problem is reported. It expires 30 days after each answer, so that it never lapses while the server runs. */
export function securityTxt(contacts: readonly string[], nowMs: number): string {
  const expires = new Date(nowMs + VALID_MS).toISOString()
  return [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, ''].join('\n')
}
