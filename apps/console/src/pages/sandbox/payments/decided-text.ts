import type { QueuedOutcome } from '@galla/contract/sandbox-api/outcomes'

const ENDS: { readonly [Outcome in QueuedOutcome['outcome']]: (code: string) => string } = {
  SUCCESS: () => 'will succeed',
  FAILURE: (code) => `will fail${code === '' ? '' : ` with ${code}`}`,
  PENDING: () => 'will stay pending',
  LATE_PAYMENT: () => 'will expire, and be paid late',
}

/** `The next payment will fail with ZM` */
export function decidedText({ next, outcome, detailedErrorCode = '' }: QueuedOutcome): string {
  const which = next === 1 ? 'The next payment' : `The next ${next} payments`
  return `${which} ${ENDS[outcome](detailedErrorCode)}`
}
