import type { MetaInfo } from '@galla/contract/provider/requests'
import { defined } from '../../domain/defined.ts'
import type { Balances } from '../../domain/finance/ledger.ts'
import type { OrderRecord, PaymentAttempt } from '../../domain/orders/order.ts'
import { isNamed, isPayment as isPaid } from '../../domain/orders/payments.ts'

/** The parts of the provider's reply that the payer needs to pay: a page, a link, a QR code, or the token for the mobile SDK. */
export interface PayerAction {
  readonly redirectUrl?: string
  readonly intentUrl?: string
  readonly qrData?: string
  readonly token?: string
}

/** A row of `galla.orders`: the order, and the columns that lists and searches read. */
export interface OrderRow extends OrderRecord, Balances {
  readonly request: {
    readonly redirectUrl?: string
    readonly message?: string
    readonly metaInfo?: MetaInfo
    readonly merchantUserId?: string
    /** Masked: what the payer of a collect request entered. */
    readonly payerVpa?: string
    /** User ids in earlier choices of the payment mode, for erasure. The log of calls holds the ids, even if the provider refused the choice. */
    readonly payerUserIds?: readonly string[]
    readonly [field: string]: unknown
  }
  readonly opened?: PayerAction
  readonly transactionId?: string
  readonly paymentMode?: string
  readonly instrument?: string
  readonly rail?: string
  readonly utr?: string
  readonly payerVpa?: string
  readonly updatedAtMs: number
  /** When the payer of a link was last reminded. */
  readonly remindedAtMs?: number
  readonly nextPollAtMs?: number
  /** Polls in a row that the provider did not answer; at least 1 after any unanswered check. */
  readonly unansweredPolls: number
  /** While a double payment is in review: what refunds have taken of it already, in paise. Those made outside, and those requested since it began. */
  readonly surplusRefunded?: number
  readonly version: number
}

/** The payment, else the latest attempt, of those that the provider named. */
export function shownAttempt({ attempts }: Pick<OrderRecord, 'attempts'>): PaymentAttempt | undefined {
  const named = attempts.filter(isNamed)
  return named.find(isPaid) ?? named.at(-1)
}

/**
 * The columns that a list shows of the attempts: of the completed one, else of the latest. An order may be completed while its list of
 * attempts lags: then none of them is its payment, so there is no id of one, which another order could have as well.
 */
export function attemptColumns(
  order: Pick<OrderRecord, 'attempts' | 'state'>,
): Pick<OrderRow, 'transactionId' | 'paymentMode' | 'instrument' | 'rail' | 'utr' | 'payerVpa'> {
  const attempt = shownAttempt(order)
  if (!attempt) return {}
  const { transactionId, paymentMode, instrument, rail, utr, payerVpa } = attempt
  const isPayment = order.state !== 'COMPLETED' || isPaid(attempt)
  return defined({ ...(isPayment ? { transactionId, utr } : {}), paymentMode, instrument, rail, payerVpa })
}

/** The masked UPI id of the payer: the one that the provider reports, else the one that a collect request was sent to. */
export const shownVpa = (
  order: Pick<OrderRecord, 'attempts' | 'state'>,
  { request }: Pick<OrderRow, 'request'>,
): string | undefined => attemptColumns(order).payerVpa ?? request.payerVpa

/**
 * The payment mode that is stored. The mode that the payer of a custom checkout chose stays until the order is paid, because the provider may
 * report an attempt under another name. A payment that was not sent leaves no choice behind.
 * @param reported the mode of the attempt that is shown
 */
export function shownMode(
  { paymentMode, checkout }: OrderRow,
  { sentAtMs, state }: OrderRecord,
  reported: string | undefined,
): string | undefined {
  if (sentAtMs === undefined) return undefined
  if (checkout === 'CUSTOM' && state !== 'COMPLETED') return paymentMode ?? reported
  return (reported === 'UNKNOWN' ? undefined : reported) ?? paymentMode ?? reported
}
