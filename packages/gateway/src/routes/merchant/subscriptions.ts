import type { MerchantRoutes } from '@galla/contract/gateway-api/merchant-routes'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import {
  BILLING_FREQUENCIES,
  type CancelSubscription,
  type ChangeAmount,
  type CreatePlan,
  type ImportMandate,
  type ListSubscriptions,
  type PauseSubscription,
  type RenewMandate,
  type SkipCycle,
  type StartSubscription,
  type SubscriptionsQuery,
} from '@galla/contract/gateway-api/subscriptions'
import { z } from 'zod'
import { HttpError, notFound } from '../../http/responses.ts'
import type { RouteOf } from '../../http/routing.ts'
import { AMOUNT, PLANS_QUERY, page, text } from '../../http/schemas.ts'
import type { BillingMethods, PlanMethods, SubscriptionMethods } from '../../subscription-methods.ts'

type Route = Extract<
  keyof MerchantRoutes,
  `${string} /plans${string}` | `${string} /subscriptions${string}` | 'POST /mandates/import'
>
type Handlers = { readonly [Key in Route]: RouteOf<Partial<BillingMethods>, MerchantRoutes[Key]> }

/** Schemas of the shape only; the services validate the values and name the field too. */
const PLAN = z.strictObject({
  planId: z.string(),
  name: z.string(),
  amount: AMOUNT,
  frequency: z.enum(BILLING_FREQUENCIES),
  trialDays: z.exactOptional(z.number()),
  cycles: z.exactOptional(z.number()),
}) satisfies z.ZodType<CreatePlan>

const PAYER = z.strictObject({
  name: z.exactOptional(z.string()),
  email: z.exactOptional(z.string()),
  phoneNumber: z.exactOptional(z.string()),
})

const START = z.strictObject({
  subscriptionId: z.exactOptional(z.string()),
  planId: z.string(),
  redirectUrl: z.string(),
  payer: z.exactOptional(PAYER),
  maxAmount: z.exactOptional(AMOUNT),
}) satisfies z.ZodType<StartSubscription>

const IMPORT = z.strictObject({
  subscriptionId: z.string(),
  planId: z.string(),
  merchantSubscriptionId: z.string(),
  setupOrderId: z.string(),
  nextCycleOn: z.string(),
  cyclesLeft: z.exactOptional(z.number()),
  payer: z.exactOptional(PAYER),
}) satisfies z.ZodType<ImportMandate>

const QUERY = z.strictObject({
  state: z.exactOptional(text),
  planId: z.exactOptional(text),
  ...page,
}) satisfies z.ZodType<ParsedQuery<SubscriptionsQuery>>

const PAUSE = z.strictObject({ untilMs: z.exactOptional(z.number()) }) satisfies z.ZodType<PauseSubscription>
const SKIP = z.strictObject({ cycle: z.exactOptional(z.number()) }) satisfies z.ZodType<SkipCycle>
const CANCELLATION = z.strictObject({
  at: z.exactOptional(z.enum(['now', 'cycle-end'])),
}) satisfies z.ZodType<CancelSubscription>
const CHANGE = z.strictObject({
  amount: AMOUNT,
  prorate: z.exactOptional(z.boolean()),
}) satisfies z.ZodType<ChangeAmount>
const RENEWAL = z.strictObject({
  redirectUrl: z.string(),
  maxAmount: z.exactOptional(AMOUNT),
}) satisfies z.ZodType<RenewMandate>

/** @throws HttpError 404 NO_SUBSCRIPTIONS */
function plansOf({ plans }: Partial<BillingMethods>): PlanMethods {
  return plans ?? notConfigured()
}

/** @throws HttpError 404 NO_SUBSCRIPTIONS */
function subscriptionsOf({ subscriptions }: Partial<BillingMethods>): SubscriptionMethods {
  return subscriptions ?? notConfigured()
}

function notConfigured(): never {
  throw new HttpError(
    404,
    'NO_SUBSCRIPTIONS',
    'Subscriptions are not configured: set the option subscriptions: subscriptions() of createGateway, or GALLA_SUBSCRIPTIONS=true of galla gateway.',
  )
}

/** The routes of plans and subscriptions. */
export const SUBSCRIPTION_HANDLERS: Handlers = {
  'POST /plans': { body: PLAN, handle: ({ context, body }) => plansOf(context).create(body) },
  'GET /plans': { query: PLANS_QUERY, handle: ({ context, query }) => plansOf(context).list(query) },
  'GET /plans/:planId': {
    async handle({ context, params: { planId = '' } }) {
      const plan = await plansOf(context).get(planId)
      if (!plan) throw notFound('plan', planId)
      return plan
    },
  },
  'POST /plans/:planId/archive': {
    handle: ({ context, params: { planId = '' } }) => plansOf(context).archive(planId),
  },
  'POST /subscriptions': { body: START, handle: ({ context, body }) => subscriptionsOf(context).start(body) },
  'POST /mandates/import': {
    body: IMPORT,
    handle: ({ context, body }) => subscriptionsOf(context).importMandate(body),
  },
  'GET /subscriptions': {
    query: QUERY,
    // An unknown state is refused by the service, which names the states.
    handle: ({ context, query }) => subscriptionsOf(context).list(query as ListSubscriptions),
  },
  'GET /subscriptions/:subscriptionId': {
    async handle({ context, params: { subscriptionId = '' } }) {
      const subscription = await subscriptionsOf(context).get(subscriptionId)
      if (!subscription) throw notFound('subscription', subscriptionId)
      return subscription
    },
  },
  'POST /subscriptions/:subscriptionId/payer-tokens': {
    handle: ({ context, params: { subscriptionId = '' } }) => subscriptionsOf(context).forPayer(subscriptionId),
  },
  'POST /subscriptions/:subscriptionId/pause': {
    body: PAUSE,
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      subscriptionsOf(context).pause(subscriptionId, body),
  },
  'POST /subscriptions/:subscriptionId/resume': {
    handle: ({ context, params: { subscriptionId = '' } }) => subscriptionsOf(context).resume(subscriptionId),
  },
  'POST /subscriptions/:subscriptionId/skip': {
    body: SKIP,
    handle: ({ context, params: { subscriptionId = '' }, body }) => subscriptionsOf(context).skip(subscriptionId, body),
  },
  'POST /subscriptions/:subscriptionId/cancel': {
    body: CANCELLATION,
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      subscriptionsOf(context).cancel(subscriptionId, body),
  },
  'POST /subscriptions/:subscriptionId/change-amount': {
    body: CHANGE,
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      subscriptionsOf(context).changeAmount(subscriptionId, body),
  },
  'POST /subscriptions/:subscriptionId/renew-mandate': {
    body: RENEWAL,
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      subscriptionsOf(context).renewMandate(subscriptionId, body),
  },
}
