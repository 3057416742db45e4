/**
 * A host that the public network has not: a name of one label or below a reserved domain, or an address of a private network. What is a
 * number for a resolver, such as `134744072`, is no name.
 */
const PRIVATE_HOST =
  /^(?:(?!\d+$|0x[\da-f]*$)[\w-]+|(?:[\w-]+\.)+(?:internal|local|localhost|test)|(?:10|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.\d{1,3})+|\[?f[cd][\da-f]{2}:[\da-f:]*\]?)$/i

/** Returns whether a host, as in `URL.hostname`, belongs to a private network. Names are not resolved. */
export const isPrivateHost = (host: unknown): boolean => typeof host === 'string' && PRIVATE_HOST.test(host)

/** Returns what is wrong with the hosts that a merchant names for connections without TLS, as the end of a sentence. */
export function hostsWithoutTlsProblem(hosts: unknown, environment: string): string | undefined {
  if (hosts === undefined) return undefined
  const wrong = Array.isArray(hosts) ? hosts.filter((host) => !isPrivateHost(host)) : [hosts]
  if (wrong.length > 0)
    return `must be a list of names or addresses of a private network: ['sandbox']; got '${wrong[0]}'`
  return environment !== 'SANDBOX' && (hosts as unknown[]).length > 0 ? 'is for SANDBOX only' : undefined
}

const plain = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '')

/** Returns whether a list names a host, as in `URL.hostname`, in any case and with or without the brackets of IPv6. */
export const namesHost = (hosts: readonly string[], host: string): boolean =>
  hosts.some((one) => plain(one) === plain(host))

/** The sentence with which the refusal of a connection without TLS ends. `option` is an option or a variable. */
export const wayWithoutTls = (host: string, option: string): string =>
  `In SANDBOX, name a private host in ${option}${isPrivateHost(host) ? `: ${host}` : ''}`

/** The environment whose provider answers at a URL; undefined for another server. */
export function environmentOfUrl(url: string): 'PRODUCTION' | 'SANDBOX' | undefined {
  const found = /^https?:\/\/(?:api|cards)(-preprod)?\.phonepe\.com(?![\w-]|\.\w)/i.exec(url)
  return found ? (found[1] ? 'SANDBOX' : 'PRODUCTION') : undefined
}
