import type { Paise } from '@galla/contract/money'
import type { Finding } from './findings.ts'
import type { RefundObservation } from './observations.ts'
import type { RefundRecord } from './refund.ts'
import type { Report } from './statements.ts'

/** Decides about a refund, once, when nothing stands in the way: what the provider says is agreed to, or the request ends by itself. */
export function decide(
  recorded: RefundRecord,
  found: readonly Finding[],
  observation: RefundObservation,
  nowMs: number,
): RefundRecord {
  if (found.length > 0) return recorded
  const report = recorded.disputed?.report
  if (report) return agree(recorded, report, nowMs)
  const errorCode = endOf(recorded, observation)
  return errorCode === undefined ? recorded : fail(recorded, errorCode, nowMs)
}

/** The provider knows the refund, so a refusal that was stored while it was in doubt did not concern it. */
function agree(recorded: RefundRecord, report: Report, nowMs: number): RefundRecord {
  const { disputed: _, refusal: _refusal, errorCode: _code, detailedErrorCode: _detailed, ...refund } = recorded
  const { amount: _amount, timestamp, ...reported } = report
  return { ...refund, ...reported, ...madeAt(refund, timestamp), ...since(refund, report.state, nowMs), inDoubt: false }
}

/** The refund with another state than before has it since now. */
const since = ({ state, stateSinceMs }: RefundRecord, next: RefundRecord['state'], nowMs: number) => ({
  stateSinceMs: state === next ? stateSinceMs : nowMs,
})

/** The earliest time that the provider gives a refund made outside the gateway, because it may give that of the last change. */
export function madeAt({ origin, madeAtMs, createdAtMs }: RefundRecord, timestamp: number | undefined) {
  if (origin !== 'external' || timestamp === undefined) return {}
  // It was not made after it was found: the provider's clock may be ahead.
  return { madeAtMs: Math.min(timestamp, madeAtMs ?? createdAtMs) }
}

/** Why a request ends without a statement of the provider: it was never sent, or was refused in documented words and the status denies it. */
function endOf(refund: RefundRecord, { kind }: RefundObservation): string | undefined {
  const { state, attempts, approval, refusal, needsReview, disputed } = refund
  // What was reported as paid out ends by a statement or a person only.
  if (state !== 'REQUESTED' || disputed?.paidOut) return undefined
  if (refusal?.isDenied && refusal.meaning === 'refused') return refusal.code ?? 'REFUSED'
  if (approval === 'declined') return 'DECLINED'
  if (approval === 'expired') return 'APPROVAL_EXPIRED'
  // One of the two payments is kept for what was delivered.
  return kind === 'not-needed' && attempts === 0 && !needsReview ? 'OTHER_PAYMENT_REFUNDED' : undefined
}

/** Its amount is free again. */
export function fail(refund: RefundRecord, errorCode: string, nowMs: number): RefundRecord {
  const { disputed: _, refusal: __, ...rest } = refund
  return { ...rest, ...since(refund, 'FAILED', nowMs), errorCode, state: 'FAILED', inDoubt: false }
}

/** Records a person's decision that the provider's refund has this state and amount. */
export function settle(
  refund: RefundRecord,
  state: RefundRecord['state'],
  amount: number,
  nowMs: number,
): RefundRecord {
  const { disputed: _, refusal: __, errorCode: _code, detailedErrorCode: _detailed, ...rest } = refund
  return { ...rest, ...since(refund, state, nowMs), amount: amount as Paise, state, inDoubt: false }
}
