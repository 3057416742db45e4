import type { Callbacks } from './callbacks/verify.ts'
import { assemble } from './core.ts'
import { type RawRequest, rawCall } from './operations/operations.ts'
import type { GallaConfig, Method } from './options.ts'
import { type CustomCheckout, customCheckout } from './resources/custom-checkout.ts'
import { type Refunds, refunds } from './resources/refunds.ts'
import { type StandardCheckout, standardCheckout } from './resources/standard-checkout.ts'
import { type Upi, upi } from './resources/upi.ts'
import { type Ports, realPorts } from './runtime.ts'
import { shareClient } from './shared-clients.ts'
import { objectField } from './validation/fields.ts'

/** A client for one set of credentials. As many as you like in one process; they share nothing. */
export class Galla {
  readonly standardCheckout: StandardCheckout
  readonly customCheckout: CustomCheckout
  readonly refunds: Refunds
  readonly callbacks: Callbacks
  readonly upi: Upi
  /** A call that has no verb here; its reply is brought as it is. GET and POST only: anything else is `Method Not Supported`, 405. */
  readonly request: Method<RawRequest, object>
  /** Sends the telemetry that is queued. */
  readonly flush: () => Promise<void>
  /** Sends what is queued and closes idle connections. A program that ends by itself need not call it. */
  readonly close: () => Promise<void>

  /** @throws GallaError kind `invalid-request`, naming the field, when the config cannot be used. */
  constructor(config: GallaConfig, ports: Ports = realPorts()) {
    const { send, callbacks, clock, flush, close } = assemble(config, ports)
    this.standardCheckout = standardCheckout(send, clock)
    this.customCheckout = customCheckout(send, clock)
    this.refunds = refunds(send, clock)
    this.upi = upi(send)
    this.callbacks = callbacks
    this.request = async (input, options) => send(rawCall(input), options)
    this.flush = flush
    this.close = close
  }

  /** `await using galla = new Galla(…)` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/**
 * The same client for the same credentials, wherever in the process it is asked for.
 * @throws GallaError kind `re-initialize` when it was made with other credentials.
 */
export function sharedGalla(config: GallaConfig): Galla {
  const { clientId, clientSecret, clientVersion, environment } = objectField(config, 'config') as GallaConfig
  // Every other name ends in SANDBOX, so it is one client with it.
  const known = environment === 'PRODUCTION' ? environment : 'SANDBOX'
  return shareClient('Galla', [clientId, clientSecret, clientVersion, known], () => new Galla(config))
}
