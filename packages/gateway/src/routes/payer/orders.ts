import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { Context } from 'hono'
import type { GatewayContext, PayerSubscriptions } from '../../context.ts'
import { GatewayError } from '../../errors.ts'
import { check, readJson } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { PAY_BODY } from '../../http/schemas.ts'
import { type PayerOrder, readPayerOrder, viewForPayer } from '../../services/orders/payer-orders.ts'
import { bearerToken } from './bearer-token.ts'
import { checkOffered, checkOwnFields } from './payer-choice.ts'
import type { PayerTokens } from './payer-token.ts'

/** First argument of the payer's handlers. */
export interface PayerContext {
  readonly gateway: Pick<GatewayContext, 'database' | 'clock' | 'events' | 'log'>
  readonly tokens: PayerTokens
  /** Starts the payment of a custom order. The amount is the stored one; card data is passed on and not stored. */
  readonly pay: (request: PaymentRequest) => Promise<unknown>
  readonly paymentMethods: (order: PayerOrder) => Promise<PaymentMethods>
  /** Undefined without the option `subscriptions`. */
  readonly subscriptions?: PayerSubscriptions | undefined
  /** Tells whether the payer's browser sent a request over https. */
  readonly isHttps: (request: Request) => boolean
  /** Interval of comments on an idle stream, which keep proxies from closing it. Milliseconds. @default 15_000 */
  readonly heartbeatMs?: number
}

export interface PaymentRequest {
  readonly merchantOrderId: string
  readonly paymentMode: PaymentMode
  readonly deviceOS?: BrowserOS
}

/** Reads the order of the caller's token. A caller without the right token does not learn whether the order exists. */
export async function orderOfToken(payer: PayerContext, c: Context): Promise<PayerOrder> {
  const merchantOrderId = c.req.param('merchantOrderId') ?? ''
  const refused = payer.tokens.refuse(bearerToken(c, 'order'), merchantOrderId, payer.gateway.clock.now())
  if (refused === 'expired') {
    throw new HttpError(401, 'TOKEN_EXPIRED', 'The token has expired with its order. Ask the shop.')
  }
  if (refused) throw new HttpError(401, 'WRONG_TOKEN', 'The token belongs to another order or is not valid.')
  const order = await readPayerOrder(payer.gateway, merchantOrderId)
  if (!order) throw new GatewayError('NOT_FOUND', 'There is no such order.')
  return order
}

export async function readStatus(payer: PayerContext, c: Context): Promise<PayerView> {
  const order = await orderOfToken(payer, c)
  return viewForPayer(order, payer.gateway.clock.now(), await payer.paymentMethods(order))
}

/** Takes the payment mode only: the amount is the stored one. */
export async function pay(payer: PayerContext, c: Context): Promise<PayerView> {
  const order = await orderOfToken(payer, c)
  const { paymentMode, deviceOS } = check(await readJson(c, 'The body is not valid JSON.'), PAY_BODY, 'body')
  checkOwnFields(paymentMode)
  const paymentMethods = await payer.paymentMethods(order)
  checkOffered(paymentMode, paymentMethods)
  const { merchantOrderId } = order
  await payer.pay({ merchantOrderId, paymentMode, ...(deviceOS === undefined ? {} : { deviceOS }) })
  const paying = (await readPayerOrder(payer.gateway, merchantOrderId)) ?? order
  return viewForPayer(paying, payer.gateway.clock.now(), paymentMethods)
}
