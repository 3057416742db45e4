import type { GatewayContext } from '../../context.ts'
import { pauseAfter } from '../../domain/subscriptions/pauses.ts'
import type { BillingPolicy } from '../../domain/subscriptions/subscription.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { saveNextAction } from '../../storage/subscriptions/subscriptions.ts'
import { recordDebitEvents } from './billing-events.ts'
import { lockBilling, type StoredBilling } from './facts.ts'
import { nextStep, OUTWARD, type Step } from './next-step.ts'
import type { Answer, ProviderCall } from './open-billing-order.ts'
import { checkDebit, checkMandate, endMandate } from './provider-questions.ts'
import { returnPayment } from './return-payment.ts'
import { beginNotice, beginRedeem } from './send-debit.ts'
import { writeStep } from './write-step.ts'

/** Steps of a subscription in one turn, at most: then others come first. */
const MAX_STEPS = 12

/** Steps that end a turn: the workers deliver their events before the next step records others, so that handlers hear them in their order. */
const TOLD: readonly Step['kind'][] = ['activate', 'pause', 'resume', 'switch-mandate', 'close-cycle', 'halt', 'end']

/**
 * Result of a step. `prepared`: the provider answered the question that precedes each request, which says nothing of the request: one that is refused again
 * and again waits longer and longer.
 */
type Ended = 'done' | 'prepared' | 'unanswered'

/** The place in a turn: after how many of its steps, and how the last of them ended. */
interface Turn {
  /** Steps that may follow. */
  readonly left: number
  /** Stores what the provider answered to the last step. */
  readonly store?: Answer['store']
  /** Undefined before the first step. */
  readonly ended?: Ended
  /** Requests in a row without an answer, before the last step ended. @default as stored */
  readonly unanswered?: number
}

/** A call that a step needs, whose intent is committed before: to the provider, or a transaction that first locks an order. */
interface Begun {
  readonly call: ProviderCall
  readonly kind: Step['kind']
  /** The place in the turn before the call. */
  readonly turn: Turn
}

/**
 * Takes the steps of a subscription that are due, one after the other, until the next one has to wait. Decides each under the subscription's lock, writes
 * what the step changes, and asks or sends after the commit. What the provider answers is stored by the transaction that decides the next step. A step that a crash
 * interrupted is decided again from what is stored.
 * @param countCall gets the end of each call to the provider
 */
export async function takeSteps(
  context: GatewayContext,
  policy: BillingPolicy,
  subscriptionId: string,
  countCall: (isAnswered: boolean) => void,
): Promise<void> {
  for (let turn: Turn = { left: MAX_STEPS }; ; ) {
    const place = turn
    const begun = await repeatedOnConflict(() =>
      context.database.transaction((tx) => stepsToCall(context, policy, tx, subscriptionId, place), subscriptionId),
    )
    if (!begun) return
    const { isAnswered, store } = await begun.call()
    if (begun.kind !== 'return-payment') countCall(isAnswered)
    const ended = isAnswered ? (begun.kind === 'check-mandate' ? 'prepared' : 'done') : 'unanswered'
    turn = { ...begun.turn, ended, ...(store && { store }) }
  }
}

/**
 * Stores the answer to the last call, and writes the steps that are due, up to the first that needs a call. Without such a step, stores when the
 * next one is due, and ends the lease.
 */
async function stepsToCall(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  subscriptionId: string,
  { left, store, ended, unanswered }: Turn,
): Promise<Begun | undefined> {
  const nowMs = context.clock.now()
  const billing = await lockBilling(tx, subscriptionId, nowMs, store)
  if (!billing) return undefined
  const before = unanswered ?? billing.row.unanswered
  const after = { done: 0, prepared: before, unanswered: before + 1 }[ended ?? 'done']
  const step = nextStep(billing, policy, nowMs, ended ? after : before)
  const isOver = step.kind === 'wait' || left === 0 || ended === 'unanswered'
  if ((ended || isOver) && !FOLLOWS_FAILURE.includes(step.kind)) await recordDebitEvents(context, tx, billing)
  if (isOver) {
    const pauseMs = ended === 'unanswered' ? pauseAfter(after, subscriptionId) : 0
    const dueAtMs = step.kind === 'wait' ? step.untilMs : nowMs
    const atMs = dueAtMs === undefined ? undefined : Math.max(dueAtMs, nowMs + pauseMs)
    await saveNextAction(tx, subscriptionId, { atMs, unanswered: after })
    if (atMs !== undefined) context.wake('subscriptions', atMs)
    return undefined
  }
  const turn = { left: TOLD.includes(step.kind) ? 0 : left - 1, unanswered: ended === 'done' ? 0 : before }
  const call = await begin(context, tx, billing, step)
  return call
    ? { call, kind: step.kind, turn }
    : stepsToCall(context, policy, tx, subscriptionId, { ...turn, ended: 'done' })
}

/** Stores when the next step is due, after a change of a person or program. */
export async function planNext(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  subscriptionId: string,
): Promise<void> {
  await stepsToCall(context, policy, tx, subscriptionId, { left: 0, ended: 'done' })
}

/** Writes what a step changes. Returns the call that the step needs, if the step needs one. */
async function begin(
  context: GatewayContext,
  tx: Queries,
  billing: StoredBilling,
  step: Step,
): Promise<ProviderCall | undefined> {
  const mandate = mandateOf(billing, step)
  switch (step.kind) {
    case 'check-mandate':
      return () => checkMandate(context, mandate)
    case 'cancel-mandate':
      return () => endMandate(context, mandate)
    case 'check-debit':
      return () => checkDebit(context, billing, step.merchantOrderId)
    case 'return-payment':
      return () => returnPayment(context, billing, step.merchantOrderId)
    case 'notify':
      return beginNotice(context, tx, billing, step)
    case 'redeem':
      return beginRedeem(context, tx, billing, step)
    default:
      // The failure of a debit is told before its consequence, in the transaction of both.
      if (step.kind === 'halt' || step.kind === 'end') await recordDebitEvents(context, tx, billing)
      await writeStep(context, tx, billing, step)
      return undefined
  }
}

/** Takes the steps that a change of a person or program causes at once in the subscription itself: the answer to the change is the state that holds. */
export async function takeOwnSteps(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  subscriptionId: string,
): Promise<void> {
  const nowMs = context.clock.now()
  const billing = await lockBilling(tx, subscriptionId, nowMs)
  const step = billing && nextStep(billing, policy, nowMs, billing.row.unanswered)
  if (!step || OUTWARD.includes(step.kind)) return
  await begin(context, tx, billing, step)
  await takeOwnSteps(context, policy, tx, subscriptionId)
}

/** The mandate that a step names, else the one that is debited. */
function mandateOf(billing: StoredBilling, step: Step): StoredBilling['mandate'] {
  if (!('merchantSubscriptionId' in step)) return billing.mandate
  const named = billing.mandates.find((one) => one.merchantSubscriptionId === step.merchantSubscriptionId)
  return named ?? billing.mandate
}

/** Steps that a failed debit can cause at once. The event of the failure waits for the last of them, so that its handlers read the state that follows. */
const FOLLOWS_FAILURE: readonly Step['kind'][] = ['past-due', 'close-cycle', 'halt', 'end']
