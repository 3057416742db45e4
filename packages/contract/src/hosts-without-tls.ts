import { ENVIRONMENT_HOSTS } from './provider/endpoints.ts'

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

type EnvironmentName = keyof typeof ENVIRONMENT_HOSTS

/** Host of an http or https URL. */
const hostOf = (url: string): string | undefined =>
  /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase().replace(/\.$/, '')

/** The environment whose provider answers at a URL; undefined for another server, such as a sandbox or a proxy. */
export function environmentOfUrl(url: string): EnvironmentName | undefined {
  const host = hostOf(url)
  const names = Object.keys(ENVIRONMENT_HOSTS) as EnvironmentName[]
  return names.find((name) => {
    const { pg, cards, identity } = ENVIRONMENT_HOSTS[name]
    return [pg, cards, identity].some((known) => hostOf(known) === host)
  })
}
