import type { Send } from '../http/send.ts'
import { orderStatus, type Product, transactionStatus } from '../operations/operations.ts'
import type { Method } from '../options.ts'
import { pollUntilFinal } from '../polling/poll.ts'
import { type OrderStatus, readOrderStatus } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'
import { requireObject, validateLookupId } from '../validation/fields.ts'

/** Status queries of standard and custom checkout. */
export interface OrderQueries {
  /**
   * Reads an order.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the order
   * @example
   * const { state, amount } = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-42' })
   */
  getOrderStatus: Method<
    {
      /** Your id of the order. */
      merchantOrderId: string
      /** Returns every attempt instead of the latest. @default false */
      details?: boolean | undefined
      /** Adds `errorContext` to a failed order. @default false */
      errorContext?: boolean | undefined
      /** Adds `settlementDetails` as received. The provider documents no shape. @default false */
      settlementDetails?: boolean | undefined
    },
    OrderStatus
  >
  /**
   * Reads the order of one attempt.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the attempt
   * @example
   * await galla.standardCheckout.getTransactionStatus({ transactionId: attempt.transactionId })
   */
  getTransactionStatus: Method<
    {
      /** The provider's id of the attempt, `OM…`. */
      transactionId: string
      /** Adds `errorContext` to a failed order. @default false */
      errorContext?: boolean | undefined
    },
    OrderStatus
  >
  /**
   * Polls an order on the provider's schedule, first after 20 s, until the order is final, or 5 s past the expiry.
   * `timeoutMs` bounds the whole wait; by default there is no limit. Resolves with the last status.
   * @throws {GallaError} `timeout` or `aborted`, with outcome `unknown`; an error of a poll that is not `retryable`
   * @example
   * const order = await galla.standardCheckout.waitForOrder({ merchantOrderId: 'order-42' }, { timeoutMs: 600_000 })
   */
  waitForOrder: Method<
    {
      /** Your id of the order. */
      merchantOrderId: string
    },
    OrderStatus
  >
}

export function orderQueries(product: Product, send: Send, clock: Clock): OrderQueries {
  const getOrderStatus: OrderQueries['getOrderStatus'] = async (input, options) => {
    requireObject(input, 'input')
    const { merchantOrderId, details, errorContext, settlementDetails } = input
    return readOrderStatus(
      await send(orderStatus(product, merchantOrderId, details, errorContext, 'checked', settlementDetails), options),
    )
  }
  return {
    getOrderStatus,
    getTransactionStatus: async (input, options) => {
      requireObject(input, 'input')
      return readOrderStatus(await send(transactionStatus(product, input.transactionId, input.errorContext), options))
    },
    waitForOrder: async (input, options) => {
      requireObject(input, 'input')
      const { merchantOrderId } = input
      // Validated here, since the first poll comes 20 s later.
      validateLookupId(merchantOrderId, 'merchantOrderId')
      return pollUntilFinal(
        {
          read: (callOptions) => getOrderStatus({ merchantOrderId }, callOptions),
          isFinal: ({ state }) => state === 'COMPLETED' || state === 'FAILED',
          expiryOf: ({ expireAt }) => expireAt,
        },
        clock,
        options,
      )
    },
  }
}
