import type { PayerChange, PayerPause, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { GatewayContext, PayerSubscriptions } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { endOfCancelled } from '../../domain/subscriptions/next-action.ts'
import { changesOfPayer, nextDebitOf, paidUntil } from '../../domain/subscriptions/payer-view.ts'
import { type BillingPolicy, isSubscriptionEnded } from '../../domain/subscriptions/subscription.ts'
import { GatewayError } from '../../errors.ts'
import { readPlan } from '../../storage/subscriptions/plans.ts'
import { readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { changeRecord, pauseSubscription, resumeSubscription } from './changes.ts'
import { factsOf, readBilling, type StoredBilling } from './facts.ts'
import { noSubscription, setupPage } from './payer-access.ts'

export function payerSubscriptions(context: GatewayContext, policy: BillingPolicy): PayerSubscriptions {
  const read = (subscriptionId: string) => readForPayer(context, subscriptionId)
  return {
    read,
    async change(subscriptionId, change) {
      const before = await read(subscriptionId)
      if (before && !isAsWanted(before, change)) {
        if (!before.changes.includes(change)) throw notNow(before, change)
        await CHANGES[change](context, policy, subscriptionId)
      }
      const after = await read(subscriptionId)
      if (!after) throw noSubscription(subscriptionId)
      return after
    },
  }
}

const CHANGES: {
  readonly [Change in PayerChange]: (context: GatewayContext, policy: BillingPolicy, id: string) => Promise<unknown>
} = {
  pause: (context, policy, id) => pauseSubscription(context, policy, id, {}),
  resume: resumeSubscription,
  cancel: (context, policy, id) =>
    changeRecord(context, policy, id, {
      what: 'cancelled the subscription',
      // Decided under the lock: a debit may have become due meanwhile.
      to: (billing) => {
        const { record } = billing.row
        if (isSubscriptionEnded(record) || record.cancel) return undefined
        const nowMs = context.clock.now()
        const at = paidUntil(factsOf(billing), nowMs) === undefined ? 'now' : 'cycle-end'
        return { ...record, cancel: { at, sinceMs: nowMs } }
      },
    }),
}

/** A change that is repeated, because its answer was lost, is no error. */
function isAsWanted({ state, pause, endsAtMs }: PayerSubscription, change: PayerChange): boolean {
  if (change === 'pause') return pause?.endedIn === 'shop'
  if (change === 'resume') return state === 'ACTIVE' || state === 'PAST_DUE'
  return state === 'CANCELLED' || endsAtMs !== undefined
}

function notNow({ subscriptionId, state, changes }: PayerSubscription, change: PayerChange): GatewayError {
  const possible = changes.length > 0 ? `possible is ${changes.join(' and ')}` : 'nothing can be changed any more'
  return new GatewayError('SUBSCRIPTION_STATE', `${subscriptionId} is ${state}: ${change} is not possible, ${possible}`)
}

/** Intervals of the status checks while the payer may approve, and while a subscription is being ended: a debit may be waited for. Milliseconds. */
const APPROVING_MS = 3_000
const ENDING_MS = 30_000

async function readForPayer(context: GatewayContext, subscriptionId: string): Promise<PayerSubscription | undefined> {
  const { database, clock } = context
  const row = await readSubscription(database, subscriptionId)
  if (!row) return undefined
  const billing = await readBilling(database, row)
  const [plan, redirectUrl] = await Promise.all([readPlan(database, row.planId), setupPage(context, billing)])
  if (!plan) throw new Error(`The plan ${row.planId} is missing from the database`)
  const nowMs = clock.now()
  const facts = factsOf(billing)
  const { mandate, subscription } = facts
  const { state, haltedFor, amount, frequency, cancel } = subscription
  const isEnded = isSubscriptionEnded(subscription)
  const changes = changesOfPayer(facts)
  const endsAtMs =
    isEnded || !cancel ? undefined : cancel.at === 'now' ? cancel.sinceMs : endOfCancelled(subscription, cancel.sinceMs)
  const isApproving = state === 'CREATED' || redirectUrl !== undefined
  const isEnding = endsAtMs !== undefined && endsAtMs <= nowMs
  return {
    subscriptionId,
    planName: plan.name,
    state,
    amount,
    frequency,
    mandate: {
      state: mandate.state,
      maxAmount: mandate.maxAmount,
      ...defined({ expiresAtMs: mandate.expiresAtMs }),
    },
    changes,
    nowMs,
    ...defined({
      haltedFor,
      endsAtMs,
      redirectUrl,
      nextDebit: nextDebitOf(facts, nowMs),
      pause: pauseOf(billing),
      wouldEndAtMs: changes.includes('cancel') ? paidUntil(facts, nowMs) : undefined,
      pollAfterMs: isApproving ? APPROVING_MS : isEnding ? ENDING_MS : undefined,
    }),
  }
}

/** The merchant's pause is ended in the shop; without one, the payer has paused the mandate in the UPI app. */
function pauseOf({ row: { record }, mandate }: StoredBilling): PayerPause | undefined {
  if (record.state !== 'PAUSED') return undefined
  if (record.pause) return { endedIn: 'shop', ...defined({ untilMs: record.pause.untilMs }) }
  return { endedIn: 'upi-app', ...defined({ untilMs: mandate.pauseEndsAtMs }) }
}
