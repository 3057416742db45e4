import type { CycleOutcome } from '@galla/contract/gateway-api/subscriptions'
import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import { DAY_MS } from '../finance/indian-time.ts'
import { type Action, askAt, nextCheck, sooner, WAIT, waitUntil } from './action.ts'
import { endOfSubscription } from './cancellation.ts'
import { debitEndMs, isInFlight, isOpenDebit, nextDebitStep } from './debit-steps.ts'
import { CHANGING_MS, CHECK_MANDATE, isMandateLost, lossOf, NOTICE_MARGIN_MS, obstacleOf } from './obstacles.ts'
import { cycleAt, type Period, periodOf } from './periods.ts'
import {
  type BillingFacts,
  type BillingPolicy,
  type CycleRecord,
  type DebitRecord,
  isMandateEnded,
  isSubscriptionEnded,
  type MandateRecord,
  type SubscriptionRecord,
} from './subscription.ts'
import { afterVoid, hasTries, isNoticeRefused } from './void-notices.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Time after the earliest debit in which it is made, with its repetitions. Milliseconds. */
const DEBIT_LIFE_MS = 3 * DAY_MS

/**
 * The next step of a subscription. Every debit comes from here: it is announced only when no other order of the cycle can still collect, and requested
 * only when the provider has just said that the mandate is active. The mandate of an ended subscription has steps of its own.
 */
export function nextAction(facts: BillingFacts, policy: BillingPolicy, nowMs: number): Action {
  const { subscription, debits } = facts
  if (isSubscriptionEnded(subscription)) return leftOfEnded(facts, nowMs)
  const endMs = endOfSubscription(facts)
  if (endMs === undefined) return nextOfRunning(facts, policy, nowMs)
  if (nowMs < endMs) return sooner(nextOfRunning(facts, policy, nowMs), waitUntil(endMs))
  // A debit that is under way decides what the payer has paid for.
  if (debits.some(isInFlight)) return nextOfRunning(facts, policy, nowMs)
  return closePaid(facts) ?? { kind: 'end', state: 'CANCELLED' }
}

function nextOfRunning(facts: BillingFacts, policy: BillingPolicy, nowMs: number): Action {
  const { cycle, debits } = facts
  const open = debits.find((one) => isFollowed(facts, one))
  // An order that may still collect is followed to its end, whatever became of the subscription meanwhile.
  if (open) return sooner(changeOfPause(facts, nowMs) ?? WAIT, nextDebitStep(facts, open, isWanted(facts), nowMs))
  return cycle && cycle.outcome === undefined
    ? ofOpenCycle(facts, cycle, policy, nowMs)
    : betweenCycles(facts, policy, nowMs)
}

/** True while the cycle waits for an order. A cycle that is left out does not wait for an announced debit that was never requested: the order expires. */
function isFollowed({ subscription, cycle }: BillingFacts, debit: DebitRecord): boolean {
  if (!isOpenDebit(debit)) return false
  const isLeftOut = cycle?.isSkipped || subscription.cancel !== undefined
  return !isLeftOut || debit.isSetup || debit.needsReview || hasTries(debit)
}

/** True while the open cycle is to be collected. The announced debit of any other cycle is left to expire, and a cancelled subscription asks for no debit. */
export function isWanted({ subscription, cycle, mandate, debits }: BillingFacts): boolean {
  const { state, cancel } = subscription
  if ((state !== 'ACTIVE' && state !== 'PAST_DUE') || cancel) return false
  // While a person decides about an order of the cycle, the payer is not debited again.
  if (isMandateEnded(mandate) || debits.some((one) => one.isFulfilled || one.needsReview)) return false
  return cycle !== undefined && cycle.outcome === undefined && !cycle.isSkipped
}

