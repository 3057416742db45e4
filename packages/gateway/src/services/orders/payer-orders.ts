import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { nextPollDelayMs } from '@galla/sdk'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { hasHostedPage } from '../../domain/orders/checkout.ts'
import { payerPollIntervalMs } from '../../domain/orders/payer-polls.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { paidOrderOf, readOrder, replacementOf, unclearOrderOf } from '../../storage/orders/orders.ts'

/** An order as the payer's routes read it. They answer with `viewForPayer` only. */
export interface PayerOrder extends OrderRow {
  /** Another order of its reference is paid. */
  readonly paidBy?: string
  /** The order is open, and the review of another one of its reference does not say whether that one is paid. */
  readonly perhapsPaidBy?: string
  /** The order is open, and a later one of its reference has another amount. */
  readonly replacedBy?: string
}

export async function readPayerOrder(
  { database }: Pick<GatewayContext, 'database'>,
  merchantOrderId: string,
): Promise<PayerOrder | undefined> {
  const row = await readOrder(database, merchantOrderId)
  if (!row || (row.state === 'COMPLETED' && isFinal(row))) return row
  const other = (found: string | undefined) => (found === merchantOrderId ? undefined : found)
  const paidBy = other(await paidOrderOf(database, row.reference))
  if (paidBy !== undefined || isFinal(row)) return { ...row, ...defined({ paidBy }) }
  const [unclear, replacedBy] = await Promise.all([
    unclearOrderOf(database, row.reference),
    replacementOf(database, merchantOrderId),
  ])
  return { ...row, ...defined({ perhapsPaidBy: other(unclear), replacedBy }) }
}

/** True when another order of the cart blocks the payment of this order: the other order is paid, may be paid, or has the newer amount. */
export function isSettledElsewhere({ paidBy, perhapsPaidBy, replacedBy }: PayerOrder): boolean {
  return paidBy !== undefined || perhapsPaidBy !== undefined || replacedBy !== undefined
}

/** Returns the part of an order that the payer may see: no merchant data and no decisions. */
export function viewForPayer(row: PayerOrder, nowMs: number, paymentMethods: PaymentMethods): PayerView {
  const { merchantOrderId, amount, state, checkout, opened, sentAtMs, expiresAtMs } = row
  const { errorCode, detailedErrorCode } = row
  const note = noteOf(row, nowMs)
  const next = nextViewDelayMs(row, nowMs)
  const paying = (state === 'PENDING' || state === 'CREATED') && row.needsReview === undefined
  // No link to a second payment of the cart.
  const links = isSettledElsewhere(row) ? undefined : opened
  return {
    merchantOrderId,
    amount,
    state,
    nowMs,
    checkout,
    paymentMethods,
    ...(note === undefined ? {} : { note }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(next === undefined ? {} : { pollAfterMs: next }),
    ...(paying && isWithBank(row) ? { attemptPending: true } : {}),
    ...(paying && hasHostedPage(checkout) && links?.redirectUrl ? { redirectUrl: links.redirectUrl } : {}),
    // Also while the reply is unknown: a payer who could choose again might pay twice.
    ...(paying && checkout === 'CUSTOM' && sentAtMs !== undefined
      ? { payment: { type: row.paymentMode ?? 'UNKNOWN', ...links } }
      : {}),
    ...(state === 'FAILED' && errorCode !== undefined ? { errorCode } : {}),
    ...(state === 'FAILED' && detailedErrorCode !== undefined ? { detailedErrorCode } : {}),
  }
}

/** True when the payer has acted. For a QR code, the provider does not say whether it was scanned: a page may show a code without the payer. */
function isWithBank({ attempts }: PayerOrder): boolean {
  const latest = attempts.at(-1)
  return latest?.state === 'PENDING' && latest.paymentMode !== 'UPI_QR'
}

/** When a page or a stream reads the order next, in milliseconds; undefined when it cannot change any more. */
export function nextViewDelayMs(order: PayerOrder, nowMs: number): number | undefined {
  return payerPollIntervalMs(order, nowMs, nextPollDelayMs)
}

/** True when the view cannot change any more. */
export function isFinal({ state, needsReview }: Pick<PayerOrder, 'state' | 'needsReview'>): boolean {
  return needsReview === undefined && (state === 'COMPLETED' || state === 'FAILED')
}

/** Codes of an order that expired unpaid. */
const EXPIRED_CODES = new Set(['ORDER_EXPIRED', 'INTENT_EXPIRED'])

function noteOf(row: PayerOrder, nowMs: number): PayerView['note'] {
  const { state, resolution, needsReview, expiresAtMs, detailedErrorCode, paidBy, replacedBy } = row
  if (needsReview) return 'unknown'
  if (resolution === 'late-refund') return 'late-payment'
  if (resolution === 'duplicate-refund') return 'refunding'
  // Also of a failed one: an invitation to try again would be one to pay twice.
  if (paidBy !== undefined) return 'already-paid'
  if (state === 'FAILED') return EXPIRED_CODES.has(detailedErrorCode ?? '') ? 'expired' : undefined
  const open = state === 'PENDING' || state === 'CREATED'
  // Of a replaced order as well: its page takes no payment any more.
  const isOver = replacedBy !== undefined || (expiresAtMs !== undefined && nowMs > expiresAtMs)
  return open && isOver ? 'expired' : undefined
}
