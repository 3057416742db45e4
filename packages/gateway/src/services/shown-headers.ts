/** Headers whose value tells about the delivery and not about its secret. */
const PLAIN = new Set([
  'accept',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'user-agent',
  'x-phonepe-checksum-key-id',
  'x-request-id',
])

/** Headers as they may lie in the database: every name, and the values that are known to be harmless. */
export function shownHeaders(headers: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 50)
      .map(([name, value]) => [name, PLAIN.has(name) ? value.slice(0, 300) : '****']),
  )
}
