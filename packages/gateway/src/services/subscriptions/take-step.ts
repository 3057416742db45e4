import type { GatewayContext } from '../../context.ts'
import type { Action } from '../../domain/subscriptions/action.ts'
import { type MandateStep, nextMandateStep } from '../../domain/subscriptions/mandate-step.ts'
import { nextAction } from '../../domain/subscriptions/next-action.ts'
import { type BillingPolicy, isMandateEnded } from '../../domain/subscriptions/subscription.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { saveNextAction } from '../../storage/subscriptions/subscriptions.ts'
import { recordDebitEvents } from './billing-events.ts'
import { factsOf, lockBilling, type StoredBilling } from './facts.ts'
import type { ProviderCall } from './open-billing-order.ts'
import { checkDebit, checkMandate, endMandate } from './provider-questions.ts'
import { beginNotice, beginRedeem } from './send-debit.ts'
import { writeStep } from './write-step.ts'

/** Pause after a step that the provider did not answer: it doubles, from 30 s to 1 h. Milliseconds. */
const UNANSWERED_MS = { first: 30_000, max: 3_600_000 }

/** The one thing that is due for a subscription. */
type Step = Action | MandateStep

/**
 * What is due: for the mandates beside the current one first, because a renewal may be what the subscription waits for. News of the mandate, such as a
 * pause, are asked about whatever else is planned.
 */
function nextStep(billing: StoredBilling, policy: BillingPolicy, nowMs: number): Step {
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
  const call = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      const nowMs = context.clock.now()
      const billing = await lockBilling(tx, subscriptionId, nowMs)
      if (!billing) return undefined
      const call = await begin(context, tx, billing, nextStep(billing, policy, nowMs))
      if (!call) await planNext(context, policy, tx, subscriptionId, undefined)
      return call
    }, subscriptionId),
  )
  if (!call) return
  const isAnswered = await call()
  await repeatedOnConflict(() =>
    context.database.transaction((tx) => planNext(context, policy, tx, subscriptionId, isAnswered), subscriptionId),
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
      await writeStep(context, tx, billing, step)
      return undefined
  }
}

/** The mandate that a step names, else the one that is debited. */
function mandateOf(billing: StoredBilling, step: Step): StoredBilling['mandate'] {
  if (!('merchantSubscriptionId' in step)) return billing.mandate
  const named = billing.mandates.find((one) => one.merchantSubscriptionId === step.merchantSubscriptionId)
  return named ?? billing.mandate
}

/** Stores when the next step is due. @param isAnswered whether the provider answered; undefined when nothing was asked */
export async function planNext(
  context: GatewayContext,
  policy: BillingPolicy,
  tx: Queries,
  subscriptionId: string,
  isAnswered: boolean | undefined,
): Promise<void> {
  const nowMs = context.clock.now()
  const billing = await lockBilling(tx, subscriptionId, nowMs)
  if (!billing) return
  await recordDebitEvents(context, tx, billing)
  const next = nextStep(billing, policy, nowMs)
  const dueAtMs = next.kind === 'wait' ? next.untilMs : nowMs
  const unanswered = isAnswered === false ? billing.row.unanswered + 1 : 0
  const pauseMs = unanswered === 0 ? 0 : Math.min(UNANSWERED_MS.first * 2 ** (unanswered - 1), UNANSWERED_MS.max)
  const atMs = dueAtMs === undefined ? undefined : Math.max(dueAtMs, nowMs + pauseMs)
  await saveNextAction(tx, subscriptionId, { atMs, unanswered })
  if (atMs !== undefined) context.wake('subscriptions', atMs)
}
