import { type Paise, paise } from '@galla/contract/money'
import {
  type AttemptEventName,
  CALLBACK_TYPES,
  type CallbackEnvelope,
  type OrderEventName,
  type RefundEventName,
} from '@galla/contract/provider/callbacks'
import type {
  OpenedResponse,
  OrderStatusResponse,
  RefundResponse,
  RefundStatusResponse,
  TokenResponse,
  WirePaymentDetail,
  WireSplit,
} from '@galla/contract/provider/responses'
import type { RefundState } from '@galla/contract/provider/states'
import { json } from './scripted-answers.ts'
import type { ScriptedServer } from './scripted-server.ts'

/** ₹499.00 in paise, the default amount of every factory. */
export const FACTORY_AMOUNT: Paise = paise(49_900)

/** Split instrument of a UPI payment from a savings account, as in the provider's samples. */
export function upiSplit(overrides: Partial<WireSplit> = {}): WireSplit {
  return {
    amount: FACTORY_AMOUNT,
    instrument: { type: 'ACCOUNT', maskedAccountNumber: '******4321', accountType: 'SAVINGS' },
    rail: { type: 'UPI', utr: '516600000077', upiTransactionId: 'YBLdemo77', vpa: '90****01@ybl' },
    ...overrides,
  }
}

/** A completed UPI attempt. Its split instrument has the same `amount`. */
export function paymentDetail(overrides: Partial<WirePaymentDetail> = {}): WirePaymentDetail {
  const amount = overrides.amount ?? FACTORY_AMOUNT
  const { instrument, rail } = upiSplit()
  return {
    transactionId: 'OM2506151001000000000011',
    paymentMode: 'UPI_INTENT',
    timestamp: 1_750_000_060_000,
    amount,
    payableAmount: amount,
    feeAmount: paise(0),
    state: 'COMPLETED',
    ...(instrument && { instrument }),
    ...(rail && { rail }),
    splitInstruments: [upiSplit({ amount })],
    ...overrides,
  }
}

/** A failed attempt: error codes, without instrument and rail. */
export function failedDetail(overrides: Partial<WirePaymentDetail> = {}): WirePaymentDetail {
  const { instrument: _instrument, rail: _rail, splitInstruments: _splits, ...attempt } = paymentDetail()
  return {
    ...attempt,
    paymentMode: 'UPI_COLLECT',
    state: 'FAILED',
    errorCode: 'INVALID_MPIN',
    detailedErrorCode: 'ZM',
    ...overrides,
  }
}

/** A completed order. Its attempt has the same `amount` unless `paymentDetails` are given. */
export function orderStatus(overrides: Partial<OrderStatusResponse> = {}): OrderStatusResponse {
  const amount = overrides.amount ?? FACTORY_AMOUNT
  return {
    merchantId: 'TESTMID01',
    merchantOrderId: 'ord_2025_000123',
    orderId: 'OMO2506151000000000000001',
    state: 'COMPLETED',
    amount,
    payableAmount: amount,
    feeAmount: paise(0),
    expireAt: 1_750_000_900_000,
    paymentDetails: [paymentDetail({ amount })],
    ...overrides,
  }
}

/** An order without a payment attempt. */
export function pendingOrder(overrides: Partial<OrderStatusResponse> = {}): OrderStatusResponse {
  return orderStatus({ state: 'PENDING', paymentDetails: [], ...overrides })
}

/** An order whose last attempt failed; the error codes of the order repeat those of the attempt. */
export function failedOrder(overrides: Partial<OrderStatusResponse> = {}): OrderStatusResponse {
  const amount = overrides.amount ?? FACTORY_AMOUNT
  return orderStatus({
    state: 'FAILED',
    errorCode: 'INVALID_MPIN',
    detailedErrorCode: 'ZM',
    paymentDetails: [failedDetail({ amount, payableAmount: amount })],
    ...overrides,
  })
}

/** Reply to a standard checkout pay. For other replies that create an order: `openedOrder({ redirectUrl: undefined, token: '…' })`. */
export function createdOrder(
  overrides: { [Key in keyof OpenedResponse]?: OpenedResponse[Key] | undefined } = {},
): OpenedResponse {
  const response = {
    orderId: 'OMO2506151000000000000001',
    state: 'PENDING',
    expireAt: 1_750_000_900_000,
    redirectUrl: 'https://mercury-uat.phonepe.com/transact/uat_v2?token=eyJ.demo',
    ...overrides,
  }
  return Object.fromEntries(
    Object.entries(response).filter(([, value]) => value !== undefined),
  ) as unknown as OpenedResponse
}

