import type { PayerChange, PayerPause, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { GatewayContext, PayerSubscriptions } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { resumed } from '../../domain/subscriptions/apply-action.ts'
import { awaitsDebit, cancelled, endOfSubscription, paidUntil } from '../../domain/subscriptions/cancellation.ts'
import { changesOfPayer, nextDebitOf } from '../../domain/subscriptions/payer-view.ts'
import {
  type BillingFacts,
  type BillingPolicy,
  isSubscriptionEnded,
  type SubscriptionRecord,
} from '../../domain/subscriptions/subscription.ts'
import { GatewayError } from '../../errors.ts'
import { readPlan } from '../../storage/subscriptions/plans.ts'
import { readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { CANCELLATION, changeRecord, type NamedChange, PAUSE, RESUMPTION } from './changes.ts'
import { factsOf, readBilling, type StoredBilling } from './facts.ts'
import { noSubscription, setupPage } from './payer-access.ts'

export function payerSubscriptions(context: GatewayContext, policy: BillingPolicy): PayerSubscriptions {
  const read = (subscriptionId: string) => readForPayer(context, subscriptionId)
  return {
    read,
    async change(subscriptionId, change) {
      const { names, isDone, apply } = CHANGES[change]
      await changeRecord(context, policy, subscriptionId, {
        ...names,
        // Decided under the lock: the merchant may have paused, or a debit may have become due meanwhile.
        to: (billing) => {
          const facts = factsOf(billing)
          // A change that is repeated, because its answer was lost, is no error.
          if (isDone(facts.subscription)) return undefined
          const possible = changesOfPayer(facts)
          if (!possible.includes(change)) throw notNow(facts.subscription, change, possible)
          return apply(facts, context.clock.now())
        },
      })
      const after = await read(subscriptionId)
      if (!after) throw noSubscription(subscriptionId)
      return after
    },
  }
}

interface ChangeOfPayer {
  readonly names: NamedChange
  readonly isDone: (subscription: SubscriptionRecord) => boolean
  readonly apply: (facts: BillingFacts, nowMs: number) => SubscriptionRecord
}

const CHANGES: { readonly [Change in PayerChange]: ChangeOfPayer } = {
  pause: {
    names: PAUSE,
    isDone: ({ state, pause }) => state === 'PAUSED' && pause?.by === 'payer',
    apply: ({ subscription }, nowMs) => ({
      ...subscription,
      state: 'PAUSED',
      pause: { by: 'payer', sinceMs: nowMs },
    }),
  },
  resume: {
    names: RESUMPTION,
    isDone: ({ state }) => state === 'ACTIVE' || state === 'PAST_DUE',
    apply: ({ subscription }) => resumed(subscription),
  },
  cancel: {
    names: CANCELLATION,
    isDone: ({ state, cancel }) => state === 'CANCELLED' || cancel !== undefined,
    apply: (facts, nowMs) => cancelled(facts, 'cycle-end', nowMs),
  },
}

function notNow(
  { subscriptionId, state }: SubscriptionRecord,
  change: PayerChange,
  changes: readonly PayerChange[],
): GatewayError {
  const possible = changes.length > 0 ? `possible is ${changes.join(' and ')}` : 'nothing can be changed any more'
  return new GatewayError('SUBSCRIPTION_STATE', `${subscriptionId} is ${state}: ${change} is not possible, ${possible}`)
}

/** Intervals of the status checks while the payer may approve, and while a debit under way may end a subscription. Milliseconds. */
const APPROVING_MS = 3_000
const ENDING_MS = 30_000

async function readForPayer(context: GatewayContext, subscriptionId: string): Promise<PayerSubscription | undefined> {
  const { database, clock } = context
  const row = await readSubscription(database, subscriptionId)
  if (!row) return undefined
  const nowMs = clock.now()
  const billing = await readBilling(database, row, nowMs)
  const [plan, redirectUrl] = await Promise.all([readPlan(database, row.planId), setupPage(context, billing)])
  if (!plan) throw new Error(`The plan ${row.planId} is missing from the database`)
  const facts = factsOf(billing)
  const { mandate, subscription } = facts
  const { state, haltedFor, amount, frequency } = subscription
  const isEnded = isSubscriptionEnded(subscription)
  const changes = changesOfPayer(facts)
  const endsAtMs = isEnded ? undefined : endOfSubscription(facts)
  const isApproving = state === 'CREATED' || redirectUrl !== undefined
  const isDebitUnderWay = awaitsDebit(facts)
  const isEnding = endsAtMs !== undefined && (endsAtMs <= nowMs || isDebitUnderWay)
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
      isDebitUnderWay: isDebitUnderWay || undefined,
      wouldEndAtMs: changes.includes('cancel') ? paidUntil(facts, nowMs) : undefined,
      pollAfterMs: isApproving ? APPROVING_MS : isEnding ? ENDING_MS : undefined,
    }),
  }
}

/** Without a pause of the billing, the payer has paused the mandate in the UPI app. */
function pauseOf({ row: { record }, mandate }: StoredBilling): PayerPause | undefined {
  if (record.state !== 'PAUSED') return undefined
  if (!record.pause) return { endedBy: 'payer-in-app', ...defined({ untilMs: mandate.pauseEndsAtMs }) }
  return { endedBy: record.pause.by, ...defined({ untilMs: record.pause.untilMs }) }
}
