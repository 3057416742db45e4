import type { Action } from '../../domain/subscriptions/action.ts'
import { type MandateStep, mandateSteps } from '../../domain/subscriptions/mandate-step.ts'
import { nextAction } from '../../domain/subscriptions/next-action.ts'
import { type BillingPolicy, isMandateEnded, isSubscriptionEnded } from '../../domain/subscriptions/subscription.ts'
import { factsOf, type StoredBilling } from './facts.ts'

/** The one thing that is due for a subscription. */
export type Step = Action | MandateStep

/** Steps that the provider can refuse. */
const ASKING: readonly Step['kind'][] = ['check-mandate', 'cancel-mandate', 'check-debit', 'notify', 'redeem']

/** Steps that wait, or that ask or pay somebody. The others only change the subscription itself. */
export const OUTWARD: readonly Step['kind'][] = [...ASKING, 'wait', 'return-payment']

const isDue = ({ kind }: Step): boolean => kind !== 'wait'

/**
 * Next step of a subscription. A renewal is taken into use first, and asked about first, because the subscription may wait for the renewal. A mandate is
 * taken back last. Several steps that the provider can refuse take turns, so that a step that is refused for ever only delays the others.
 * @param unanswered requests in a row without an answer
 */
export function nextStep(billing: StoredBilling, policy: BillingPolicy, nowMs: number, unanswered: number): Step {
  const facts = factsOf(billing)
  const { mandate, mandates } = billing
  const isEnded = isSubscriptionEnded(facts.subscription)
  const followed = isEnded ? mandates : mandates.filter((one) => one !== mandate)
  const ofMandates = mandateSteps(facts, mandate, followed, nowMs)
  const renewed = ofMandates.find(({ kind }) => kind === 'switch-mandate')
  if (renewed) return renewed
  const own = nextAction(facts, policy, nowMs)
  const questions = isEnded ? [] : questionsOf(billing, ofMandates)
  // Nobody can refuse a step that changes the subscription only, or that returns a payment.
  const isFree = isDue(own) && !ASKING.includes(own.kind)
  const others = isFree ? [] : ofMandates.filter((one) => isDue(one) && !questions.includes(one))
  const due = [...questions, own, ...others].filter(isDue)
  return due[unanswered % due.length] ?? soonest([own, ...ofMandates])
}

/** Questions about mandates. News of the mandate that is debited, such as a pause, is asked about whatever else is planned. */
function questionsOf({ mandate }: StoredBilling, ofMandates: readonly MandateStep[]): Step[] {
  const ofOthers = ofMandates.filter(({ kind }) => kind === 'check-mandate')
  return mandate.hasNews && !isMandateEnded(mandate) ? [...ofOthers, { kind: 'check-mandate' }] : ofOthers
}

/** The shortest of several waits. */
function soonest(waits: readonly Step[]): Step {
  const times = waits.flatMap((one) => (one.kind === 'wait' && one.untilMs !== undefined ? [one.untilMs] : []))
  return times.length === 0 ? { kind: 'wait' } : { kind: 'wait', untilMs: Math.min(...times) }
}