/** ₹100.00 in paise: less than the order factories' amount. */
const REFUND_AMOUNT = paise(10_000)
const REFUND_ID = 'OMR2506161000000000000009'

/** Reply to a new refund. */
export function createdRefund(overrides: Partial<RefundResponse> = {}): RefundResponse {
  return { refundId: REFUND_ID, amount: REFUND_AMOUNT, state: 'PENDING', ...overrides }
}

/** A completed refund, with the fields of both documented shapes. Its parts have the same `amount`. */
export function refundStatus(overrides: Partial<RefundStatusResponse> = {}): RefundStatusResponse {
  const amount = overrides.amount ?? REFUND_AMOUNT
  const state = overrides.state ?? 'COMPLETED'
  const timestamp = 1_750_090_000_000
  return {
    merchantId: 'TESTMID01',
    merchantRefundId: 'rf_1',
    originalMerchantOrderId: 'ord_2025_000123',
    refundId: REFUND_ID,
    amount,
    state,
    timestamp,
    splitInstruments: [upiSplit({ amount })],
    paymentDetails: [
      paymentDetail({
        transactionId: REFUND_ID,
        timestamp,
        amount,
        payableAmount: amount,
        // Attempts have no state CONFIRMED; they are PENDING until they are final.
        state: state === 'CONFIRMED' ? 'PENDING' : state,
      }),
    ],
    ...overrides,
  }
}

/** A failed refund: error codes, without parts. */
export function failedRefund(overrides: Partial<RefundStatusResponse> = {}): RefundStatusResponse {
  const { splitInstruments: _splits, paymentDetails: _details, ...refund } = refundStatus({ state: 'FAILED' })
  return { ...refund, errorCode: 'REFUND_BREACHED', detailedErrorCode: 'BF_034', ...overrides }
}

/** A token that is valid for an hour from `issuedAtMs` (epoch milliseconds; the fields of the reply are epoch seconds). */
export function tokenResponse(overrides: Partial<TokenResponse> = {}, issuedAtMs: number = Date.now()): TokenResponse {
  const issued_at = overrides.issued_at ?? Math.floor(issuedAtMs / 1_000)
  const expires_at = issued_at + 3_600
  return {
    access_token: 'token-1',
    encrypted_access_token: overrides.access_token ?? 'token-1',
    expires_in: null,
    issued_at,
    expires_at,
    session_expires_at: overrides.expires_at ?? expires_at,
    token_type: 'O-Bearer',
    ...overrides,
  }
}

export const TOKEN_ROUTE = 'POST /v1/oauth/token'

/** Makes the server issue these tokens in order; the last one repeats. Without any, it always issues `token-1`. */
export function scriptTokens(server: ScriptedServer, ...responses: readonly TokenResponse[]): ScriptedServer {
  const [first = tokenResponse(), ...more] = responses
  return server.on(TOKEN_ROUTE, json(200, first), ...more.map((response) => json(200, response)))
}

export type OrderCallback = Extract<CallbackEnvelope, { event: OrderEventName | AttemptEventName }>
export type RefundCallback = Extract<CallbackEnvelope, { event: RefundEventName }>

/** Callback of an order or an attempt, with a payload in the state that the event name implies. */
export function orderCallback(
  event: OrderEventName | AttemptEventName,
  payload: Partial<OrderStatusResponse> = {},
): OrderCallback {
  return { event, type: CALLBACK_TYPES[event], payload: orderPayload(event, payload) }
}

/** Callback of a refund, with a payload in the state that the event name implies. */
export function refundCallback(event: RefundEventName, payload: Partial<RefundStatusResponse> = {}): RefundCallback {
  const state = REFUND_STATE_OF[event]
  return {
    event,
    type: CALLBACK_TYPES[event],
    payload: state === 'FAILED' ? failedRefund(payload) : refundStatus({ state, ...payload }),
  }
}

/** The request body as the provider sends and signs it. */
export function callbackBody(envelope: CallbackEnvelope): string {
  return JSON.stringify(envelope)
}

const REFUND_STATE_OF: { readonly [Event in RefundEventName]: RefundState } = {
  'pg.refund.accepted': 'CONFIRMED',
  'pg.refund.completed': 'COMPLETED',
  'pg.refund.failed': 'FAILED',
}

function orderPayload(
  event: OrderEventName | AttemptEventName,
  payload: Partial<OrderStatusResponse>,
): OrderStatusResponse {
  if (event.endsWith('.order.completed')) return orderStatus(payload)
  if (event.endsWith('.order.failed')) return failedOrder(payload)
  return pendingOrder({ paymentDetails: [failedDetail()], ...payload })
}
