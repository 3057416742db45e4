import { assemble, type Parts } from '../core.ts'
import {
  type Call,
  orderStatus,
  type Product,
  refund,
  refundStatus,
  transactionStatus,
} from '../operations/operations.ts'
import { realPorts } from '../runtime.ts'
import { forgetClient, shareClient } from '../shared-clients.ts'
import type { Flow } from '../telemetry/events.ts'
import type { Env } from './env.ts'
import { type CompatOptions, settingsOf } from './options.ts'
import { bodyOf } from './requests/body-of.ts'
import type { RefundRequest } from './requests/refund-request.ts'
import type { CallbackResponse } from './responses/callback.ts'
import { OrderStatusResponse } from './responses/order-status.ts'
import { RefundResponse, RefundStatusResponse } from './responses/refund.ts'
import { toException } from './to-exception.ts'
import { validateCallback } from './validate-callback.ts'

/** A client as `getInstance` is asked for it. */
export interface Wanted {
  /** Name of the class, which the refusal to re-initialize names. */
  readonly kind: string
  readonly flow: Flow
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: number | string
  readonly environment: Env
  readonly publish: boolean
  readonly options: CompatOptions
}

/** Makes a call and brings its reply, as the class that the official package would make of it. */
export type Ask = <Reply extends object>(make: () => Call, reply: abstract new () => Reply) => Promise<Reply>

/** What both official clients share. Methods are own functions, so that they can be handed around alone. */
export abstract class Client {
  declare readonly env: Env
  /** False outside PRODUCTION, whatever was asked for. */
  declare readonly shouldPublishEvents: boolean
  declare readonly getOrderStatus: (merchantOrderId: string, details?: boolean) => Promise<OrderStatusResponse>
  declare readonly refund: (refundRequest: RefundRequest) => Promise<RefundResponse>
  declare readonly getRefundStatus: (refundId: string) => Promise<RefundStatusResponse>
  declare readonly getTransactionStatus: (transactionId: string) => Promise<OrderStatusResponse>
  declare readonly validateCallback: (
    username: string,
    password: string,
    authorization: string,
    responseBody: string | Uint8Array,
  ) => CallbackResponse
  /** Not in the official package: sends the telemetry that is queued. */
  declare readonly flush: () => Promise<void>
  /** Not in the official package: sends what is queued, closes connections; the next `getInstance` makes a new client. */
  declare readonly close: () => Promise<void>
}

/** Gives a client what it shares with the other; outside its constructor, so that no inner part shows in its public type. */
export function equip(client: Client, kind: string, product: Product, parts: Parts, ask: Ask): void {
  const verbs: Client = {
    env: parts.settings.environment,
    shouldPublishEvents: parts.settings.telemetry,
    getOrderStatus: (merchantOrderId, details) =>
      ask(() => orderStatus(product, merchantOrderId, details), OrderStatusResponse),
    refund: (request) => ask(() => refund(bodyOf(request)), RefundResponse),
    getRefundStatus: (refundId) => ask(() => refundStatus(refundId), RefundStatusResponse),
    getTransactionStatus: (transactionId) => ask(() => transactionStatus(product, transactionId), OrderStatusResponse),
    validateCallback,
    flush: parts.flush,
    close: () => {
      forgetClient(kind, client)
      return parts.close()
    },
  }
  Object.assign(client, verbs)
}

/** `flow` tells telemetry whose call it is, where both products use one endpoint. */
export function askFor({ send }: Parts, flow: Flow): Ask {
  return async (make, reply) => {
    try {
      return Object.setPrototypeOf(await send({ ...make(), flow }), reply.prototype)
    } catch (error) {
      throw toException(error)
    }
  }
}

/** One client of each kind in a process: the same for the same arguments, a refusal for others. */
export function shared<Made>({ kind, flow, publish, options, ...config }: Wanted, make: (parts: Parts) => Made): Made {
  const { clientId, clientSecret, clientVersion, environment } = config
  const isProduction = environment === 'PRODUCTION'
  const telemetry = publish && isProduction
  try {
    return shareClient(kind, [clientId, clientSecret, clientVersion, environment, telemetry], () => {
      const ports = realPorts()
      const settings = settingsOf(options)
      if (settings.hosts !== undefined && isProduction)
        ports.warn(`${kind} is told PRODUCTION and speaks to other hosts than the provider's`)
      return make(assemble({ ...settings, ...config, telemetry }, ports, [flow]))
    })
  } catch (error) {
    throw toException(error)
  }
}