/** The mandate of an ended subscription is cancelled, so that nothing can debit it. A payer may approve a mandate late. */
export function takeBackMandate(mandate: MandateRecord, nowMs: number): Action {
  const { state, checkedAtMs } = mandate
  if (isMandateEnded(mandate)) return watchLateApproval(mandate, nowMs)
  if (state === 'ACTIVATION_IN_PROGRESS' || state === 'UNKNOWN') return watchSetup(mandate, nowMs)
  if (checkedAtMs === undefined || state === 'CANCEL_IN_PROGRESS')
    return askAt((checkedAtMs ?? nowMs - HOUR_MS) + HOUR_MS, nowMs, CHECK_MANDATE)
  return { kind: 'cancel-mandate' }
}

/** A payer may approve after the page has ended: a mandate that was reported as ended before the payment is asked for again. */
export function watchLateApproval({ state, setupPaidAtMs, checkedAtMs }: MandateRecord, nowMs: number): Action {
  const isOfSetup = state === 'EXPIRED' || state === 'FAILED'
  if (!isOfSetup || setupPaidAtMs === undefined || (checkedAtMs ?? 0) >= setupPaidAtMs + HOUR_MS) return WAIT
  return askAt(nextCheck(setupPaidAtMs, checkedAtMs), nowMs, CHECK_MANDATE)
}

/** The open parts of an ended subscription: its last debit, which is not requested any more, a payment that came after the end, and its cycle. */
function leftOfEnded(facts: BillingFacts, nowMs: number): Action {
  const { subscription, cycle, debits } = facts
  const open = debits.find(isOpenDebit)
  if (open) return nextDebitStep(facts, open, false, nowMs)
  if (!cycle || cycle.outcome !== undefined) return WAIT
  const late = debits.find((one) => one.isFulfilled)
  if (late && isToReturn(late)) return { kind: 'return-payment', merchantOrderId: late.merchantOrderId }
  if (late?.hasOpenRefund || late?.needsReview) return WAIT
  const isOver = nowMs >= periodOf(subscription.startsOn, subscription.frequency, cycle.number).endMs
  const isMissed = isOver && !cycle.isSkipped && !late
  return { kind: 'close-cycle', number: cycle.number, outcome: isMissed ? uncollected(facts) : 'SKIPPED' }
}

/**
 * True for a payment that came after the end of its subscription and goes back now. A refund that is open may fail, and then its money goes back as well.
 * A person decides about an order in review.
 */
export const isToReturn = ({ isFulfilled, hasOpenRefund, needsReview, isReturned }: DebitRecord): boolean =>
  isFulfilled && !hasOpenRefund && !needsReview && !isReturned

/** Asks for a mandate until a day after its setup has ended, and until it is active when the payer has approved it. */
export function watchSetup({ setupEndsAtMs, approvedAtMs, checkedAtMs }: MandateRecord, nowMs: number): Action {
  if (checkedAtMs === undefined) return CHECK_MANDATE
  if (approvedAtMs !== undefined) return askAt(nextCheck(approvedAtMs, checkedAtMs), nowMs, CHECK_MANDATE)
  const atMs = [MINUTE_MS, HOUR_MS, DAY_MS].map((one) => setupEndsAtMs + one).find((one) => checkedAtMs < one)
  return atMs === undefined ? WAIT : askAt(atMs, nowMs, CHECK_MANDATE)
}

/** States of a mandate that no payer has approved, as far as the provider says. */
const UNAPPROVED: readonly MandateRecord['state'][] = ['ACTIVATION_IN_PROGRESS', 'FAILED', 'UNKNOWN']

/**
 * A subscription that is not active yet, and no order is open: the payer did not approve, or the provider has not said so. A mandate that the payer
 * paused or revoked at once was approved, and its first bill pays for a cycle.
 */
function ofSetup({ mandate }: BillingFacts, nowMs: number): Action {
  if (mandate.approvedAtMs !== undefined && !UNAPPROVED.includes(mandate.state)) return { kind: 'activate' }
  if (isMandateEnded(mandate)) return { kind: 'end', state: 'EXPIRED' }
  const next = watchSetup(mandate, nowMs)
  return next === WAIT ? { kind: 'end', state: 'EXPIRED' } : next
}

