import { hostOf, LOOPBACK } from '../../http/host.ts'
import { HttpError } from '../../http/refusal.ts'

/**
 * Names by which the merchant's server calls: this machine's own, and those that were told. A browser is never the
 * merchant's server, and a key that lies in a page is everybody's.
 * @throws Error naming the setting
 */
export function merchantHost(hosts: readonly string[] = []): (request: Request) => void {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  for (const host of hosts) {
    if (!/^[a-z0-9.-]+(?::\d{1,5})?$/i.test(host)) {
      throw new Error(`merchant.hosts must be names such as galla or galla.internal:4600; got ${JSON.stringify(host)}`)
    }
  }
  return (request) => {
    const { headers } = request
    const host = hostOf(request).toLowerCase()
    if (!LOOPBACK.test(host) && !known.has(host) && !known.has(host.replace(/:\d+$/, ''))) {
      throw new HttpError(
        421,
        'WRONG_HOST',
        'The merchant API does not answer under this name. Add it to the setting merchant.hosts.',
      )
    }
    if (headers.has('origin') || headers.has('sec-fetch-site')) {
      throw new HttpError(
        403,
        'NO_BROWSERS',
        'The merchant API is for your server. A payer’s browser has the payer’s token of one order.',
      )
    }
  }
}
