import { isMerchantName, MAX_MERCHANT_NAME } from '@galla/contract/appearance/appearance'
import { leavesWithoutTls, staysHere } from '@galla/http-server/loopback'
import { MAX_SOCKET_PATH } from '@galla/http-server/unix-socket'

/** Returns what is wrong with a value, as the end of a sentence that starts with the variable's name. */
type ValueCheck = (value: string) => string | undefined

/** An environment variable of `galla gateway`. */
export interface Variable {
  readonly name: string
  readonly description: string
  readonly default?: string
  readonly required?: true
  /** Can also be read from the file that `…_FILE` names. Its value is never printed. */
  readonly secret?: true
  /** Variable without which this one has no effect. */
  readonly needs?: string
  readonly check?: ValueCheck
}

function oneOf(...words: readonly string[]): ValueCheck {
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return (value) => (words.includes(value) ? undefined : `must be ${list}`)
}

/** Limits the number of characters. */
function length(min: number, max: number): ValueCheck {
  return ({ length }) =>
    length < min
      ? `must have at least ${min} characters`
      : length > max
        ? `must have at most ${max} characters`
        : undefined
}

/** For values that are sent unchanged in a form or a header. */
const word: ValueCheck = (value) =>
  /^[\x21-\x7e]+$/.test(value) ? undefined : 'must be one word of printable ASCII characters'

const proxyUrl: ValueCheck = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || `${url.pathname}${url.search}${url.hash}` !== '/')
    return 'must be an http or https URL without a path: http://proxy.internal:3128'
  if ((url.username === '') !== (url.password === '')) return 'must have a user and a password, or neither'
  const escaped = /^(?:[^%]|%[\da-f]{2})*$/i.test(url.username + url.password)
  return escaped ? undefined : 'must have a % in its user or password written as %25'
}

const httpUrl: ValueCheck = (value) =>
  parseUrl(value) === undefined ? 'must be an http or https URL without a user name' : undefined

/** Plain http is readable in transit, so it is allowed on this machine only. */
const secureUrl: ValueCheck = (value) => {
  const url = parseUrl(value)
  if (url === undefined) return httpUrl(value)
  if (url.protocol === 'https:' || staysHere(url.hostname)) return undefined
  return 'must be an https URL, or an http URL on this machine'
}

function parseUrl(value: string): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isHttp && url.username === '' && url.password === '' ? url : undefined
}

const socketPath: ValueCheck = (value) =>
  value.startsWith('/') && Buffer.byteLength(value) <= MAX_SOCKET_PATH
    ? undefined
    : `must be an absolute path of at most ${MAX_SOCKET_PATH} bytes, such as /run/galla/gateway.sock`

const port: ValueCheck = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? undefined : 'must be a whole number from 0 to 65535'

