import { DAY_MS } from '../finance/indian-time.ts'
import { debitEndMs } from './debit-steps.ts'
import type { DebitRecord } from './subscription.ts'

/** Pause after an announcement that led to no debit; it doubles with each one in a row. Milliseconds. */
const VOID_PAUSE_MS = 15 * 60_000

/** Refused announcements in a row after which a cycle is not announced any more: the pauses between them take eleven days. */
const MAX_REFUSALS = 11

export const hasTries = ({ tries }: DebitRecord): boolean => tries.length > 0

/** Refused announcements at the end of the orders of a cycle. */
function refusalsOf(debits: readonly DebitRecord[]): number {
  const announced = debits.filter((one) => !one.isSetup)
  return announced.length - 1 - announced.findLastIndex((one) => !one.isRefused)
}

/**
 * True when the provider refuses to announce the debit. A payer who pauses the mandate just before an announcement can cause one refusal: the pause is known
 * before the next announcement.
 */
export const isNoticeRefused = (debits: readonly DebitRecord[]): boolean => refusalsOf(debits) > 1

/**
 * When the next debit may be announced after an announcement that was not debited, because the payer paused the mandate, the provider was away or refused
 * the announcement: that is no failed debit. Undefined when the provider has refused for so long that a person must look. Epoch milliseconds.
 */
export function afterVoid(last: DebitRecord, voids: number, debits: readonly DebitRecord[]): number | undefined {
  const refusals = refusalsOf(debits)
  if (refusals === 0) return debitEndMs(last) + Math.min(VOID_PAUSE_MS * 2 ** (voids - 1), DAY_MS)
  return refusals < MAX_REFUSALS ? debitEndMs(last) + VOID_PAUSE_MS * 2 ** (refusals - 1) : undefined
}
