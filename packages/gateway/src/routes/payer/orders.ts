import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { Context } from 'hono'
import type { GatewayContext } from '../../context.ts'
import { GatewayError } from '../../errors.ts'
import { bearerOf, fit, readJson } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { PAY_BODY } from '../../http/schemas.ts'
import type { OrderRow } from '../../storage/order-row.ts'
import { readOrder } from '../../storage/orders.ts'
import type { PayerTokens } from './payer-token.ts'
import { viewForPayer } from './view-order.ts'

/** What the payer's routes need. */
export interface PayerContext {
  readonly gateway: Pick<GatewayContext, 'database' | 'clock' | 'events' | 'log'>
  readonly tokens: PayerTokens
  /** Begins the payment of a custom order; the amount is the stored one, card data is passed through and kept nowhere. */
  readonly pay: (request: PaymentRequest) => Promise<unknown>
  readonly paymentMethods: (order: OrderRow) => Promise<PaymentMethods>
  /** A comment is sent on an idle stream so often, so that proxies leave it open. Milliseconds, default 15 000. */
  readonly heartbeatMs?: number
}

export interface PaymentRequest {
  readonly merchantOrderId: string
  readonly paymentMode: PaymentMode
  readonly deviceOS?: BrowserOS
}

/** What a shop offers that has said nothing about it. */
export const NO_PAYMENT_METHODS: PaymentMethods = {
  collect: {
    allowed: false,
    reason: 'Requests to a UPI id are closed to most merchants since 28 February 2026: pay by QR code or by app.',
  },
  banks: [],
  savedCards: [],
}

/** The one order that the caller's token is for. Whoever has no right to it does not learn whether it is there. */
export async function orderOfToken(payer: PayerContext, c: Context): Promise<OrderRow> {
  const merchantOrderId = c.req.param('merchantOrderId') ?? ''
  const query = c.req.query()
  if (Object.values(query).some((value) => value.startsWith('g1.'))) {
    throw new HttpError(
      401,
      'TOKEN_IN_ADDRESS',
      'A token belongs in the header Authorization: Bearer …, never in an address, where logs and referrers keep it.',
    )
  }
  const token = bearerOf(c.req.header('authorization'))
  if (token === undefined) {
    throw new HttpError(401, 'NO_TOKEN', 'Send the order’s token: Authorization: Bearer <payerToken>.')
  }
  const handleError = payer.tokens.refuse(token, merchantOrderId, payer.gateway.clock.now())
  if (handleError === 'expired') {
    throw new HttpError(401, 'TOKEN_EXPIRED', 'The time of this order is long over. Ask the shop.')
  }
  if (handleError) throw new HttpError(401, 'WRONG_TOKEN', 'This token does not open this order.')
  const order = await readOrder(payer.gateway.database, merchantOrderId)
  if (!order) throw new GatewayError('NOT_FOUND', 'There is no such order.')
  return order
}

export async function readStatus(payer: PayerContext, c: Context): Promise<PayerView> {
  const order = await orderOfToken(payer, c)
  return viewForPayer(order, payer.gateway.clock.now(), await payer.paymentMethods(order))
}

/** Takes a payment mode and nothing else: what it costs stands in the database. */
export async function pay(payer: PayerContext, c: Context): Promise<PayerView> {
  const order = await orderOfToken(payer, c)
  const { paymentMode, deviceOS } = fit(await readJson(c, 'The body must be JSON.'), PAY_BODY, 'body')
  if ('merchantUserId' in paymentMode) {
    throw new HttpError(
      400,
      'INVALID_REQUEST',
      'Who pays is for the server to say: orders.start({ merchantUserId }).',
      {
        field: 'paymentMode.merchantUserId',
      },
    )
  }
  const paymentMethods = await payer.paymentMethods(order)
  const { collect } = paymentMethods
  if (paymentMode.type === 'UPI_COLLECT' && !collect.allowed) {
    throw new HttpError(400, 'COLLECT_NOT_ALLOWED', collect.reason, { field: 'paymentMode' })
  }
  const { merchantOrderId } = order
  await payer.pay({ merchantOrderId, paymentMode, ...(deviceOS === undefined ? {} : { deviceOS }) })
  const paying = (await readOrder(payer.gateway.database, merchantOrderId)) ?? order
  return viewForPayer(paying, payer.gateway.clock.now(), paymentMethods)
}
