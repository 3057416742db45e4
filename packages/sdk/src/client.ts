import type { AccessToken } from './auth/access-token.ts'
import type { Callbacks } from './callbacks/verify.ts'
import { createClientCore } from './core.ts'
import { type RawRequest, rawRequest } from './operations/operations.ts'
import type { GallaConfig, Method } from './options.ts'
import { forgetClient, shareClient } from './registry.ts'
import { type CustomCheckout, customCheckout } from './resources/custom-checkout.ts'
import { links, settlements, subscriptions } from './resources/lazy.ts'
import type { Links } from './resources/links.ts'
import { type Refunds, refunds } from './resources/refunds.ts'
import type { Settlements } from './resources/settlements.ts'
import { type StandardCheckout, standardCheckout } from './resources/standard-checkout.ts'
import type { Subscriptions } from './resources/subscriptions.ts'
import { type Upi, upi } from './resources/upi.ts'
import { type Ports, realPorts } from './runtime.ts'
import { requireObject } from './validation/fields.ts'

/**
 * A client for one set of credentials. Clients share nothing, so a process can have any number of clients.
 * @example
 * const galla = new Galla({ clientId, clientSecret, clientVersion: 1, environment: 'PRODUCTION' })
 * const order = await galla.standardCheckout.pay({ merchantOrderId: 'order-42', amount: inr('499.00'), redirectUrl })
 */
export class Galla {
  /** Payments on the provider's hosted page. */
  readonly standardCheckout: StandardCheckout
  /** Payments on your own page, in a payment mode that you choose. */
  readonly customCheckout: CustomCheckout
  /** UPI AutoPay: mandates and the debits under them. */
  readonly subscriptions: Subscriptions
  /** Payment links, which you hand out or the provider sends. */
  readonly links: Links
  /** Refunds of orders, links and debits. */
  readonly refunds: Refunds
  /** The provider's transfers to your bank account. */
  readonly settlements: Settlements
  /** Verification of the provider's callbacks. */
  readonly callbacks: Callbacks
  /** Checks of UPI ids. */
  readonly upi: Upi
  /**
   * Calls an endpoint for which the client has no method. Returns the response as received.
   * @throws {GallaError} `method-not-supported` for a method other than GET or POST; `invalid-request`; errors of the call
   * @example await galla.request({ method: 'GET', path: '/checkout/v2/order/order-42/status?details=true' })
   */
  readonly request: Method<RawRequest, object>
  /**
   * Returns the cached access token, for requests that you send yourself. A call of the client that gets a 401 replaces the token.
   * @throws {GallaError} the error of the token request
   * @example await fetch(url, { headers: { authorization: (await galla.getAccessToken()).authorization } })
   */
  readonly getAccessToken: () => Promise<AccessToken>
  /**
   * Sends the queued telemetry.
   * @example await galla.flush()
   */
  readonly flush: () => Promise<void>
  /**
   * Sends the queued telemetry and closes idle connections. A process that exits by itself does not need `close()`.
   * @example process.on('SIGTERM', () => galla.close())
   */
  readonly close: () => Promise<void>

  /**
   * @param config credentials and options
   * @param ports clock, randomness and warnings, to replace in tests
   * @throws {GallaError} `invalid-request` with the invalid `field`
   */
  constructor(config: GallaConfig, ports: Ports = realPorts()) {
    const core = createClientCore(config, ports)
    const { send, callbacks, clock, getAccessToken, flush, close } = core
    this.standardCheckout = standardCheckout(send, clock)
    this.customCheckout = customCheckout(send, clock)
    this.subscriptions = subscriptions(core)
    this.links = links(core)
    this.refunds = refunds(send, clock)
    this.settlements = settlements(core)
    this.upi = upi(send)
    this.callbacks = callbacks
    this.request = async (input, options) => send(rawRequest(input), options)
    this.getAccessToken = getAccessToken
    this.flush = flush
    this.close = close
  }

  /**
   * Calls `close()` at the end of a block.
   * @example await using galla = new Galla(config)
   */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/**
 * Returns the one client of the process. Takes the same credentials in every call.
 * @throws {GallaError} `re-initialize` for other credentials; `invalid-request` with the invalid `field`
 * @example const galla = sharedGalla({ clientId, clientSecret, clientVersion: 1 })
 */
export function sharedGalla(config: GallaConfig): Galla {
  const { clientId, clientSecret, clientVersion, environment } = requireObject(config, 'config') as GallaConfig
  // Every other environment name falls back to SANDBOX, so it identifies the same client.
  const effective = environment === 'PRODUCTION' ? environment : 'SANDBOX'
  return shareClient('Galla', [clientId, clientSecret, clientVersion, effective], () => {
    const client = new Galla(config)
    const { close } = client
    return Object.assign(client, {
      close: () => {
        forgetClient('Galla', client)
        return close()
      },
    })
  })
}
