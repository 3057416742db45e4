import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { BankStatementMethods } from '../bank-statement-methods.ts'
import { type GatewayContext, readsOfCaller } from '../context.ts'
import { GatewayError } from '../errors.ts'
import type { LedgerMethods, LinkMethods, OrderMethods, PayerMethods, RefundMethods } from '../gateway-methods.ts'
import type { DayCloseMethods, SettlementMethods } from '../settlement-methods.ts'
import { listOrders } from '../storage/orders/order-list.ts'
import { readOrder, viewOrder } from '../storage/orders/orders.ts'
import { findRefund, listRefunds, viewRefund } from '../storage/refunds/refunds.ts'
import { ledgerCsv, ledgerPage } from './finance/ledger-export.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { cancelLink, createPaymentLink, remindOfLink } from './orders/links.ts'
import { payOrder } from './orders/pay-order.ts'
import { resumeOrder, startOrder } from './orders/start-order.ts'
import { syncsOfReturnedPayers } from './orders/sync-returned.ts'
import { erasePayer, holdOrder, legalHolds, previewErasure, releaseOrder } from './privacy/payer-erasure.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { resolveRefundReview } from './refunds/resolve-refund.ts'
import { syncRefund } from './refunds/sync-refund.ts'
import { settlementMethods } from './settlements/methods.ts'
import { bankStatementMethods } from './statements/methods.ts'
import { checkStorable } from './validation.ts'

/** The operations of the merchant's code, in this process or over the merchant API. */
export interface MerchantServices {
  readonly orders: OrderMethods
  readonly links: LinkMethods
  readonly refunds: RefundMethods
  readonly payers: PayerMethods
  readonly ledger: LedgerMethods
  readonly settlements: SettlementMethods
  readonly bankStatements: BankStatementMethods
  readonly dayCloses: DayCloseMethods
}

/** `during` registers work that `gateway.close()` waits for. */
export function merchantServices(
  context: GatewayContext,
  during: <Result>(work: () => Promise<Result>) => Promise<Result>,
): MerchantServices {
  const { database, clock } = context
  // Lists are called as often as a key allows, and may take long: no payment waits for them.
  const reading = { ...context, database: readsOfCaller(context) }
  const viewStored = async (merchantOrderId: string): Promise<Order | undefined> => {
    const row = await readOrder(database, merchantOrderId)
    return row && viewOrder(row)
  }
  const syncReturned = syncsOfReturnedPayers(context)
  const syncRefundNow = async (merchantRefundId: string): Promise<Refund> => {
    const row = await findRefund(database, merchantRefundId)
    if (!row) throw new GatewayError('NOT_FOUND', `There is no refund ${merchantRefundId}`)
    return viewRefund((await syncRefund(context, row)) ?? row)
  }
  /** `given`: values of the caller by name. @throws GatewayError INVALID_REQUEST for a text that PostgreSQL cannot compare */
  const call = <Result>(given: object, work: () => Promise<Result>): Promise<Result> =>
    during(async () => {
      for (const [field, value] of Object.entries(given ?? {})) checkStorable(value, field)
      return work()
    })
  return {
    orders: {
      start: (order) => during(() => startOrder(context, order)),
      pay: (merchantOrderId, paymentMode) =>
        call({ merchantOrderId }, () => payOrder(context, merchantOrderId, paymentMode)),
      resume: (merchantOrderId) => call({ merchantOrderId }, () => resumeOrder(context, merchantOrderId)),
      get: (merchantOrderId) => call({ merchantOrderId }, () => viewStored(merchantOrderId)),
      list: (query = {}) => call(query, () => listOrders(reading.database, query, clock.now())),
      sync: (merchantOrderId) => call({ merchantOrderId }, () => syncReturned(merchantOrderId)),
      cancel: (merchantOrderId) => call({ merchantOrderId }, () => cancelOrder(context, merchantOrderId)),
    },
    links: {
      create: (link) => during(() => createPaymentLink(context, link)),
      remind: (merchantOrderId, reminder) =>
        call({ merchantOrderId }, () => remindOfLink(context, merchantOrderId, reminder)),
      cancel: (merchantOrderId) => call({ merchantOrderId }, () => cancelLink(context, merchantOrderId)),
    },
    refunds: {
      request: (refund) => call(refund, () => requestRefund(context, { ...refund, origin: 'api' })),
      get: (merchantRefundId) =>
        call({ merchantRefundId }, async () => {
          const row = await findRefund(database, merchantRefundId)
          return row && viewRefund(row)
        }),
      list: (query = {}) => call(query, () => listRefunds(reading.database, query)),
      sync: (merchantRefundId) => call({ merchantRefundId }, () => syncRefundNow(merchantRefundId)),
      resolveReview: (merchantRefundId, resolution) =>
        call({ merchantRefundId }, () => resolveRefundReview(context, merchantRefundId, resolution)),
    },
    payers: {
      preview: (payer) => call(payer, () => previewErasure(context, payer)),
      erase: (payer) => call(payer, () => erasePayer(context, payer)),
      hold: (hold) => call(hold, () => holdOrder(context, hold)),
      release: (merchantOrderId) => call({ merchantOrderId }, () => releaseOrder(context, merchantOrderId)),
      holds: () => during(() => legalHolds(reading)),
    },
    ...settlementMethods(context, reading, during),
    ...bankStatementMethods(context, reading, during),
    ledger: {
      list: (query = {}) => call(query, () => ledgerPage(reading, query)),
      csv: (days = {}) => ledgerCsv(reading, days, (query) => during(() => ledgerPage(reading, query))).chunks,
    },
  }
}
