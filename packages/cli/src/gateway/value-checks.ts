import { environmentOfUrl, hostsWithoutTlsProblem, namesHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { databaseHost, databaseTextProblem, leavesWithoutTls } from '@galla/http-server/database-url'
import { isBindable, isHost } from '@galla/http-server/host-names'
import { mayBeHere, staysHere } from '@galla/http-server/loopback'
import { networkProblem, trustedNetworksProblem } from '@galla/http-server/networks'
import { MAX_SOCKET_PATH } from '@galla/http-server/unix-socket'
import { wordsOf } from './key-command.ts'

/** The settings of other variables. */
export interface Surroundings {
  /** `SANDBOX` or `PRODUCTION`, as far as it is set. */
  readonly environment: string
  /** Hosts that need no TLS. */
  readonly hostsWithoutTls: readonly string[]
  /** All variables: those of PostgreSQL complete the URL of a database. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** Returns what is wrong with a value, as the end of a sentence that starts with the variable's name. */
export type ValueCheck = (value: string, around: Surroundings) => string | undefined

export function oneOf(...words: readonly string[]): ValueCheck {
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return (value) => (words.includes(value) ? undefined : `must be ${list}`)
}

/** Limits the number of characters. */
export function length(min: number, max: number): ValueCheck {
  return ({ length }) =>
    length < min
      ? `must have at least ${min} characters`
      : length > max
        ? `must have at most ${max} characters`
        : undefined
}

/** For values that are sent unchanged in a form or a header. */
export const word: ValueCheck = (value) =>
  /^[\x21-\x7e]+$/.test(value) ? undefined : 'must be one word of printable ASCII characters'

export const proxyUrl: ValueCheck = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || `${url.pathname}${url.search}${url.hash}` !== '/')
    return 'must be an http or https URL without a path: http://proxy.internal:3128'
  if ((url.username === '') !== (url.password === '')) return 'must have a user and a password, or neither'
  const escaped = /^(?:[^%]|%[\da-f]{2})*$/i.test(url.username + url.password)
  return escaped ? undefined : 'must have a % in its user or password written as %25'
}

export const httpUrl = (value: string): string | undefined =>
  parseUrl(value) === undefined ? 'must be an http or https URL without a user name' : undefined

/** Plain http is readable in transit, so it is allowed on this machine only. */
export const ownUrl: ValueCheck = (value) => {
  const url = parseUrl(value)
  if (url === undefined) return httpUrl(value)
  if (url.protocol === 'https:' || staysHere(url.hostname)) return undefined
  return 'must be an https URL, or an http URL on this machine'
}

/** Checks the URL of a server that is called: plain http is allowed for the named hosts too. */
export const secureUrl: ValueCheck = (value, around) => {
  const complaint = ownUrl(value, around)
  const host = parseUrl(value)?.hostname
  if (complaint === undefined || host === undefined) return complaint
  return namesHost(around.hostsWithoutTls, host) ? undefined : `${complaint}. ${wayWithoutTls(host, HOSTS_WITHOUT_TLS)}`
}

/** A sandbox in PRODUCTION would sell goods for no money, and payments of tests would move money. */
export const providerUrl: ValueCheck = (value, around) => {
  const complaint = secureUrl(value, around)
  if (complaint !== undefined) return complaint
  const { environment } = around
  if (environment === 'PRODUCTION' && mayBeHere(new URL(value).hostname))
    return 'must not be on this machine in PRODUCTION: a sandbox moves no money'
  const other = environmentOfUrl(value)
  return other === undefined || other === environment
    ? undefined
    : `is an address of ${other}, and GALLA_ENVIRONMENT is ${environment}: remove it, or change the environment`
}

export const HOSTS_WITHOUT_TLS = 'GALLA_HOSTS_WITHOUT_TLS'

export const hostsWithoutTls: ValueCheck = (value, { environment }) =>
  hostsWithoutTlsProblem(listOf(value), environment)

function parseUrl(value: string): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isHttp && url.username === '' && url.password === '' ? url : undefined
}

