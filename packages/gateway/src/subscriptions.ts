import { checkNames } from './check-names.ts'
import { type BillingPolicy, DEFAULT_BILLING_POLICY } from './domain/subscriptions/subscription.ts'
import { invalidOption } from './errors.ts'
import { billingConsole } from './services/subscriptions/console.ts'
import { billingMethods } from './services/subscriptions/methods.ts'
import { payerSubscriptions } from './services/subscriptions/payer-subscriptions.ts'
import { markDebit } from './storage/subscriptions/debits.ts'
import { markMandate } from './storage/subscriptions/mandates.ts'
import { readSubscription } from './storage/subscriptions/subscriptions.ts'
import { viewOf } from './storage/subscriptions/views.ts'
import type { SubscriptionParts, SubscriptionsOption } from './subscriptions-option.ts'
import { billSubscriptions } from './workers/subscriptions/bill-subscriptions.ts'
import { followProvider } from './workers/subscriptions/in-flight.ts'

export type {
  BillingFrequency,
  CancelSubscription,
  ChangeAmount,
  CreatePlan,
  CycleOutcome,
  HaltReason,
  ImportMandate,
  ListPlans,
  ListSubscriptions,
  PauseSubscription,
  Plan,
  RenewMandate,
  SkipCycle,
  StartedSubscription,
  StartSubscription,
  Subscription,
  SubscriptionCycle,
  SubscriptionMandate,
  SubscriptionPayer,
  SubscriptionState,
} from '@galla/contract/gateway-api/subscriptions'
export type { BillingPolicy } from './domain/subscriptions/subscription.ts'
export type { BillingMethods, PlanMethods, SubscriptionMethods } from './subscription-methods.ts'
export type { SubscriptionsOption } from './subscriptions-option.ts'

const HOUR_MS = 3_600_000
/** More than a process can make use of: their steps wait for its CPU. */
const MAX_IN_FLIGHT = 500

/**
 * Bills payers regularly by UPI AutoPay: `createGateway({ …, subscriptions: subscriptions() })`. Every process that calls `start()` takes
 * the steps that are due.
 * @throws GatewayError INVALID_OPTION
 * @example
 * const gateway = await createGateway({ environment: 'SANDBOX', clientId, clientSecret, database: './data', subscriptions: subscriptions() })
 */
export function subscriptions(policy: Partial<BillingPolicy> = {}): SubscriptionsOption {
  const complete = readPolicy(policy)
  const inFlight = followProvider(complete.maxInFlight)
  const parts: SubscriptionParts = {
    billing: {
      async read(on, subscriptionId) {
        const row = await readSubscription(on, subscriptionId)
        return row && { subscription: await viewOf(on, row), ...(row.payer && { payer: row.payer }) }
      },
      async hear(on, news, nowMs) {
        const subscriptionId =
          'merchantOrderId' in news
            ? await markDebit(on, news.merchantOrderId, nowMs)
            : await markMandate(on, news.merchantSubscriptionId, { ...news, nowMs })
        return subscriptionId !== undefined
      },
      run: (context) => billSubscriptions(context, complete, inFlight),
      console: (context) => billingConsole(context, complete),
    },
    methods: (context, during) => billingMethods(context, complete, during),
    forPayer: (context) => payerSubscriptions(context, complete),
  }
  return { parts }
}

function readPolicy(policy: Partial<BillingPolicy>): BillingPolicy {
  if (typeof policy !== 'object' || policy === null) throw invalidOption('subscriptions', 'must be an object')
  checkNames(policy, Object.keys(DEFAULT_BILLING_POLICY), 'option', 'subscriptions.')
  const { noticeMs, retryAfterDays, maxInFlight } = { ...DEFAULT_BILLING_POLICY, ...policy }
  if (!Number.isInteger(noticeMs) || noticeMs < 25 * HOUR_MS || noticeMs > 72 * HOUR_MS)
    throw invalidOption('subscriptions.noticeMs', 'must be a whole number of milliseconds, 25 to 72 hours')
  const isDay = (day: unknown) => Number.isInteger(day) && Number(day) >= 0 && Number(day) <= 60
  if (!Array.isArray(retryAfterDays) || retryAfterDays.length > 10 || !retryAfterDays.every(isDay))
    throw invalidOption('subscriptions.retryAfterDays', 'must be a list of at most 10 whole numbers of days, 0 to 60')
  if (!Number.isInteger(maxInFlight) || maxInFlight < 1 || maxInFlight > MAX_IN_FLIGHT)
    throw invalidOption('subscriptions.maxInFlight', `must be a whole number, 1 to ${MAX_IN_FLIGHT}`)
  return { noticeMs, retryAfterDays: [...retryAfterDays], maxInFlight }
}
