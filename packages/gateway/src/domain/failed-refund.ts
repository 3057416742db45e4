import type { Observation } from './observation.ts'
import type { RefundRecord } from './refund.ts'

/** A refund that the database made by themselves failed just now: its payer was told that the money comes, and nobody else will look. */
export function isFailedAutomaticRefund(before: RefundRecord, { state, origin }: RefundRecord): boolean {
  return state === 'FAILED' && before.state !== 'FAILED' && (origin === 'duplicate' || origin === 'late-payment')
}

export function automaticRefundFailed(
  { merchantRefundId, detailedErrorCode, errorCode }: RefundRecord,
  atMs: number,
): Observation {
  const code = detailedErrorCode ?? errorCode
  return { kind: 'automatic-refund-failed', atMs, merchantRefundId, ...(code === undefined ? {} : { code }) }
}