export const socketPath: ValueCheck = (value) =>
  value.startsWith('/') && Buffer.byteLength(value) <= MAX_SOCKET_PATH
    ? undefined
    : `must be an absolute path of at most ${MAX_SOCKET_PATH} bytes, such as /run/galla/gateway.sock`

export const port: ValueCheck = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? undefined : 'must be a whole number from 0 to 65535'

export const database: ValueCheck = (value, around) => {
  const problem = databaseTextProblem(value)
  if (problem !== undefined || !value.includes('://')) return problem
  if (isAmbiguousUrl(value))
    return 'cannot be read as a URL: in the user name and the password, characters such as @ / ? # % have to be percent-encoded (@ is %40, / is %2F)'
  if (!leavesWithoutTls(value, (host) => namesHost(around.hostsWithoutTls, host), around.env)) return undefined
  const host = databaseHost(value, around.env)
  return `is on another machine, ${host}, so it needs TLS: add ?sslmode=verify-full to its URL. ${wayWithoutTls(host, HOSTS_WITHOUT_TLS)}`
}

/** `postgres://user@/database?host=/folder` is not a valid URL without a host. */
const withHost = (value: string): string => value.replace('@/', '@localhost/')

/** True when a part of the password may be read as the host or the path. That part must not be shown. */
function isAmbiguousUrl(value: string): boolean {
  const url = URL.canParse(withHost(value)) ? new URL(withHost(value)) : undefined
  if (!url) return true
  const rest = url.username === '' ? url.pathname + url.hash + url.search : url.pathname + url.hash
  return rest.includes('@') || /%(?![\da-f]{2})/i.test(url.username + url.password)
}

export const proxies: ValueCheck = (value) => trustedNetworksProblem(listOf(value))

export const networks: ValueCheck = (value) =>
  listOf(value)
    .map(networkProblem)
    .find((problem) => problem !== undefined)

/** Address or name to listen on. */
export const bindable: ValueCheck = (value) =>
  isBindable(value)
    ? undefined
    : 'must be an address such as 127.0.0.1, 0.0.0.0 or ::1 in full, or a host name; the port belongs in GALLA_PORT'

export const hostNames: ValueCheck = (value) =>
  listOf(value).every(isHost)
    ? undefined
    : 'must be host names such as galla or galla.internal:4600, separated by commas'

/** Schemes of RFC 9116 that lead to a person. */
export const contacts: ValueCheck = (value) =>
  listOf(value).every((one) => /^(?:mailto:[^\s@]+@[\w.-]+|https:\/\/[\w.-]+(?:[:/]\S*)?|tel:\+[\d-]+)$/i.test(one))
    ? undefined
    : 'must be addresses such as mailto:security@shop.example, https://shop.example/security or tel:+91-00-00000000, separated by commas'

/** The same rule as in `createGateway()`. */
export const orderIdPrefix: ValueCheck = (value) =>
  /^[\w-]{1,20}$/.test(value) ? undefined : 'must be 1 to 20 letters, digits, _ or -'

/** The same rule as in `createGateway()`. */
export const merchantKey: ValueCheck = (value) =>
  /^[\w.~+/=-]{32,256}$/.test(value)
    ? undefined
    : 'must be 32 to 256 letters, digits or . _ ~ + / = -; create one with openssl rand -hex 32'

/** The same rule as in `notifyOverHttp()`. */
export const webhookSecret: ValueCheck = (value) =>
  /^whsec_(?:[\w+/]{4}){8,21}[\w+/]{0,3}={0,2}$/.test(value)
    ? undefined
    : 'must be whsec_ followed by 24 to 64 bytes in base64; echo "whsec_$(openssl rand -base64 32)" makes one'

/** The same rule as in `createGateway()`. */
export const dataKeys: ValueCheck = (value) => {
  const keys = listOf(value)
  if (keys.length === 0 || !keys.every((key) => /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=?$/.test(key)))
    return 'must be keys such as 2026a:…, an id of letters, digits, - or _ and 32 bytes in base64, separated by commas; openssl rand -base64 32 makes the bytes'
  const ids = keys.map((key) => key.split(':')[0])
  return new Set(ids).size === ids.length ? undefined : 'names two keys with the same id'
}