/** Closes the open cycle that is paid; before the end of the subscription as well, so that its payment is told. Undefined when there is none. */
function closePaid({ subscription, cycle, debits }: BillingFacts): Action | undefined {
  if (!cycle || cycle.outcome !== undefined || subscription.state === 'CREATED') return undefined
  if (!debits.some((one) => one.isFulfilled)) return undefined
  return { kind: 'close-cycle', number: cycle.number, outcome: 'PAID' }
}

function ofOpenCycle(facts: BillingFacts, cycle: CycleRecord, policy: BillingPolicy, nowMs: number): Action {
  const { subscription, debits } = facts
  const close = (outcome: CycleOutcome): Action => ({ kind: 'close-cycle', number: cycle.number, outcome })
  if (subscription.state === 'CREATED') return ofSetup(facts, nowMs)
  const paid = closePaid(facts)
  if (paid) return paid
  if (cycle.isSkipped || subscription.cancel) return close('SKIPPED')
  if (cycle.amount === 0) return close('FREE')
  const { startMs, endMs } = periodOf(subscription.startsOn, subscription.frequency, cycle.number)
  // The cycle before is paid: a refused announcement counts from its end.
  const isDue = debits.some(hasTries) || (isNoticeRefused(debits) && nowMs >= startMs)
  if (isDue && subscription.state === 'ACTIVE') return { kind: 'past-due' }
  // Also during a pause and a halt: what is over cannot be collected any more.
  if (nowMs >= endMs) return close(uncollected(facts))
  if (subscription.state === 'HALTED') return waitUntil(endMs)
  const untilMs = nowMs < startMs && isNoticeRefused(debits) ? startMs : endMs
  return sooner(changeOfPause(facts, nowMs) ?? announce(facts, cycle, policy, nowMs), waitUntil(untilMs))
}

/** The outcome of a cycle that nobody has paid and that is not debited any more. What a pause or a halt prevented has not failed. */
function uncollected({ subscription: { state }, debits }: BillingFacts): CycleOutcome {
  const isBilled = state === 'ACTIVE' || state === 'PAST_DUE'
  return debits.some(hasTries) || (isBilled && isNoticeRefused(debits)) ? 'FAILED' : 'MISSED'
}

/** Begin, duration and end of a pause, which the merchant or the payer has asked for; undefined when there is none. */
function changeOfPause({ subscription, mandate }: BillingFacts, nowMs: number): Action | undefined {
  const { state, pause } = subscription
  if (state !== 'ACTIVE' && state !== 'PAST_DUE' && state !== 'PAUSED') return undefined
  if (pause) {
    if (pause.untilMs === undefined) return WAIT
    return askAt(pause.untilMs, nowMs, { kind: 'resume' })
  }
  if (mandate.state === 'ACTIVE' || isMandateEnded(mandate)) return state === 'PAUSED' ? { kind: 'resume' } : undefined
  if (state !== 'PAUSED' && mandate.state === 'PAUSED') return { kind: 'pause' }
  if (state !== 'PAUSED' && isMandateLost(mandate)) return undefined
  // No event tells the end of a payer's pause.
  const { pauseEndsAtMs, checkedAtMs } = mandate
  if (checkedAtMs === undefined) return CHECK_MANDATE
  const isAhead = pauseEndsAtMs !== undefined && pauseEndsAtMs > checkedAtMs
  return askAt(Math.min(checkedAtMs + CHANGING_MS, isAhead ? pauseEndsAtMs : Infinity), nowMs, CHECK_MANDATE)
}

