import type { Observation } from './observation.ts'
import type { Refund } from './refund.ts'

/** A refund that the books made by themselves failed just now: its payer was told that the money comes, and nobody else will look. */
export function isStuckGiveBack(before: Refund, { state, origin }: Refund): boolean {
  return state === 'FAILED' && before.state !== 'FAILED' && (origin === 'duplicate' || origin === 'late-success')
}

export function stuckGiveBack({ merchantRefundId, detailedErrorCode, errorCode }: Refund, atMs: number): Observation {
  const code = detailedErrorCode ?? errorCode
  return { kind: 'give-back-failed', atMs, merchantRefundId, ...(code === undefined ? {} : { code }) }
}
