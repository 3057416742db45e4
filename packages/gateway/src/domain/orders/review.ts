import type { ReviewFinding, ReviewReason } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import { findingsOf, undecidedFinding } from './findings.ts'
import { find } from './observations.ts'
import { hasFailedAtProvider } from './opening.ts'
import type { OrderRecord } from './order.ts'
import { bookAll, bookedAmount, isCompleted, isNamed, isUnbooked } from './payments.ts'
import type { Learned } from './record.ts'
import { isPaymentInDoubt, refundedOf } from './refund-doubt.ts'

type Reviewed = Pick<OrderRecord, 'needsReview'>

/** True when a person was asked about this, perhaps among other findings. The order of findings decides nothing. */
export const isInReviewFor = ({ needsReview }: Reviewed, code: ReviewReason): boolean =>
  needsReview?.findings.some((finding) => finding.code === code) ?? false

/** True when nothing is decided about the order before a person has answered. An order that is only undecided goes on. */
export const isBlocked = ({ needsReview }: Reviewed): boolean =>
  needsReview?.findings.some((one) => !isUndecided(one)) ?? false

/** An order that the provider has not decided, whose payment is in no doubt. */
const isUndecided = ({ key }: ReviewFinding): boolean => key === 'undecided'

/** The order with what a person is asked about it: what was asked before stays until it is answered. */
export function withQuestions(learned: Learned): OrderRecord {
  const { order, nowMs } = learned
  const { needsReview, ...rest } = order
  const asked = needsReview?.findings ?? []
  const found = findingsOf(learned)
  const kept = asked.filter((one) => !isOver(one, learned))
  const findings = found.reduce(withFinding, kept as readonly ReviewFinding[])
  const [first] = findings
  if (!first) return rest
  const sinceMs = kept.length > 0 && needsReview ? needsReview.sinceMs : nowMs
  return { ...rest, needsReview: { reason: first.code, findings, sinceMs } }
}

/**
 * Ends by itself: an undecided order is looked at again each time, any other status answers what a payment in doubt waits for, and the provider may
 * correct an automatic refund that had failed.
 */
function isOver(asked: ReviewFinding, { decisive, observations }: Learned): boolean {
  if (isPaymentInDoubt(asked)) return decisive?.kind === 'status' && refundedOf(decisive) !== 'unanswered'
  const { code, merchantRefundId } = asked
  const corrected = find(observations, 'automatic-refund-corrected')
  return isUndecided(asked) || (code === 'automatic-refund-failed' && merchantRefundId === corrected?.merchantRefundId)
}

/** Adds a finding. A finding with the same key stays as it is; another number of payments replaces the earlier finding. */
function withFinding(findings: readonly ReviewFinding[], finding: ReviewFinding): readonly ReviewFinding[] {
  if (findings.some(({ key }) => key === finding.key)) return findings
  const at = findings.findIndex(({ code }) => code === 'paid-twice' && code === finding.code)
  return at < 0 ? [...findings, finding] : findings.map((known, index) => (index === at ? finding : known))
}

/** The order in review as undecided, if nothing else is to be asked. What a person has set aside is asked about again by the next check. */
export function withUndecided(learned: Learned, order: OrderRecord): OrderRecord {
  if (order.needsReview) return order
  const before = find(learned.observations, 'console') ? undefined : learned.before.needsReview
  const isAsked = before?.findings.some(isUndecided) ?? false
  const finding = undecidedFinding(learned, order, isAsked)
  if (!finding) return order
  const sinceMs = isAsked && before ? before.sinceMs : learned.nowMs
  return { ...order, needsReview: { reason: finding.code, findings: [finding], sinceMs } }
}

/** A person has answered everything that (s)he was asked. What was reported of the payments is booked, and never less than before. */
export function resolve(order: OrderRecord): OrderRecord {
  const { needsReview, mayNotImport, resolvedFindings = [], ...rest } = order
  const asked = needsReview?.findings ?? []
  const resolved = [...new Set([...resolvedFindings, ...asked.filter(staysResolved).map(({ key }) => key)])]
  return {
    ...rest,
    ...defined({
      mayNotImport: isInReviewFor(order, 'id-in-use') ? undefined : mayNotImport,
      resolvedFindings: resolved.length > 0 ? resolved : undefined,
    }),
    attempts: withBookedPayments(order),
  }
}

/** A second payment that was seen is booked, which its rule knows. An undecided order is set aside until its next check. */
const staysResolved = (one: ReviewFinding): boolean => !isUndecided(one) && one.code !== 'paid-twice'

/** One payment that nothing was decided about is left to the decision; the provider's FAILED was one. */
function withBookedPayments(order: OrderRecord): OrderRecord['attempts'] {
  const { attempts, resolution } = order
  const isOne = attempts.filter(isCompleted).length === 1 && attempts.every(isUnbooked)
  if (isOne && !resolution && !hasFailedAtProvider(order)) return attempts
  return bookAll(attempts)
}

/**
 * Returns the amount paid beyond the order amount while the double payment is in review, less its refunds, in paise; otherwise 0. Payments
 * without an id do not count: they may be payments that have an id. Once more than the order amount is booked, the surplus is 0, because
 * the second payment may be refunded.
 */
export function surplusOf(order: OrderRecord & { readonly surplusRefunded?: number }): Paise {
  const { amount, surplusRefunded = 0 } = order
  if (!isInReviewFor(order, 'paid-twice') || bookedAmount(order) > amount) return 0 as Paise
  const answered = withBookedPayments(order).filter((one) => isNamed(one) && isCompleted(one))
  return Math.max(bookedAmount({ attempts: answered }) - amount - surplusRefunded, 0) as Paise
}