export const keyIds: ValueCheck = (value) =>
  listOf(value).every((id) => /^[\w-]{1,32}$/.test(id))
    ? undefined
    : 'must be the ids of keys without their bytes, separated by commas: 2026a'

export const programPath: ValueCheck = (value) =>
  wordsOf(value) === undefined
    ? 'must be the absolute path of a program, and its arguments: /usr/local/bin/galla-keys prod, or ["/usr/local/bin/galla-keys", "prod"]'
    : undefined

export const paise: ValueCheck = (value) =>
  /^\d{1,15}$/.test(value) ? undefined : 'must be whole paise: 500000 is ₹5,000'

export const minutes: ValueCheck = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 720
    ? undefined
    : 'must be a whole number of minutes, 1 to 720'

export const hours: ValueCheck = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 720
    ? undefined
    : 'must be a whole number of hours, 1 to 720'

/** The same rule as in `subscriptions()`. */
export const noticeHours: ValueCheck = (value) =>
  /^\d{2}$/.test(value) && Number(value) >= 25 && Number(value) <= 72
    ? undefined
    : 'must be a whole number of hours, 25 to 72'

/** The same rule as in `subscriptions()`. */
export const retryDays: ValueCheck = (value) => {
  const days = listOf(value)
  return days.length <= 10 && days.every((day) => /^\d{1,2}$/.test(day) && Number(day) <= 60)
    ? undefined
    : 'must be at most 10 whole numbers of days, 0 to 60, separated by commas: 1,3,5'
}

/** The same rule as in `subscriptions()`. */
export const maxInFlight: ValueCheck = (value) =>
  /^[1-9]\d{0,2}$/.test(value) && Number(value) <= 500 ? undefined : 'must be a whole number, 1 to 500'

export const samePersonDays: ValueCheck = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) <= 365 ? undefined : 'must be a whole number of days, 0 to 365'

export const dailyLimits: ValueCheck = (value) => {
  const entries = listOf(value)
  const names = entries.map((entry) => entry.split('=')[0])
  return entries.length > 0 &&
    entries.every((entry) => /^(?:finance|admin|program)=\d{1,15}$/.test(entry)) &&
    new Set(names).size === names.length
    ? undefined
    : 'must be one amount of paise for each of finance, admin and program, separated by commas: finance=5000000,admin=20000000'
}

export const issuer: ValueCheck = (value, around) => {
  const complaint = secureUrl(value, around)
  return complaint ?? (/[?#]/.test(value) ? 'must have neither a query nor a fragment' : undefined)
}

export const oidcRoles: ValueCheck = (value) => {
  if (!/^[\w.:/-]+:(?:[^\s,=]+=(?:viewer|support|developer|finance|admin)(?:[\s,]+|$))+$/.test(value))
    return 'must be a claim and the role of each of its values: groups:payments-admins=admin,finance-team=finance'
  const { values } = rolesByValue(value)
  const names = values.map(([name]) => name)
  return new Set(names).size === names.length ? undefined : 'must name each value of the claim once, with one role'
}

/** Reads `groups:payments-admins=admin,finance-team=finance`: the claim, and its values with their roles. */
export function rolesByValue(value: string): { claim: string; values: [value: string, role: string][] } {
  // A claim may be a URL: the last colon before the first role ends it.
  const end = value.slice(0, value.indexOf('=')).lastIndexOf(':')
  const entries = listOf(value.slice(end + 1)).map((entry) => entry.split('='))
  return { claim: value.slice(0, end), values: entries.map(([name = '', role = '']) => [name, role]) }
}

/** Splits at commas, spaces and line breaks: for entries that can have none of them. */
export const listOf = (value: string): string[] => value.split(/[\s,]+/).filter((entry) => entry !== '')
