import { hostOf, LOOPBACK } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'

/** By which name the console may be reached, and from whose pages. */
export interface ConsoleAddress {
  /** Cookies are Secure and bound to the host. */
  readonly https: boolean
  /** @throws Refusal 421 or 403 */
  check(request: Request): void
}

/**
 * Without an address the console answers on this machine alone. A name that an attacker lets point to 127.0.0.1 is another
 * host, and a page of another site has another origin: both are refused before anything is looked at.
 * @throws Error for an address that is no https one, unless it is on this machine.
 */
export function consoleAddress(url: string | undefined): ConsoleAddress {
  if (url === undefined) return { https: false, check: (request) => check(request, (host) => LOOPBACK.test(host)) }
  const told = URL.canParse(url) ? new URL(url) : undefined
  const https = told?.protocol === 'https:'
  if (!told || !(https || (told.protocol === 'http:' && LOOPBACK.test(told.host)))) {
    throw new Error(`console.url must be an https address, or an http one on this machine; got ${JSON.stringify(url)}`)
  }
  return { https, check: (request) => check(request, (host) => host.toLowerCase() === told.host, told.origin) }
}

function check(request: Request, known: (host: string) => boolean, origin?: string): void {
  const host = hostOf(request)
  if (!known(host)) {
    throw new HttpError(
      421,
      'WRONG_HOST',
      'The console does not answer under this name. Reach it by its own address: the setting console.url.',
    )
  }
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const same = from === null || from.toLowerCase() === (origin ?? `http://${host}`).toLowerCase()
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (!same || (changes && site !== null && site !== 'same-origin' && site !== 'none')) {
    throw new HttpError(403, 'FOREIGN_ORIGIN', 'The console takes no calls from pages of other sites.')
  }
}