/** Announces the next debit of a cycle when its time has come, no order of the cycle needs review, and the debit can still be made within the cycle. */
function announce(facts: BillingFacts, cycle: CycleRecord, policy: BillingPolicy, nowMs: number): Action {
  const { subscription, mandate, debits } = facts
  if (debits.some((one) => one.needsReview)) return WAIT
  const period = periodOf(subscription.startsOn, subscription.frequency, cycle.number)
  const atMs = announcedAtMs(facts, period, policy)
  // Every repetition failed, or the next one would fall into the following cycle, which has a debit of its own.
  if (atMs === undefined || Math.max(atMs, nowMs) + NOTICE_MS + NOTICE_MARGIN_MS >= period.endMs) {
    const close: Action = { kind: 'close-cycle', number: cycle.number, outcome: uncollected(facts) }
    return isNoticeRefused(debits) ? askAt(period.startMs, nowMs, close) : close
  }
  if (atMs > nowMs) return waitUntil(atMs)
  const obstacle = obstacleOf(mandate, cycle, period.startMs, nowMs)
  if (obstacle) return obstacle
  return { kind: 'notify', cycle: cycle.number, number: debits.length + 1, expireAtMs: expiryOf(period, nowMs) }
}

/** The end of an order that is announced now. No order lives into the next period, in which another debit is due. */
const expiryOf = ({ startMs, endMs }: Period, nowMs: number): number =>
  Math.min(Math.max(nowMs + NOTICE_MS, startMs) + DEBIT_LIFE_MS, endMs)

/** When the next debit of a cycle is announced; undefined when there is none left. */
function announcedAtMs({ debits }: BillingFacts, { startMs }: Period, policy: BillingPolicy): number | undefined {
  const announced = debits.filter((one) => !one.isSetup)
  const last = announced.at(-1)
  if (!last) return startMs - policy.noticeMs
  const failures = announced.filter(hasTries).length
  const voids = announced.length - 1 - announced.map(hasTries).lastIndexOf(true)
  if (voids > 0) return afterVoid(last, voids, announced)
  const days = policy.retryAfterDays[failures - 1]
  return days === undefined ? undefined : debitEndMs(last) + days * DAY_MS
}

function betweenCycles(facts: BillingFacts, policy: BillingPolicy, nowMs: number): Action {
  const { subscription, cycle } = facts
  const { startsOn, frequency, cycles, cancel, state } = subscription
  if (state === 'CREATED') return ofSetup(facts, nowMs)
  if (cancel) return WAIT
  if (state === 'PAST_DUE') return { kind: 'halt', reason: 'debits-failed' }
  const done = cycle?.number ?? 0
  if (cycles === undefined) return ofNextCycle(facts, done, policy, nowMs)
  const { endMs } = periodOf(startsOn, frequency, cycles)
  // Also during a pause and a halt: no cycle is left to bill.
  if (nowMs >= endMs)
    return done < cycles ? { kind: 'miss-cycles', until: cycles } : { kind: 'end', state: 'COMPLETED' }
  return sooner(done < cycles ? ofNextCycle(facts, done, policy, nowMs) : WAIT, waitUntil(endMs))
}

/** Opens the next cycle, unless nothing is billed. */
function ofNextCycle(facts: BillingFacts, done: number, policy: BillingPolicy, nowMs: number): Action {
  const { subscription, mandate } = facts
  const { state, startsOn, frequency } = subscription
  if (state === 'HALTED') return WAIT
  const paused = changeOfPause(facts, nowMs)
  const loss = lossOf(mandate, periodOf(startsOn, frequency, done + 1).startMs, nowMs)
  return loss ? sooner(paused ?? WAIT, loss) : (paused ?? openNext(subscription, done, policy, nowMs))
}

/** Opens the next cycle when its announcement is due. Cycles that have passed during a pause or an outage are not collected. */
function openNext(subscription: SubscriptionRecord, done: number, policy: BillingPolicy, nowMs: number): Action {
  const { startsOn, frequency } = subscription
  const passed = cycleAt(startsOn, frequency, nowMs) - 1
  if (passed > done) return { kind: 'miss-cycles', until: passed }
  const number = done + 1
  return askAt(periodOf(startsOn, frequency, number).startMs - policy.noticeMs, nowMs, { kind: 'open-cycle', number })
}