/** A URL with another scheme would otherwise count as the path of a folder. */
const database: ValueCheck = (value) => {
  if (!value.includes('://')) return undefined
  if (!/^postgres(?:ql)?:\/\//.test(value))
    return 'must be a folder, or a URL such as postgres://user:password@host/database'
  if (isAmbiguousUrl(value))
    return 'cannot be read as a URL: in the user name and the password, characters such as @ / ? # % have to be percent-encoded (@ is %40, / is %2F)'
  return leavesWithoutTls(value)
    ? `is on another machine, ${databaseHost(value)}, so it needs TLS: add ?sslmode=verify-full to its URL`
    : undefined
}

/** `postgres://user@/database?host=/folder` is not a valid URL without a host. */
const withHost = (value: string): string => value.replace('@/', '@localhost/')

/** Whether a part of the password may be read as the host or the path: that part must not be shown. */
function isAmbiguousUrl(value: string): boolean {
  const url = URL.canParse(withHost(value)) ? new URL(withHost(value)) : undefined
  if (!url) return true
  const rest = url.username === '' ? url.pathname + url.hash + url.search : url.pathname + url.hash
  return rest.includes('@') || /%(?![\da-f]{2})/i.test(url.username + url.password)
}

function databaseHost(value: string): string {
  const { hostname, searchParams } = new URL(withHost(value))
  return searchParams.get('host') ?? hostname
}

const networks: ValueCheck = (value) =>
  listOf(value).every((one) => /^[\da-f.:]+(?:\/\d{1,3})?$/i.test(one))
    ? undefined
    : 'must be addresses or networks such as 10.0.0.5 or 172.16.0.0/12, separated by commas'

const hostNames: ValueCheck = (value) =>
  listOf(value).every((host) => /^[a-z0-9.-]+(?::\d{1,5})?$/i.test(host))
    ? undefined
    : 'must be host names such as galla or galla.internal:4600, separated by commas'

/** The same rule as in `createGateway()`. */
const merchantKeys: ValueCheck = (value) => {
  const keys = listOf(value)
  return keys.length > 0 && keys.every((key) => /^[\w.~+/=-]{32,256}$/.test(key))
    ? undefined
    : 'must be keys of 32 to 256 letters, digits or . _ ~ + / = -, separated by commas; create one with openssl rand -hex 32'
}

/** The same rule as in `notifyOverHttp()`. */
const webhookSecrets: ValueCheck = (value) =>
  listOf(value).every((secret) => /^whsec_(?:[\w+/]{4}){8,21}[\w+/]{0,3}={0,2}$/.test(secret))
    ? undefined
    : 'must be whsec_ followed by 24 to 64 bytes in base64; echo "whsec_$(openssl rand -base64 32)" makes one'

/** The same rule as in `createGateway()`. */
const dataKeys: ValueCheck = (value) => {
  const keys = listOf(value)
  if (keys.length === 0 || !keys.every((key) => /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=?$/.test(key)))
    return 'must be keys such as 2026a:…, an id of letters, digits, - or _ and 32 bytes in base64, separated by commas; openssl rand -base64 32 makes the bytes'
  const ids = keys.map((key) => key.split(':')[0])
  return new Set(ids).size === ids.length ? undefined : 'names two keys with the same id'
}

const keyIds: ValueCheck = (value) =>
  listOf(value).every((id) => /^[\w-]{1,32}$/.test(id))
    ? undefined
    : 'must be the ids of keys without their bytes, separated by commas: 2026a'

const paise: ValueCheck = (value) => (/^\d{1,15}$/.test(value) ? undefined : 'must be whole paise: 500000 is ₹5,000')

const hours: ValueCheck = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 720
    ? undefined
    : 'must be a whole number of hours, 1 to 720'

const dailyLimits: ValueCheck = (value) => {
  const entries = listOf(value)
  const names = entries.map((entry) => entry.split('=')[0])
  return entries.every((entry) => /^(?:finance|admin|program)=\d{1,15}$/.test(entry)) &&
    new Set(names).size === names.length
    ? undefined
    : 'must be one amount of paise for each of finance, admin and program, separated by commas: finance=5000000,admin=20000000'
}

const issuer: ValueCheck = (value) => {
  const complaint = secureUrl(value)
  return complaint ?? (/[?#]/.test(value) ? 'must have neither a query nor a fragment' : undefined)
}

const oidcRoles: ValueCheck = (value) =>
  /^[\w.:/-]+:(?:[^\s,=]+=(?:viewer|support|developer|finance|admin)(?:[\s,]+|$))+$/.test(value)
    ? undefined
    : 'must be a claim and the role of each of its values: groups:payments-admins=admin,finance-team=finance'

/** Splits at commas, spaces and line breaks. */
export const listOf = (value: string): string[] => value.split(/[\s,]+/).filter((entry) => entry !== '')

/** Splits at commas and line breaks, not at spaces, which a password may have. */
export const secretsOf = (value: string): string[] => value.split(/\s*[,\r\n]\s*/).filter((entry) => entry !== '')

/** A short one among several is more likely a part of one with a comma, and easy to guess. */
const secrets =
  (what: string, minLength: number): ValueCheck =>
  (value) => {
    const entries = secretsOf(value)
    return entries.length === 1 || (entries.length > 1 && entries.every(({ length }) => length >= minLength))
      ? undefined
      : `must be a ${what}, or several of at least ${minLength} characters each, separated by commas`
  }

/** All variables of `galla gateway`. Any other variable that begins with GALLA_ is refused. */
export const GATEWAY_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_ENVIRONMENT',
    required: true,
    description: 'SANDBOX or PRODUCTION: the provider environment',
    check: oneOf('SANDBOX', 'PRODUCTION'),
  },
  { name: 'GALLA_CLIENT_ID', required: true, description: 'Client id from the provider’s dashboard', check: word },
  {
    name: 'GALLA_CLIENT_SECRET',
    required: true,
    secret: true,
    description: 'Client secret from the provider’s dashboard',
  },
  {
    name: 'GALLA_CLIENT_VERSION',
    default: '1',
    description: 'Client version from the provider’s dashboard',
    check: word,
  },
  {
    name: 'GALLA_PROVIDER_URL',
    description: 'Address of another provider, such as a sandbox on this machine: http://127.0.0.1:4500',
    check: secureUrl,
  },
  {
    name: 'GALLA_OUTGOING_PROXY',
    secret: true,
    description:
      'Proxy through which the provider is called, http://proxy.internal:3128, with user:password@ where it needs them; needs the package undici',
    check: proxyUrl,
  },
  {
    name: 'GALLA_DATABASE',
    default: './data/gateway',
    description: 'Folder of an embedded PostgreSQL, or a postgres:// URL',
    secret: true,
    check: database,
  },
  {
    name: 'GALLA_MIGRATE',
    default: 'true',
    description: 'Whether the database is migrated on start; false: run galla gateway migrate before a deployment',
    check: oneOf('true', 'false'),
  },
  {
    name: 'GALLA_DATA_KEYS',
    secret: true,
    description:
      'Keys that encrypt personal data in the database, id:base64, separated by commas; the first one encrypts; without one it is stored in clear',
    check: dataKeys,
  },
  {
    name: 'GALLA_DATA_KEYS_LOST',
    needs: 'GALLA_DATA_KEYS',
    // Somebody may paste a whole key.
    secret: true,
    description:
      'Ids of data keys that nobody has any more, separated by commas: the gateway starts without them, and what they encrypted stays unreadable',
    check: keyIds,
  },
  {
    name: 'GALLA_CALLBACK_USERNAME',
    needs: 'GALLA_CALLBACK_PASSWORD',
    description:
      'User name of callbacks, as in the dashboard; needs the password; several, separated by commas, if each password has its own',
  },
  {
    name: 'GALLA_CALLBACK_PASSWORD',
    needs: 'GALLA_CALLBACK_USERNAME',
    secret: true,
    description:
      'Password of callbacks, as in the dashboard; needs the user name; while you replace it the old and the new one, separated by commas',
    check: secrets('password', 8),
  },
  {
    name: 'GALLA_CALLBACK_SECRET_KEY',
    secret: true,
    description:
      'Key of HMAC-signed callbacks, instead of user name and password or in addition; while you replace it the old and the new one, separated by commas',
    check: secrets('key', 16),
  },
  {
    name: 'GALLA_CALLBACK_KEY_ID',
    needs: 'GALLA_CALLBACK_SECRET_KEY',
    description: 'Id of that key, if the dashboard shows one; of several keys one each, separated by commas',
    check: word,
  },
  {
    name: 'GALLA_CALLBACK_URL',
    description: 'URL to which the provider sends callbacks; shown in the console',
    check: httpUrl,
  },
  {
    name: 'GALLA_MERCHANT_NAME',
    description: `Your name as payers know it, at most ${MAX_MERCHANT_NAME} characters; printed on the console's receipts`,
    check: (value) => (isMerchantName(value) ? undefined : `must be one line of 1 to ${MAX_MERCHANT_NAME} characters`),
  },
  {
    name: 'GALLA_CONSOLE_PASSWORD',
    secret: true,
    description: 'Password of the console, at least 12 characters; without it the console is off',
    check: length(12, 256),
  },
  {
    name: 'GALLA_CONSOLE_URL',
    needs: 'GALLA_CONSOLE_PASSWORD',
    description: 'https URL of the console; without it the console answers on this machine only',
    check: secureUrl,
  },
  {
    name: 'GALLA_TRUSTED_PROXIES',
    needs: 'GALLA_CONSOLE_PASSWORD',
    description:
      'Addresses or networks of your proxies, separated by commas; their x-forwarded-for names the client; 127.0.0.1 for a proxy that connects to GALLA_SOCKET, too',
    check: networks,
  },
  {
    name: 'GALLA_OIDC_ISSUER',
    needs: 'GALLA_OIDC_CLIENT_ID',
    description:
      'Issuer of the OpenID Connect provider with which users of the console sign in; needs client id and secret, and the package openid-client',
    check: issuer,
  },
  {
    name: 'GALLA_OIDC_CLIENT_ID',
    needs: 'GALLA_OIDC_CLIENT_SECRET',
    description:
      'Id of the client that is registered there; its redirect URI is the URL of the console with /api/sign-in/callback',
    check: word,
  },
  {
    name: 'GALLA_OIDC_CLIENT_SECRET',
    needs: 'GALLA_OIDC_ISSUER',
    secret: true,
    description: 'Secret of that client',
  },
  {
    name: 'GALLA_OIDC_LABEL',
    needs: 'GALLA_OIDC_ISSUER',
    description: 'Name of the provider on the button Sign in with …',
    check: length(1, 40),
  },
  {
    name: 'GALLA_OIDC_ROLES',
    needs: 'GALLA_OIDC_ISSUER',
    description:
      'A claim that decides the role at each sign-in: groups:payments-admins=admin,finance-team=finance; without it roles are those of the page Users',
    check: oidcRoles,
  },
  {
    name: 'GALLA_MERCHANT_KEY',
    secret: true,
    description:
      'Keys of the merchant API, at least 32 characters each, separated by commas; without one the API is off',
    check: merchantKeys,
  },
  {
    name: 'GALLA_MERCHANT_HOSTS',
    needs: 'GALLA_MERCHANT_KEY',
    description:
      'Host names by which your server calls the merchant API, separated by commas: galla, galla.internal; loopback names are always allowed',
    check: hostNames,
  },
  {
    name: 'GALLA_NOTIFY_URL',
    needs: 'GALLA_NOTIFY_SECRET',
    description: 'URL of your server that receives events; needs the secret',
    check: secureUrl,
  },
  {
    name: 'GALLA_NOTIFY_SECRET',
    needs: 'GALLA_NOTIFY_URL',
    secret: true,
    description:
      'Secrets that sign these events, whsec_ and 24 to 64 bytes in base64, separated by commas; needs the URL',
    check: webhookSecrets,
  },
  {
    name: 'GALLA_HANDLERS',
    description: 'Path of a JavaScript module of yours that exports `on`, `notifiers` or `paymentMethods`',
  },
  {
    name: 'GALLA_LATE_PAYMENT',
    default: 'refund',
    description: 'What happens to a payment of a failed or expired order: refund or fulfil',
    check: oneOf('refund', 'fulfil'),
  },
  {
    name: 'GALLA_REFUND_APPROVAL_ABOVE',
    description: 'Above this amount in paise a second person approves a refund that somebody requests in the console',
    check: paise,
  },
  {
    name: 'GALLA_REFUND_PROGRAM_ABOVE',
    description: 'The same for refunds that your server requests; without it your server decides by itself',
    check: paise,
  },
  {
    name: 'GALLA_REFUND_DAILY_LIMITS',
    description:
      'Paise that people of a role, or your server (program), may refund on a day in India: finance=5000000,admin=20000000',
    check: dailyLimits,
  },
  {
    name: 'GALLA_REFUND_APPROVAL_HOURS',
    default: '72',
    description: 'Hours after which a refund that nobody approved expires',
    check: hours,
  },
  {
    name: 'GALLA_HOST',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 inside a container',
    check: word,
  },
  { name: 'GALLA_PORT', default: '4600', description: 'Port to listen on; 0 for any free port', check: port },
  {
    name: 'GALLA_SOCKET',
    description:
      'Path of a Unix socket to listen on, in place of an address and port, /run/galla/gateway.sock; its user and group may connect',
    check: socketPath,
  },
  {
    name: 'GALLA_LOG_LEVEL',
    default: 'info',
    description: 'debug, info, warn, error or silent',
    check: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
]
