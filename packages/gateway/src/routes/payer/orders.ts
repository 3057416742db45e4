import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import { nextPollDelayMs } from '@galla/sdk'
import type { Context } from 'hono'
import type { GatewayContext } from '../../context.ts'
import { payerPollIntervalMs } from '../../domain/schedule.ts'
import { GatewayError } from '../../errors.ts'
import { bearerOf, fit, readJson } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { PAY_BODY } from '../../http/schemas.ts'
import { type OrderRow, readOrder } from '../../storage/orders.ts'
import type { PayerTokens } from './payer-token.ts'

/** First argument of the payer's handlers. */
export interface PayerContext {
  readonly gateway: Pick<GatewayContext, 'database' | 'clock' | 'events' | 'log'>
  readonly tokens: PayerTokens
  /** Starts the payment of a custom order. The amount is the stored one; card data is passed on and not stored. */
  readonly pay: (request: PaymentRequest) => Promise<unknown>
  readonly paymentMethods: (order: OrderRow) => Promise<PaymentMethods>
  /** Interval of comments on an idle stream, which keep proxies from closing it. Milliseconds. @default 15_000 */
  readonly heartbeatMs?: number
}

export interface PaymentRequest {
  readonly merchantOrderId: string
  readonly paymentMode: PaymentMode
  readonly deviceOS?: BrowserOS
}

/** Default of the option `paymentMethods`. */
export const NO_PAYMENT_METHODS: PaymentMethods = {
  collect: {
    allowed: false,
    reason: 'Collect requests are closed to most merchants since 28 February 2026: pay by QR code or by app.',
  },
  banks: [],
  savedCards: [],
}

/** Reads the order of the caller's token. A caller without the right token does not learn whether the order exists. */
export async function orderOfToken(payer: PayerContext, c: Context): Promise<OrderRow> {
  const merchantOrderId = c.req.param('merchantOrderId') ?? ''
  const query = c.req.query()
  if (Object.values(query).some((value) => value.startsWith('g1.'))) {
    throw new HttpError(
      401,
      'TOKEN_IN_ADDRESS',
      'Send the token in the header Authorization: Bearer …. In a URL it would end up in logs and referrers.',
    )
  }
  const token = bearerOf(c.req.header('authorization'))
  if (token === undefined) {
    throw new HttpError(401, 'NO_TOKEN', 'Send the payer token of the order: Authorization: Bearer <payerToken>.')
  }
  const refused = payer.tokens.refuse(token, merchantOrderId, payer.gateway.clock.now())
  if (refused === 'expired') {
    throw new HttpError(401, 'TOKEN_EXPIRED', 'The token has expired with its order. Ask the shop.')
  }
  if (refused) throw new HttpError(401, 'WRONG_TOKEN', 'The token belongs to another order or is not valid.')
  const order = await readOrder(payer.gateway.database, merchantOrderId)
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
  const { paymentMode, deviceOS } = fit(await readJson(c, 'The body is not valid JSON.'), PAY_BODY, 'body')
  if ('merchantUserId' in paymentMode) {
    throw new HttpError(400, 'INVALID_REQUEST', 'Set merchantUserId on the server: orders.start({ merchantUserId }).', {
      field: 'paymentMode.merchantUserId',
    })
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

/** What the payer may see of an order: no merchant data and no decisions. */
export function viewForPayer(row: OrderRow, nowMs: number, paymentMethods: PaymentMethods): PayerView {
  const { merchantOrderId, amount, state, checkout, opened, openedAtMs, expiresAtMs } = row
  const { errorCode, detailedErrorCode } = row
  const note = noteOf(row, nowMs)
  const next = payerPollIntervalMs(row, nowMs, nextPollDelayMs)
  const explains = FAILURE_CODES[detailedErrorCode ?? '']?.meaning
  const paying = state === 'PENDING' || state === 'CREATED'
  return {
    merchantOrderId,
    amount,
    state,
    nowMs,
    checkout,
    paymentMethods,
    ...(note === undefined ? {} : { note }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(next === undefined ? {} : { pollAfterMs: next }),
    ...(paying && checkout === 'STANDARD' && opened?.redirectUrl ? { redirectUrl: opened.redirectUrl } : {}),
    // Also while the reply is unknown: a payer who could choose again might pay twice.
    ...(paying && checkout === 'CUSTOM' && openedAtMs !== undefined
      ? { payment: { type: row.paymentMode ?? 'UNKNOWN', ...opened } }
      : {}),
    ...(state === 'FAILED' && errorCode !== undefined ? { errorCode } : {}),
    ...(state === 'FAILED' && explains !== undefined ? { explains } : {}),
  }
}

/** Whether the view cannot change any more. */
export function isFinal({ state, needsReview }: Pick<OrderRow, 'state' | 'needsReview'>): boolean {
  return needsReview === undefined && (state === 'COMPLETED' || state === 'FAILED')
}

/** Codes of an order that expired unpaid. */
const EXPIRED_CODES = new Set(['ORDER_EXPIRED', 'INTENT_EXPIRED'])

function noteOf(row: OrderRow, nowMs: number): PayerView['note'] {
  const { state, resolution, needsReview, expiresAtMs, detailedErrorCode } = row
  if (needsReview) return 'unknown'
  if (resolution === 'late-refund') return 'late-payment'
  if (resolution === 'duplicate-refund') return 'refunding'
  if (state === 'FAILED') return EXPIRED_CODES.has(detailedErrorCode ?? '') ? 'expired' : undefined
  const open = state === 'PENDING' || state === 'CREATED'
  return open && expiresAtMs !== undefined && nowMs > expiresAtMs ? 'expired' : undefined
}
