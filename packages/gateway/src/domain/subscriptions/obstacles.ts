import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { type Action, askAt } from './action.ts'
import { type CycleRecord, isMandateEnded, type MandateRecord } from './subscription.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Time that an announcement needs beside the 24 hours of the rule. Milliseconds. */
export const NOTICE_MARGIN_MS = HOUR_MS

/** Age of the newest answer about the mandate at which a debit may be announced, at most. Milliseconds. */
const MANDATE_AGE_MS = 10 * MINUTE_MS

/** Interval of the questions about a mandate that is paused, changes or is not known. Milliseconds. */
export const CHANGING_MS = 6 * HOUR_MS

export const CHECK_MANDATE = { kind: 'check-mandate' } as const satisfies Action

const MANDATE_ENDED: Action = { kind: 'halt', reason: 'mandate-ended' }

/** True when the newest answer of the provider is from just now, and no news has come since. */
export const isFresh = ({ checkedAtMs }: Pick<MandateRecord, 'checkedAtMs'>, nowMs: number): boolean =>
  checkedAtMs !== undefined && nowMs - checkedAtMs < MANDATE_AGE_MS

/** The time of a first answer that a mandate is not known: too old to halt a subscription, so that the provider is asked again. Epoch milliseconds. */
export const firstUnknownAtMs = (nowMs: number): number => nowMs - MANDATE_AGE_MS

/** True for a mandate that the provider does not know any more, or whose state is not a known one. */
export const isMandateLost = ({ state }: Pick<MandateRecord, 'state'>): boolean => state === 'UNKNOWN'

/**
 * The obstacle to a debit that is due at `startMs`: the mandate has ended, or the provider does not know the mandate. A wrong answer, such as of another
 * account, is healed by a later one, so a mandate that is not known is asked for until then, and once more just before the halt.
 */
export function lossOf(mandate: MandateRecord, startMs: number, nowMs: number): Action | undefined {
  if (isMandateEnded(mandate)) return askAt(startMs, nowMs, MANDATE_ENDED)
  if (!isMandateLost(mandate)) return undefined
  const { checkedAtMs } = mandate
  if (checkedAtMs === undefined) return CHECK_MANDATE
  if (nowMs < startMs) return askAt(Math.min(checkedAtMs + CHANGING_MS, startMs), nowMs, CHECK_MANDATE)
  return isFresh(mandate, nowMs) ? MANDATE_ENDED : askAt(checkedAtMs + HOUR_MS, nowMs, CHECK_MANDATE)
}

/** The obstacle to an announcement of a cycle that begins at `startMs`: the mandate is not known to be active, or does not permit the debit. */
export function obstacleOf(
  mandate: MandateRecord,
  { amount }: CycleRecord,
  startMs: number,
  nowMs: number,
): Action | undefined {
  const loss = lossOf(mandate, startMs, nowMs)
  if (loss) return loss
  // The cycle before is paid: a halt waits for its end.
  const halt = (reason: 'above-mandate' | 'mandate-expires') => askAt(startMs, nowMs, { kind: 'halt', reason })
  const { expiresAtMs, maxAmount, amountType } = mandate
  if (amount > maxAmount || (amountType === 'FIXED' && amount !== maxAmount)) return halt('above-mandate')
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs + NOTICE_MS + NOTICE_MARGIN_MS) return halt('mandate-expires')
  return isFresh(mandate, nowMs) ? undefined : CHECK_MANDATE
}
