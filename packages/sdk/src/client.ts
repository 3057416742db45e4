import { assemble } from './assemble.ts'
import type { Callbacks } from './callbacks/create-callbacks.ts'
import { type RawRequest, rawCall } from './calls/raw.ts'
import type { GallaConfig, Method } from './config.ts'
import { type CustomCheckout, customCheckout } from './nouns/custom-checkout.ts'
import { type Refunds, refunds } from './nouns/refunds.ts'
import { type StandardCheckout, standardCheckout } from './nouns/standard-checkout.ts'
import { type Upi, upi } from './nouns/upi.ts'
import { type Ports, realPorts } from './ports.ts'

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
