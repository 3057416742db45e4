import type { Send } from '../http/send.ts'
import { orderStatus, type Product, transactionStatus } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { waitFor } from '../polling/poll.ts'
import { type OrderStatus, readOrderStatus } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'
import { checkKnownId, objectField } from '../validation/fields.ts'

export interface OrderReads {
  /** The order as the provider holds it; `details` asks for every attempt, `errorContext` for the reason of a failure. */
  getOrderStatus: Method<
    { merchantOrderId: string; details?: boolean | undefined; errorContext?: boolean | undefined },
    OrderStatus
  >
  /** The order seen through one attempt, by the provider's `OM…` id. */
  getTransactionStatus: Method<{ transactionId: string; errorContext?: boolean | undefined }, OrderStatus>
  /**
   * Asks on the provider's schedule (first after 20 s) until the order is final, or once more after its expiry.
   * `timeoutMs` bounds the whole wait; default: none. Resolves with the last status read.
   */
  waitForOrder: Method<{ merchantOrderId: string }, OrderStatus>
}

export function orderReads(product: Product, send: Send, clock: Clock): OrderReads {
  const getOrderStatus: OrderReads['getOrderStatus'] = async (input, options) => {
    objectField(input, 'input')
    return readOrderStatus(
      await send(orderStatus(product, input.merchantOrderId, input.details, input.errorContext), options),
    )
  }
  return {
    getOrderStatus,
    getTransactionStatus: async (input, options) => {
      objectField(input, 'input')
      return readOrderStatus(await send(transactionStatus(product, input.transactionId, input.errorContext), options))
    },
    waitForOrder: async (input, options) => {
      objectField(input, 'input')
      const { merchantOrderId } = input
      // Now, not at the first look: nobody wants to hear of a slip after 20 s.
      checkKnownId(merchantOrderId, 'merchantOrderId')
      return waitFor(
        {
          read: (each) => getOrderStatus({ merchantOrderId }, each),
          isFinal: ({ state }) => state === 'COMPLETED' || state === 'FAILED',
          expiryOf: ({ expireAt }) => expireAt,
        },
        clock,
        options,
      )
    },
  }
}
