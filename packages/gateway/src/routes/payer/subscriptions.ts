import type { PayerChange, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { Context } from 'hono'
import type { PayerSubscriptions } from '../../context.ts'
import { GatewayError } from '../../errors.ts'
import { HttpError } from '../../http/responses.ts'
import { bearerToken } from './bearer-token.ts'
import type { PayerContext } from './orders.ts'

/** The subscription of the caller's token. A caller without the right token does not learn whether the subscription exists. */
function ofToken(payer: PayerContext, c: Context): { subscriptions: PayerSubscriptions; subscriptionId: string } {
  const { subscriptions, tokens, gateway } = payer
  if (!subscriptions)
    throw new GatewayError('NOT_FOUND', 'The gateway has no subscriptions: set the option subscriptions.')
  const subscriptionId = c.req.param('subscriptionId') ?? ''
  const refused = tokens.refuseSubscription(bearerToken(c, 'subscription'), subscriptionId, gateway.clock.now())
  if (refused === 'expired')
    throw new HttpError(401, 'TOKEN_EXPIRED', 'The token has expired. Open the page of the shop again.')
  if (refused) throw new HttpError(401, 'WRONG_TOKEN', 'The token belongs to another subscription or is not valid.')
  return { subscriptions, subscriptionId }
}

export async function readSubscriptionStatus(payer: PayerContext, c: Context): Promise<PayerSubscription> {
  const { subscriptions, subscriptionId } = ofToken(payer, c)
  const view = await subscriptions.read(subscriptionId)
  if (!view) throw new GatewayError('NOT_FOUND', 'There is no such subscription.')
  return view
}

/** The handler of one change. It reads no body: amounts and days come from the plan. */
export const changeSubscription =
  (change: PayerChange) =>
  async (payer: PayerContext, c: Context): Promise<PayerSubscription> => {
    const { subscriptions, subscriptionId } = ofToken(payer, c)
    return subscriptions.change(subscriptionId, change)
  }
