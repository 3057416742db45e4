import type { GatewayContext } from '../../context.ts'
import type { Action } from '../../domain/subscriptions/action.ts'
import { type MandateStep, nextMandateStep } from '../../domain/subscriptions/mandate-step.ts'
import { nextAction } from '../../domain/subscriptions/next-action.ts'
import { pauseAfter } from '../../domain/subscriptions/pauses.ts'
import { type BillingPolicy, isMandateEnded } from '../../domain/subscriptions/subscription.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { saveNextAction } from '../../storage/subscriptions/subscriptions.ts'
import { recordDebitEvents } from './billing-events.ts'
import { factsOf, lockBilling, type StoredBilling } from './facts.ts'
import type { ProviderCall } from './open-billing-order.ts'
import { checkDebit, checkMandate, endMandate } from './provider-questions.ts'
import { beginNotice, beginRedeem } from './send-debit.ts'
import { writeStep } from './write-step.ts'

/** The one thing that is due for a subscription. */
type Step = Action | MandateStep

/**
 * What is due: for the mandates beside the current one first, because a renewal may be what the subscription waits for. News of the mandate, such as a
 * pause, are asked about whatever else is planned.
 */
export function nextStep(billing: StoredBilling, policy: BillingPolicy, nowMs: number): Step {
  const facts = factsOf(billing)
  const others = billing.mandates.filter((one) => one !== billing.mandate)
  const ofOthers = nextMandateStep(facts, billing.mandate, others, nowMs)
  if (ofOthers.kind !== 'wait') return ofOthers
  if (billing.mandate.hasNews && !isMandateEnded(billing.mandate)) return { kind: 'check-mandate' }
  const action = nextAction(facts, policy, nowMs)
  if (action.kind !== 'wait' || ofOthers.untilMs === undefined) return action
  return { kind: 'wait', untilMs: Math.min(ofOthers.untilMs, action.untilMs ?? ofOthers.untilMs) }
}

/**
 * Takes the step of a subscription that is due: decides under its lock, writes what the step changes, and asks or sends after the commit. A step that
 * a crash interrupted is decided again from what is stored.
 */
export async function takeStep(context: GatewayContext, policy: BillingPolicy, subscriptionId: string): Promise<void> {
  const begun = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      const nowMs = context.clock.now()
      const billing = await lockBilling(tx, subscriptionId, nowMs)
      if (!billing) return undefined
      const step = nextStep(billing, policy, nowMs)
      const call = await begin(context, tx, billing, step)
      if (call) return { call, isPreparation: step.kind === 'check-mandate' }
      await planNext(context, policy, tx, subscriptionId, 'done')
      return undefined
    }, subscriptionId),
  )
  if (!begun) return
  const isAnswered = await begun.call()
  const ended = isAnswered ? (begun.isPreparation ? 'prepared' : 'done') : 'unanswered'
  await repeatedOnConflict(() =>
    context.database.transaction((tx) => planNext(context, policy, tx, subscriptionId, ended), subscriptionId),
  )
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

/** Steps that wait, or that ask or pay somebody. The others only change the subscription itself. */
const OUTWARD: readonly Step['kind'][] = [
  'wait',
  'check-mandate',
  'cancel-mandate',
  'check-debit',
  'notify',
  'redeem',
  'return-payment',
]

/** Takes the steps that a change of a person or program causes at once in the subscription itself: the answer to the change is the state that holds. */
export async function takeOwnSteps(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  subscriptionId: string,
): Promise<void> {
  const nowMs = context.clock.now()
  const billing = await lockBilling(tx, subscriptionId, nowMs)
  const step = billing && nextStep(billing, policy, nowMs)
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

/**
 * Stores when the next step is due.
 * @param ended how the step before ended. `prepared`: the provider answered the question that precedes each request, which says nothing of the request:
 * one that is refused again and again waits longer and longer
 */
export async function planNext(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  subscriptionId: string,
  ended: 'done' | 'prepared' | 'unanswered',
): Promise<void> {
  const nowMs = context.clock.now()
  const billing = await lockBilling(tx, subscriptionId, nowMs)
  if (!billing) return
  const next = nextStep(billing, policy, nowMs)
  if (!FOLLOWS_FAILURE.includes(next.kind)) await recordDebitEvents(context, tx, billing)
  const dueAtMs = next.kind === 'wait' ? next.untilMs : nowMs
  const { unanswered: before } = billing.row
  const unanswered = { done: 0, prepared: before, unanswered: before + 1 }[ended]
  const pauseMs = ended === 'unanswered' ? pauseAfter(unanswered, subscriptionId) : 0
  const atMs = dueAtMs === undefined ? undefined : Math.max(dueAtMs, nowMs + pauseMs)
  await saveNextAction(tx, subscriptionId, { atMs, unanswered })
  if (atMs !== undefined) context.wake('subscriptions', atMs)
}
