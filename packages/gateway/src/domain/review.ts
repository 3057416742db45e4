import type { Review, ReviewFinding } from '@galla/contract/gateway-api/orders'
import type { OrderRecord } from './order.ts'

/** Whether the order is in review for this, among others: which finding came first decides nothing. */
export const isInReviewFor = (
  { needsReview }: Pick<OrderRecord, 'needsReview'>,
  code: ReviewFinding['code'],
): boolean => needsReview?.findings.some((finding) => finding.code === code) ?? false

/** The order is paid, and the provider does not say whether the payment was refunded before. */
export const isPaymentInDoubt = ({ code, theirs }: ReviewFinding): boolean =>
  code === 'undecided' && theirs === 'COMPLETED'

/** Those of the findings that the review does not have yet. */
export const newFindings = ({ findings: known }: Review, findings: readonly ReviewFinding[]): ReviewFinding[] =>
  findings.filter((finding) => !known.some((one) => isSameFinding(one, finding)))

/** The review with further findings. A number of payments replaces the one before. */
export const withFindings = ({ findings, sinceMs }: Review, added: readonly ReviewFinding[]): Review =>
  reviewOf(added.reduce(withFinding, findings), sinceMs)

function withFinding(findings: readonly ReviewFinding[], finding: ReviewFinding): readonly ReviewFinding[] {
  const at = finding.code === 'paid-twice' ? findings.findIndex(({ code }) => code === finding.code) : -1
  return at < 0 ? [...findings, finding] : findings.map((known, index) => (index === at ? finding : known))
}

/** The review goes on for the findings that `isOver` does not name, and ends without any; undefined when it names none. */
export function endFinding(order: OrderRecord, isOver: (finding: ReviewFinding) => boolean): OrderRecord | undefined {
  const { needsReview, ...rest } = order
  const left = needsReview?.findings.filter((finding) => !isOver(finding)) ?? []
  if (!needsReview || left.length === needsReview.findings.length) return undefined
  return left.length === 0 ? rest : { ...order, needsReview: reviewOf(left, needsReview.sinceMs) }
}

function reviewOf(findings: readonly ReviewFinding[], sinceMs: number): Review {
  const [first] = findings
  if (!first) throw new Error('A review has a finding')
  return { reason: first.code, findings, sinceMs }
}

/** PostgreSQL orders the fields of stored JSON by itself. */
function isSameFinding(one: ReviewFinding, other: ReviewFinding): boolean {
  const [a, b] = [one, other].map((finding) => JSON.stringify(Object.entries(finding).sort()))
  return a === b
}
