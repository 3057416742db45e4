import type { PaidOrder, StartedOrder, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { Order, OrdersQuery, Page } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import { GatewayError } from '../errors.ts'
import type { PaymentChoice } from '../provider/provider-port.ts'
import { listOrders } from '../storage/order-list.ts'
import { readOrder, viewOrder } from '../storage/orders.ts'
import { listRefunds, type RefundsFilter, readRefund, refundsOf, viewRefund } from '../storage/refunds.ts'
import { payOrder } from './pay-order.ts'
import { type RefundRequest, requestRefund } from './request-refund.ts'
import { startOrder } from './start-order.ts'
import { syncOrder } from './sync-order.ts'
import { syncRefund } from './sync-refund.ts'

/** The operations of the merchant's code, in this process or over the merchant API. */
export interface MerchantServices {
  readonly orders: {
    /** Stores the order, then creates it at the provider. */
    start(order: StartOrder): Promise<StartedOrder>
    /** Custom checkout: starts the payment in the mode that the payer chose. */
    pay(merchantOrderId: string, paymentMode: PaymentChoice): Promise<PaidOrder>
    /** The stored order; undefined when there is none. */
    get(merchantOrderId: string): Promise<Order | undefined>
    /** Newest first, in pages: pass the `next` of a page as `after` to get the following one. */
    list(query?: OrdersQuery): Promise<Page<Order>>
    /** Checks the status at the provider now, for example when the payer has returned, and resolves with the updated order. */
    sync(merchantOrderId: string): Promise<Order>
  }
  readonly refunds: {
    /** Resolves when the request is durable; a worker sends it. The same id and amount again creates no second refund. */
    request(refund: RefundRequest): Promise<Refund>
    get(merchantRefundId: string): Promise<Refund | undefined>
    list(query?: RefundsFilter): Promise<Page<Refund>>
    /** Checks the status at the provider now. */
    sync(merchantRefundId: string): Promise<Refund>
  }
}

/** `during` registers work that `gateway.close()` waits for. */
export function merchantServices(
  context: GatewayContext,
  during: <Result>(work: () => Promise<Result>) => Promise<Result>,
): MerchantServices {
  const { database, clock } = context
  const viewStored = async (merchantOrderId: string): Promise<Order | undefined> => {
    const row = await readOrder(database, merchantOrderId)
    return row && viewOrder(row, await refundsOf(database, merchantOrderId))
  }
  /** The redirect is recorded as an observation, but only the status decides: a payer can forge the redirect. */
  const syncNow = async (merchantOrderId: string): Promise<Order> => {
    const row = await readOrder(database, merchantOrderId)
    if (!row) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    await syncOrder(context, row, [{ kind: 'redirect', atMs: clock.now() }])
    return (await viewStored(merchantOrderId)) ?? viewOrder(row, await refundsOf(database, merchantOrderId))
  }
  const syncRefundNow = async (merchantRefundId: string): Promise<Refund> => {
    const row = await readRefund(database, merchantRefundId)
    if (!row) throw new GatewayError('NOT_FOUND', `There is no refund ${merchantRefundId}`)
    const applied = await syncRefund(context, row)
    return viewRefund(applied?.refund ?? row)
  }
  return {
    orders: {
      start: (order) => during(() => startOrder(context, order)),
      pay: (merchantOrderId, paymentMode) => during(() => payOrder(context, merchantOrderId, paymentMode)),
      get: viewStored,
      list: (query = {}) => listOrders(database, query, clock.now()),
      sync: (merchantOrderId) => during(() => syncNow(merchantOrderId)),
    },
    refunds: {
      request: (refund) => during(() => requestRefund(context, refund)),
      async get(merchantRefundId) {
        const row = await readRefund(database, merchantRefundId)
        return row && viewRefund(row)
      },
      list: (query = {}) => listRefunds(database, query),
      sync: (merchantRefundId) => during(() => syncRefundNow(merchantRefundId)),
    },
  }
}
