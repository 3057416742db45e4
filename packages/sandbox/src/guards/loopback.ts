const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Why a request is refused, or nothing. A page of another site can reach loopback through its visitor's browser (directly, or
 * by a name of its own that resolves to 127.0.0.1), so who asks and for whom is looked at too. An opaque origin (`null`) may
 * be anybody's.
 */
export function foreign(headers: {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}): string | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return 'This sandbox answers to loopback names only: localhost or 127.0.0.1.'
  const { origin } = headers
  if (origin === undefined) return undefined
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? ''
  return LOOPBACK.test(host) ? undefined : 'This sandbox takes no calls from pages of other sites.'
}
