import { type Check, ok, wrong } from './check.ts'
import { placesOf, tell } from './places.ts'

interface Sign {
  readonly pattern: RegExp
  readonly what: string
  readonly way: string
}

/** How the provider's first protocol shows in code. */
const SIGNS: readonly Sign[] = [
  {
    pattern: /['"`]x-verify['"`]/i,
    what: 'X-VERIFY checksums',
    way: 'the v2 protocol has none: the client authorises calls with a token, and callbacks come with an Authorization header',
  },
  {
    pattern: /\bsalt[-_]?(?:key|index)\b/i,
    what: 'salt keys',
    way: 'ask the dashboard for a client id, a client secret and a client version; the salt key has no use in v2',
  },
  {
    pattern: /\/pg\/v1\/(?:pay|status|refund)|\/apis\/hermes\b/,
    what: 'addresses of the first protocol',
    way: 'galla.standardCheckout.pay, .getOrderStatus and galla.refunds.create know the new ones',
  },
  {
    pattern: /\bmerchantTransactionId\b/,
    what: 'merchantTransactionId',
    way: 'it is merchantOrderId now: one order, and any number of attempts in it',
  },
]

/** Does the project still speak the protocol that the provider is leaving? */
export const firstProtocol: Check = ({ project }) => {
  const found = SIGNS.flatMap(({ pattern, what, way }) => {
    const places = placesOf(project.sources, pattern)
    return places.length > 0 ? [wrong(`Code of the first protocol, ${what}: ${tell(places)}`, way)] : []
  })
  return found.length > 0 ? found : [ok('No code of the first protocol')]
}
