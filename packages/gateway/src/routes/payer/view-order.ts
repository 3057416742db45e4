import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { nextPollDelayMs } from '@galla/sdk'
import { payerPollIntervalMs } from '../../domain/schedule.ts'
import type { OrderRow } from '../../storage/order-row.ts'

/** An order as its payer may see it: nothing of another, nothing of the shop's, nothing of how it was judged. */
export function viewForPayer(row: OrderRow, nowMs: number, paymentMethods: PaymentMethods): PayerView {
  const { merchantOrderId, amount, state, checkout, opened, openedAtMs, expiresAtMs } = row
  const { errorCode, detailedErrorCode } = row
  const note = noteOf(row, nowMs)
  const next = payerPollIntervalMs(row, nowMs, nextPollDelayMs)
  const explains = FAILURE_CODES[detailedErrorCode ?? '']?.meaning
  const paying = state === 'PENDING' || state === 'CREATED'
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
    ...(paying && checkout === 'STANDARD' && opened?.redirectUrl ? { redirectUrl: opened.redirectUrl } : {}),
    // Begun is begun, though the provider has not answered yet: a payer who is let choose again might pay twice.
    ...(paying && checkout === 'CUSTOM' && openedAtMs !== undefined
      ? { payment: { type: row.paymentMode ?? 'UNKNOWN', ...opened } }
      : {}),
    ...(state === 'FAILED' && errorCode !== undefined ? { errorCode } : {}),
    ...(state === 'FAILED' && explains !== undefined ? { explains } : {}),
  }
}

/** Nothing that the payer could do or learn here will change any more. */
export function isFinal({ state, needsReview }: Pick<OrderRow, 'state' | 'needsReview'>): boolean {
  return needsReview === undefined && (state === 'COMPLETED' || state === 'FAILED')
}

/** Codes of an order that nobody acted on in time: nothing went wrong. */
const RAN_OUT = new Set(['ORDER_EXPIRED', 'INTENT_EXPIRED'])

function noteOf(row: OrderRow, nowMs: number): PayerView['note'] {
  const { state, resolution, needsReview, expiresAtMs, detailedErrorCode } = row
  if (needsReview) return 'unknown'
  if (resolution === 'late-refund') return 'late-payment'
  if (resolution === 'duplicate-refund') return 'refunding'
  if (state === 'FAILED') return RAN_OUT.has(detailedErrorCode ?? '') ? 'expired' : undefined
  const open = state === 'PENDING' || state === 'CREATED'
  return open && expiresAtMs !== undefined && nowMs > expiresAtMs ? 'expired' : undefined
}
