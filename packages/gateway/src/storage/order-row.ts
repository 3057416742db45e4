import type { Order } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { defined } from '../domain/defined.ts'
import type { OrderRecord } from '../domain/order.ts'
import { type RefundRecord, refundable, surplusOf } from '../domain/refund.ts'

/** What the provider's reply gave the payer to act on. */
export interface PayerAction {
  readonly redirectUrl?: string
  readonly intentUrl?: string
  readonly qrData?: string
}

/** An order as it lies in its table: our record, and what lists and searches look at. */
export interface OrderRow extends OrderRecord {
  readonly request: {
    readonly redirectUrl: string
    readonly message?: string
    readonly metaInfo?: MetaInfo
    readonly merchantUserId?: string
    readonly [field: string]: unknown
  }
  /** What the provider's reply gave the payer: a page, a link. */
  readonly opened?: PayerAction
  readonly transactionId?: string
  readonly paymentMode?: string
  readonly instrument?: string
  readonly rail?: string
  readonly utr?: string
  readonly payerVpa?: string
  readonly refundedAmount: number
  readonly updatedAtMs: number
  readonly nextPollAtMs?: number
  /** When the payment was begun at the provider; a custom checkout's payer chooses first. */
  readonly openedAtMs?: number
  readonly version: number
}

/** SQL's null is our "not there". */
export function withoutNulls<Row extends object>(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row
}

/** What a list shows of the attempts: the one that paid, else the latest. */
export function attemptColumns(
  order: OrderRecord,
): Pick<OrderRow, 'transactionId' | 'paymentMode' | 'instrument' | 'rail' | 'utr' | 'payerVpa'> {
  const attempt = order.attempts.find(({ state }) => state === 'COMPLETED') ?? order.attempts.at(-1)
  if (!attempt) return {}
  const { transactionId, paymentMode, instrument, rail, utr, payerVpa } = attempt
  return defined({ transactionId, paymentMode, instrument, rail, utr, payerVpa })
}

/** The public view of an order; its refunds decide what may still be refunded. */
export function viewOrder(row: OrderRow, refunds: readonly Pick<RefundRecord, 'state' | 'amount'>[]): Order {
  const {
    request,
    opened: _opened,
    openedAtMs: _openedAtMs,
    attempts: _attempts,
    doublePaymentSeen: _seen,
    ...shared
  } = row
  const surplusAmount = surplusOf(row)
  return {
    ...shared,
    ...(surplusAmount > 0 ? { surplusAmount } : {}),
    ...(request.metaInfo ? { metaInfo: request.metaInfo } : {}),
    refundedAmount: row.refundedAmount as Paise,
    refundableAmount: refundable(row, refunds),
  }
}
