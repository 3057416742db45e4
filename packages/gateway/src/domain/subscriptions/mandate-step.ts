import type { Paise } from '@galla/contract/money'
import { WAIT } from './action.ts'
import { isInFlight, isOpenDebit } from './debit-steps.ts'
import { isWanted, takeBackMandate, watchLateApproval, watchSetup } from './next-action.ts'
import { isFresh } from './obstacles.ts'
import { type BillingFacts, isMandateEnded, isSubscriptionEnded, type MandateRecord, nextBill } from './subscription.ts'

/** One mandate of a subscription; a renewal has a larger number than the mandate that is debited. */
export type NumberedMandate = MandateRecord & { readonly number: number }

/** The step that is due for one mandate. */
export type MandateStep =
  | { readonly kind: 'wait'; readonly untilMs?: number }
  | {
      readonly kind: 'check-mandate' | 'cancel-mandate' | 'switch-mandate'
      readonly merchantSubscriptionId: string
    }

/**
 * The step of each of these mandates, of the newest first: the mandates beside the one that is debited, and all mandates of an ended subscription. A renewal takes the place of the old mandate once the payer has approved it, and no debit under the old one is announced or under way. Until then
 * the old mandate goes on. Then the old one is cancelled, so that one mandate debits at a time. A new mandate that does not permit the next bill, because
 * the price was raised after its page had ended, is cancelled instead.
 */
export function mandateSteps(
  facts: BillingFacts,
  current: NumberedMandate,
  mandates: readonly NumberedMandate[],
  nowMs: number,
): MandateStep[] {
  return [...mandates]
    .sort((one, other) => other.number - one.number)
    .map((mandate) => stepOf(facts, current, mandate, nowMs))
}

/** True for a new mandate that takes the place of the current mandate when the payer approves: a mandate that permits the next bill. */
const isRenewal = (facts: BillingFacts, current: NumberedMandate, { number, maxAmount }: NumberedMandate): boolean =>
  number > current.number && maxAmount >= nextBill(facts)

/** The largest bill that can be debited, in paise. A new mandate that the payer can approve, or has approved, takes the place of the current mandate. */
export function largestBill(
  facts: BillingFacts,
  current: NumberedMandate,
  all: readonly NumberedMandate[],
  nowMs: number,
): Paise {
  const renewals = all.filter(
    (one) =>
      isRenewal(facts, current, one) &&
      !isMandateEnded(one) &&
      (one.approvedAtMs !== undefined || nowMs < one.setupEndsAtMs),
  )
  return Math.min(current.maxAmount, ...renewals.map(({ maxAmount }) => maxAmount)) as Paise
}

/** True while a request to debit under the current mandate is under way, or an announced debit can be made. */
const isNeeded = (facts: BillingFacts, { state }: NumberedMandate): boolean =>
  facts.debits.some(isInFlight) || (state === 'ACTIVE' && isWanted(facts) && facts.debits.some(isOpenDebit))

function stepOf(facts: BillingFacts, current: NumberedMandate, mandate: NumberedMandate, nowMs: number): MandateStep {
  const { merchantSubscriptionId } = mandate
  const isAwaited = isRenewal(facts, current, mandate) && !isSubscriptionEnded(facts.subscription)
  if (isAwaited && mandate.state === 'ACTIVE' && mandate.approvedAtMs !== undefined) {
    if (isNeeded(facts, current)) return WAIT
    // The payer may have revoked the new mandate while the old one was needed.
    return { kind: isFresh(mandate, nowMs) ? 'switch-mandate' : 'check-mandate', merchantSubscriptionId }
  }
  const action = isAwaited
    ? isMandateEnded(mandate)
      ? watchLateApproval(mandate, nowMs)
      : watchSetup(mandate, nowMs)
    : takeBackMandate(mandate, nowMs)
  if (action.kind === 'check-mandate' || action.kind === 'cancel-mandate')
    return { kind: action.kind, merchantSubscriptionId }
  return action.kind === 'wait' ? action : WAIT
}
