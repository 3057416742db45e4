import type { DecidedNext } from '@galla/contract/control/outcomes'

const ENDS: { readonly [Outcome in DecidedNext['outcome']]: (code: string) => string } = {
  SUCCESS: () => 'will succeed',
  FAILURE: (code) => `will fail${code === '' ? '' : ` with ${code}`}`,
  PENDING: () => 'will stay pending',
  LATE_SUCCESS: () => 'will expire, and be paid late',
}

/** `The next payment will fail with ZM` */
export function decidedText({ next, outcome, detailedErrorCode = '' }: DecidedNext): string {
  const which = next === 1 ? 'The next payment' : `The next ${next} payments`
  return `${which} ${ENDS[outcome](detailedErrorCode)}`
}
