import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { GallaError } from '../errors/galla-error.ts'
import {
  customPay,
  type Operation,
  orderStatus,
  rawRequest,
  refund,
  refundStatus,
  sdkOrder,
  standardPay,
  transactionStatus,
  validateUpi,
} from '../operations/operations.ts'
import { fallbackEvent, operationEvent, startupEvents, unreadableCallbackEvent } from './events.ts'

const NOW = 1_750_000_001_999
const order = { merchantOrderId: 'ord_1', amount: paise(49_900), expireAfter: 900 }
const page = { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: 'https://shop.example/' } } as const
const mode = (paymentMode: Parameters<typeof customPay>[0]['paymentFlow']['paymentMode']) => ({
  ...order,
  paymentFlow: { type: 'PG' as const, paymentMode, merchantUrls: { redirectUrl: 'https://shop.example/' } },
})
const encrypted = {
  encryptedCardNumber: 'x+/=',
  encryptedCvv: 'y+/=',
  encryptionKeyId: 7,
  expiry: { month: '06', year: '2031' },
}

const checkout = { flowType: 'B2B_PG', paymentFlow: 'PG_CHECKOUT' }
const custom = { flowType: 'B2B_PG', paymentFlow: 'PG' }
const money = { amount: 49_900, expireAfter: 900 }

/** Each call of protocol §12: name, operation, event subject, order id, data. */
const ROWS: readonly [string, Operation, string, string | undefined, object][] = [
  [
    'standard pay',
    standardPay({ ...order, paymentFlow: page }),
    'PAY',
    'ord_1',
    { ...checkout, ...money, apiPath: '/checkout/v2/pay' },
  ],
  [
    'pay by QR',
    customPay(mode({ type: 'UPI_QR' })),
    'PAY',
    'ord_1',
    { ...custom, ...money, apiPath: '/payments/v2/pay', paymentInstrument: 'UPI_QR' },
  ],
  [
    'pay by PhonePe intent',
    customPay(mode({ type: 'PPE_INTENT' })),
    'PAY',
    'ord_1',
    { ...custom, ...money, apiPath: '/payments/v2/pay', paymentInstrument: 'PPE_INTENT' },
  ],
  [
    'pay by intent',
    customPay({
      ...mode({ type: 'UPI_INTENT', targetApp: 'PHONEPE' }),
      deviceContext: { deviceOS: 'IOS', merchantCallBackScheme: 'shopapp' },
    }),
    'PAY',
    'ord_1',
    {
      ...custom,
      ...money,
      apiPath: '/payments/v2/pay',
      paymentInstrument: 'UPI_INTENT',
      targetApp: 'PHONEPE',
      deviceContext: { deviceOS: 'IOS', merchantCallBackScheme: 'shopapp' },
    },
  ],
  [
    'pay by VPA',
    customPay(mode({ type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'payer@bank' } })),
    'PAY',
    'ord_1',
    { ...custom, ...money, apiPath: '/payments/v2/pay', paymentInstrument: 'UPI_COLLECT' },
  ],
  [
    'pay by net banking',
    customPay(mode({ type: 'NET_BANKING', bankId: 'ICIC' })),
    'PAY',
    'ord_1',
    { ...custom, ...money, apiPath: '/payments/v2/pay', paymentInstrument: 'NET_BANKING' },
  ],
  [
    'pay by card',
    customPay(mode({ type: 'CARD', cardDetails: encrypted })),
    'PAY',
    'ord_1',
    { ...custom, ...money, apiPath: '/payments/v2/pay', paymentInstrument: 'CARD' },
  ],
  [
    'standard SDK order',
    sdkOrder('standardSdkOrder', { ...order, paymentFlow: page }),
    'CREATE_SDK_ORDER',
    'ord_1',
    { ...checkout, ...money, apiPath: '/checkout/v2/sdk/order' },
  ],
  [
    'custom SDK order',
    sdkOrder('customSdkOrder', { ...order, paymentFlow: page }),
    'CREATE_SDK_ORDER',
    'ord_1',
    { ...custom, ...money, apiPath: '/payments/v2/sdk/order' },
  ],
  [
    'standard order status',
    orderStatus('standard', 'ord_1', true, true),
    'ORDER_STATUS',
    'ord_1',
    { ...checkout, apiPath: '/checkout/v2/order/ord_1/status' },
  ],
  [
    'custom order status',
    orderStatus('custom', 'ord 1/?', true),
    'ORDER_STATUS',
    'ord 1/?',
    { ...custom, apiPath: '/payments/v2/order/ord%201%2F%3F/status' },
  ],
  [
    'standard transaction status',
    transactionStatus('standard', 'OM1', true),
    'TRANSACTION_STATUS',
    undefined,
    { ...checkout, apiPath: '/checkout/v2/transaction/OM1/status', transactionId: 'OM1' },
  ],
  [
    'custom transaction status',
    transactionStatus('custom', 'OM1'),
    'TRANSACTION_STATUS',
    undefined,
    { ...custom, apiPath: '/payments/v2/transaction/OM1/status', transactionId: 'OM1' },
  ],
  [
    'refund',
    refund({ merchantRefundId: 'r_1', originalMerchantOrderId: 'ord_1', amount: paise(100) }),
    'REFUND',
    'ord_1',
    {
      ...checkout,
      apiPath: '/payments/v2/refund',
      amount: 100,
      merchantRefundId: 'r_1',
      originalMerchantOrderId: 'ord_1',
    },
  ],
  [
    'refund status',
    refundStatus('r_1'),
    'REFUND_STATUS',
    undefined,
    { ...checkout, apiPath: '/payments/v2/refund/r_1/status', merchantRefundId: 'r_1' },
  ],
]

