import { isInFlight } from './debit-steps.ts'
import { cycleAt, periodOf } from './periods.ts'
import type { BillingFacts, SubscriptionRecord } from './subscription.ts'

/** When a cancelled subscription ends; undefined while nobody has cancelled the subscription. Epoch milliseconds. */
export function endOfSubscription(facts: BillingFacts): number | undefined {
  const { cancel } = facts.subscription
  if (!cancel) return undefined
  return cancel.at === 'cycle-end' ? (paidUntil(facts, cancel.sinceMs) ?? cancel.sinceMs) : cancel.sinceMs
}

/** Number of the cycle in which somebody cancelled, else of the cycle of now; 0 before the first day. */
export const currentCycle = ({ startsOn, frequency, cancel }: SubscriptionRecord, nowMs: number): number =>
  cycleAt(startsOn, frequency, cancel?.sinceMs ?? nowMs)

/**
 * The end of the time that is paid at a cancellation, or of the trial; undefined when nothing is paid. A debit that is under way decides what the payer
 * has paid for. No other debit is made after a cancellation.
 */
export function paidUntil(facts: BillingFacts, cancelledAtMs: number): number | undefined {
  const { subscription, mandate } = facts
  const { state, startsOn, frequency } = subscription
  if (state === 'CREATED' && mandate.approvedAtMs === undefined) return undefined
  const number = cycleAt(startsOn, frequency, cancelledAtMs)
  return number === 0 || isPaid(facts, number) ? endOfCancelled(subscription, cancelledAtMs) : undefined
}

/** Where a later cycle is open already, the current one is closed. */
function isPaid({ cycle, current, debits }: BillingFacts, number: number): boolean {
  if (cycle?.number === number && debits.some((one) => one.isFulfilled || isInFlight(one))) return true
  const outcome = [cycle, current].find((one) => one?.number === number)?.outcome
  return outcome === 'PAID' || outcome === 'FREE'
}

/** True while a debit under way decides whether the newest cycle is paid. */
export const awaitsDebit = ({ cycle, debits }: BillingFacts): boolean =>
  cycle !== undefined &&
  cycle.outcome === undefined &&
  !debits.some((one) => one.isFulfilled) &&
  debits.some(isInFlight)

/** The subscription after a cancellation. A cycle that nobody has paid ends at once. */
export function cancelled(facts: BillingFacts, asked: 'now' | 'cycle-end', nowMs: number): SubscriptionRecord {
  const at = paidUntil(facts, nowMs) === undefined ? 'now' : asked
  return { ...facts.subscription, cancel: { at, sinceMs: nowMs } }
}

/** End of the cycle in which somebody cancelled; of a trial, its last day. */
export function endOfCancelled({ startsOn, frequency, cycles }: SubscriptionRecord, sinceMs: number): number {
  const number = cycleAt(startsOn, frequency, sinceMs)
  if (number === 0) return periodOf(startsOn, frequency, 1).startMs
  return periodOf(startsOn, frequency, Math.min(number, cycles ?? number)).endMs
}
