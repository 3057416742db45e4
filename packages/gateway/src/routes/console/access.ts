import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { isLoopback } from '@galla/http-server/loopback'
import type { GatewayContext } from '../../context.ts'
import { invalidOption } from '../../errors.ts'
import type { Client } from '../../http/client-address.ts'
import { hostOf } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { isGuessable } from '../../services/access/guessable.ts'
import { type LoginLimit, limitLogins } from '../../services/access/login-limit.ts'
import { plainAddress, readNetworks } from '../../services/access/networks.ts'
import type { RelyingParty } from '../../services/access/passkeys.ts'
import { deriveConfigured, EASY_TO_GUESS } from '../../services/access/passwords.ts'
import type { StoredUser } from '../../services/access/users.ts'

/** Host and origin under which the console may be called. */
export interface ConsoleAddress {
  /** True when cookies are Secure and bound to the host. */
  readonly https: boolean
  /** Origin of `console.url`, if it is set. */
  readonly origin?: string
  /** For whom authenticators sign at a checked host name; undefined where browsers have no passkeys. */
  partyAt(host: string): RelyingParty | undefined
  /** @throws HttpError 421 or 403 */
  check(request: Request, client: Client): void
}

/**
 * Checks host and origin before anything else. Without a URL only names of this machine are accepted, which stops DNS
 * rebinding: an attacker's name that resolves to 127.0.0.1 is another host. Any client can send any name, so without https the
 * client itself must be on this machine, too.
 * @throws Error when the URL is not https, unless it is on this machine.
 */
export function consoleAddress(url: string | undefined): ConsoleAddress {
  if (url === undefined)
    return {
      https: false,
      // Another name of this machine is that of another person's server, who could have it answer a proof. The port is the browser's.
      partyAt: (host) =>
        hostnameOf(host) === 'localhost' ? { host: 'localhost', origin: `http://${host}` } : undefined,
      check(request, client) {
        checkOrigin(request, isLoopback)
        checkLocal(client)
      },
    }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const https = parsed?.protocol === 'https:'
  if (!parsed || !(https || (parsed.protocol === 'http:' && isLoopback(parsed.host)))) {
    throw invalidOption(
      'console.url',
      `must be an https URL, or an http URL of this machine; got ${JSON.stringify(url)}`,
    )
  }
  return {
    https,
    origin: parsed.origin,
    partyAt: () => configuredParty(parsed),
    check(request, client) {
      checkOrigin(request, (host) => host.toLowerCase() === parsed.host, parsed.origin)
      if (!https) checkLocal(client)
    },
  }
}

const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/** Browsers have passkeys for names only, with https or on this machine. */
function configuredParty({ protocol, hostname, origin }: URL): RelyingParty | undefined {
  const isName = isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0
  return isName && (protocol === 'https:' || hostname === 'localhost') ? { host: hostname, origin } : undefined
}

/** Admits clients of the allowed networks only. @throws Error naming the option and the entry that is wrong */
export function allowedClients(networks: readonly string[] | undefined): (client: Client) => void {
  if (networks === undefined) return () => {}
  if (!Array.isArray(networks) || networks.length === 0)
    throw invalidOption(
      'console.allowedNetworks',
      'must be a list of at least one address or network; leave it out to allow all',
    )
  const allowed = readNetworks(networks, (problem) => invalidOption('console.allowedNetworks', problem))
  return ({ address }) => {
    if (address !== undefined && allowed.has(plainAddress(address))) return
    throw new HttpError(
      403,
      'ADDRESS_NOT_ALLOWED',
      `The console does not answer to ${address ?? 'a client whose address is not known'}: console.allowedNetworks (GALLA_CONSOLE_NETWORKS) does not include the address. Behind a proxy, set console.trustedProxies (GALLA_TRUSTED_PROXIES) as well.`,
    )
  }
}

function checkLocal({ local, address = '' }: Client): void {
  if (local) return
  throw new HttpError(
    403,
    'NOT_LOCAL',
    `Without an https URL, the console answers clients on this machine only. Set the option console.url (GALLA_CONSOLE_URL), or pass the client’s address: admin.fetch(request, { address }). ${wayWithoutTls(address, 'hostsWithoutTls (GALLA_HOSTS_WITHOUT_TLS)')}`,
  )
}

