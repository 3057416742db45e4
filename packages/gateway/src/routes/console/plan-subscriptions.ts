import type { PlanSubscriptionsQuery } from '@galla/contract/gateway-api/console-subscriptions'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import { z } from 'zod'
import type { BillingConsole } from '../../billing-console.ts'
import { HttpError, notFound } from '../../http/responses.ts'
import { flag, PLANS_QUERY, page, text } from '../../http/schemas.ts'
import type { HandlersOf, UserContext } from './context.ts'

/** @throws HttpError 404 in a gateway without subscriptions */
function billingOf({ gateway }: UserContext): BillingConsole {
  if (gateway.billing) return gateway.billing.console(gateway)
  throw new HttpError(
    404,
    'NOT_FOUND',
    'This gateway has no subscriptions: give createGateway the option subscriptions, made with subscriptions() of @galla/gateway/subscriptions.',
  )
}

export const planSubscriptionRoutes = {
  'GET /plan-subscriptions': {
    query: z.strictObject({
      state: z.exactOptional(text),
      planId: z.exactOptional(text),
      search: z.exactOptional(text),
      dunning: z.exactOptional(flag),
      ...page,
    }) satisfies z.ZodType<ParsedQuery<PlanSubscriptionsQuery>>,
    handle: ({ context, query }) => billingOf(context).list(query),
  },
  'GET /plan-subscriptions/figures': { handle: ({ context }) => billingOf(context).figures() },
  'GET /plan-subscriptions/coming': { handle: async ({ context }) => ({ days: await billingOf(context).coming() }) },
  'GET /plan-subscriptions/:subscriptionId': {
    async handle({ context, params: { subscriptionId = '' } }) {
      const story = await billingOf(context).story(subscriptionId)
      if (!story) throw notFound('subscription', subscriptionId)
      return story
    },
  },
  'POST /plan-subscriptions/:subscriptionId/pause': {
    body: z.strictObject({ untilMs: z.exactOptional(z.number().int().nonnegative()) }),
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      billingOf(context).change(subscriptionId, { kind: 'pause', untilMs: body.untilMs }),
  },
  'POST /plan-subscriptions/:subscriptionId/resume': {
    handle: ({ context, params: { subscriptionId = '' } }) =>
      billingOf(context).change(subscriptionId, { kind: 'resume' }),
  },
  'POST /plan-subscriptions/:subscriptionId/skip': {
    body: z.strictObject({ cycle: z.exactOptional(z.number().int().positive()) }),
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      billingOf(context).change(subscriptionId, { kind: 'skip', cycle: body.cycle }),
  },
  'POST /plan-subscriptions/:subscriptionId/cancel': {
    body: z.strictObject({ at: z.enum(['now', 'cycle-end']) }),
    handle: ({ context, params: { subscriptionId = '' }, body }) =>
      billingOf(context).change(subscriptionId, { kind: 'cancel', at: body.at }),
  },
  'GET /plans': { query: PLANS_QUERY, handle: ({ context, query }) => billingOf(context).plans(query) },
} satisfies HandlersOf<
  | 'GET /plan-subscriptions'
  | 'GET /plan-subscriptions/figures'
  | 'GET /plan-subscriptions/coming'
  | 'GET /plan-subscriptions/:subscriptionId'
  | 'POST /plan-subscriptions/:subscriptionId/pause'
  | 'POST /plan-subscriptions/:subscriptionId/resume'
  | 'POST /plan-subscriptions/:subscriptionId/skip'
  | 'POST /plan-subscriptions/:subscriptionId/cancel'
  | 'GET /plans'
>