/** As sent: without undefined properties. */
const onWire = (value: unknown) => JSON.parse(JSON.stringify(value))

const refused = new GallaError({
  kind: 'bad-request',
  message: 'No.',
  outcome: 'rejected',
  httpStatus: 400,
  code: 'BAD_REQUEST',
  data: { field: 'amount' },
})
const exception = {
  exceptionClass: 'BadRequest',
  exceptionMessage: 'No.',
  exceptionCode: 'BAD_REQUEST',
  exceptionHttpStatusCode: 400,
  exceptionData: { field: 'amount' },
}

describe.each(ROWS)('the event of a %s', (_name, operation, subject, merchantOrderId, data) => {
  const head = { eventTime: 1_750_000_001, ...(merchantOrderId && { merchantOrderId }) }

  it('is SUCCESS after success', () => {
    const event = { ...head, eventName: `${subject}_SUCCESS`, data: { ...data, eventState: 'SUCCESS' } }
    expect(onWire(operationEvent(operation, undefined, NOW))).toEqual(event)
  })

  it('is FAILED with all five exception fields after a refusal', () => {
    const event = { ...head, eventName: `${subject}_FAILED`, data: { ...data, ...exception, eventState: 'FAILED' } }
    expect(onWire(operationEvent(operation, refused, NOW))).toEqual(event)
  })

  it('has null in exception fields without a response', () => {
    const lost = new GallaError({ kind: 'network', message: 'lost', outcome: 'unknown' })
    expect(onWire(operationEvent(operation, lost, NOW)).data).toMatchObject({
      exceptionClass: null,
      exceptionMessage: 'lost',
      exceptionCode: null,
      exceptionHttpStatusCode: null,
      exceptionData: null,
    })
  })
})

describe('operationEvent', () => {
  it.each([
    ['a UPI id check', validateUpi({ type: 'VPA', vpa: 'payer@bank' })],
    ['a raw request', rawRequest({ method: 'GET', path: '/x' })],
  ])('returns undefined for %s', (_name, operation) => {
    expect(operationEvent(operation, undefined, NOW)).toBeUndefined()
    expect(operationEvent(operation, refused, NOW)).toBeUndefined()
  })
})

describe('events about the client', () => {
  const head = { eventTime: 1_750_000_001 }

  it('records the start: one event for the token service and one per product', () => {
    const initiated = { eventState: 'INITIATED', flowType: 'B2B_PG' }
    expect(onWire(startupEvents(['PG_CHECKOUT', 'PG'], NOW))).toEqual([
      { ...head, eventName: 'TOKEN_SERVICE_INITIALIZED', data: initiated },
      {
        ...head,
        eventName: 'STANDARD_CHECKOUT_CLIENT_INITIALIZED',
        data: { ...initiated, paymentFlow: 'PG_CHECKOUT' },
      },
      { ...head, eventName: 'CUSTOM_CHECKOUT_CLIENT_INITIALIZED', data: { ...initiated, paymentFlow: 'PG' } },
    ])
  })

  it('records a token fallback without flowType', () => {
    const cached = { authorization: 'O-Bearer secret', issuedAt: 1_749_990_000, expiresAt: 1_750_010_000 }
    const event = fallbackEvent(refused, cached, '/v1/oauth/token', NOW - 5_000, NOW)
    expect(onWire(event)).toEqual({
      ...head,
      eventName: 'OAUTH_FETCH_FAILED_USED_CACHED_TOKEN',
      data: {
        eventState: 'FAILED',
        apiPath: '/v1/oauth/token',
        tokenFetchAttemptTimestamp: 1_749_999_996,
        cachedTokenIssuedAt: 1_749_990_000,
        cachedTokenExpiresAt: 1_750_010_000,
        ...exception,
      },
    })
  })

  it('records an unreadable callback without flowType', () => {
    const error = new GallaError({
      kind: 'invalid-callback',
      message: 'Invalid Callback',
      outcome: 'rejected',
      httpStatus: 417,
    })
    expect(onWire(unreadableCallbackEvent(error, NOW, 'PG_CHECKOUT'))).toEqual({
      ...head,
      eventName: 'CALLBACK_SERIALIZATION_FAILED',
      data: {
        eventState: 'FAILED',
        paymentFlow: 'PG_CHECKOUT',
        exceptionClass: 'PhonePeException',
        exceptionMessage: 'Invalid Callback',
        exceptionCode: null,
        exceptionHttpStatusCode: 417,
        exceptionData: null,
      },
    })
  })
})

describe('exceptionClass (protocol §8.2)', () => {
  it.each([
    ['bad-request', 'BadRequest'],
    ['unauthorized', 'UnauthorizedAccess'],
    ['forbidden', 'ForbiddenAccess'],
    ['not-found', 'ResourceNotFound'],
    ['conflict', 'ResourceConflict'],
    ['gone', 'ResourceGone'],
    ['expectation-failed', 'ExpectationFailed'],
    ['invalid', 'ResourceInvalid'],
    ['too-many-requests', 'TooManyRequests'],
    ['client-error', 'ClientError'],
    ['server-error', 'ServerError'],
    ['http', 'PhonePeException'],
    ['timeout', null],
    ['aborted', null],
    ['invalid-response', null],
  ] as const)('maps %s to %s', (kind, exceptionClass) => {
    const error = new GallaError({ kind, message: 'm', outcome: 'unknown' })
    expect(operationEvent(refundStatus('r'), error, NOW)?.data.exceptionClass).toBe(exceptionClass)
  })
})