function checkOrigin(request: Request, known: (host: string) => boolean, origin?: string): void {
  const host = hostOf(request)
  if (!known(host)) {
    throw new HttpError(
      421,
      'WRONG_HOST',
      'The console does not answer under this host name. Use its own URL, or set the option console.url (GALLA_CONSOLE_URL). A proxy must pass Host with its port.',
    )
  }
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const same = from === null || from.toLowerCase() === (origin ?? `http://${host}`).toLowerCase()
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (!same || (changes && !isOwnSite(site))) throw foreignOrigin()
}

/**
 * Refuses what a page of another origin loads from the API. A page on another port of this host, or under another name of the domain, is
 * of the same site: browsers send the cookie with the address of its pictures. It could read nothing, but record exports in the name of
 * the user, and use up the live streams.
 * @throws HttpError 403
 */
export function checkFetchSite(request: Request): void {
  if (!isOwnSite(request.headers.get('sec-fetch-site'))) throw foreignOrigin()
}

const isOwnSite = (site: string | null): boolean => site === null || site === 'same-origin' || site === 'none'

const foreignOrigin = (): HttpError =>
  new HttpError(403, 'FOREIGN_ORIGIN', 'The console accepts no requests from pages of other sites.')

const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 256

/** With what a user logs in. */
export type Credentials = Pick<StoredUser, 'userId' | 'passwordHash' | 'totpSecret' | 'oidcIssuer' | 'oidcSubject'>

export interface ConsolePassword {
  /** Compares in constant time. */
  fits(given: string): Promise<boolean>
  /**
   * Digest under which a session is stored. Its key comes from the client secret and the password: changing the password ends every
   * session, and a stolen table does not tell whether a guessed password is right.
   */
  digest(token: string): string
  /** A token that names a browser of a user, for the cookie that is set at login. */
  newBrowser(user: Credentials): string
  /**
   * The id of the browser, when the token is one of ours, of this user, and of these credentials: it must not open a way to guess at others, or
   * at what replaced the password or second factor with which it was got.
   */
  browserOf(token: string, user: Credentials): string | undefined
}

/**
 * Keeps the derived key in memory and stores nothing, so the salt only has to be the same on every replica.
 * @throws Error when its length is out of range, and when a list of common passwords finds it.
 */
export async function consolePassword(password: string, owner: string, secret: string): Promise<ConsolePassword> {
  if (password.length < MIN_CHARACTERS || password.length > MAX_CHARACTERS) {
    throw invalidOption('console.password', `must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`)
  }
  if (await isGuessable(password, [])) throw invalidOption('console.password', EASY_TO_GUESS)
  const salt = `galla console of ${owner}`
  const key = await deriveConfigured(password, salt)
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, key.subarray(32), purpose, 32))
  const sessions = keyFor('console sessions')
  const browsers = keyFor('console browsers')
  const sign = (id: string, user: Credentials) => {
    const { userId, passwordHash, totpSecret, oidcIssuer, oidcSubject } = user
    const signed = JSON.stringify([id, userId, passwordHash, totpSecret, oidcIssuer, oidcSubject])
    return createHmac('sha256', browsers).update(signed).digest()
  }
  return {
    async fits(given) {
      if (given.length > MAX_CHARACTERS) return false
      const derived = await deriveConfigured(given, salt)
      return timingSafeEqual(derived.subarray(0, 32), key.subarray(0, 32))
    },
    digest: (token) => createHmac('sha256', sessions).update(token).digest('base64url'),
    newBrowser(user) {
      const id = randomBytes(16).toString('base64url')
      return `${id}.${sign(id, user).toString('base64url')}`
    },
    browserOf(token, user) {
      const [, id = '', signature = ''] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
      const given = Buffer.from(signature, 'base64url')
      return given.length === 32 && timingSafeEqual(given, sign(id, user)) ? id : undefined
    },
  }
}

/** Rate limit of logins: a refused attempt is a 429. */
export function loginLimit(
  context: Pick<GatewayContext, 'database' | 'clock'>,
  password: Pick<ConsolePassword, 'digest'>,
): LoginLimit {
  return limitLogins(context, password, slowDown)
}

function slowDown(retryAfterSec: number): HttpError {
  return new HttpError(
    429,
    'TOO_MANY_ATTEMPTS',
    `Too many wrong passwords or codes. Try again in ${retryAfterSec} seconds.`,
    {
      retryAfterSec,
    },
  )
}
