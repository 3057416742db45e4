import { paise } from '@galla/contract/money'
import { CALLBACK_TYPES, type CallbackEventName, type RefundEventName } from '@galla/contract/provider/callbacks'
import { afterEach, describe, expect, it } from 'vitest'
import {
  callbackBody,
  createdOrder,
  createdRefund,
  failedDetail,
  failedOrder,
  failedRefund,
  orderCallback,
  orderStatus,
  paymentDetail,
  pendingOrder,
  refundCallback,
  refundStatus,
  scriptTokens,
  TOKEN_ROUTE,
  tokenResponse,
} from './factories.ts'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

describe('order factories', () => {
  it('use one amount for order, attempt and split instrument', () => {
    const order = orderStatus({ amount: paise(150) })
    const [attempt] = order.paymentDetails
    expect([
      order.amount,
      order.payableAmount,
      attempt?.amount,
      attempt?.payableAmount,
      attempt?.splitInstruments?.[0]?.amount,
    ]).toEqual([150, 150, 150, 150, 150])
  })

  it('create pending, failed and created orders', () => {
    expect(pendingOrder()).toMatchObject({ state: 'PENDING', paymentDetails: [] })
    const failed = failedOrder({ amount: paise(200) })
    expect(failed).toMatchObject({ state: 'FAILED', errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })
    expect(failed.paymentDetails[0]).toMatchObject({ state: 'FAILED', amount: 200, errorCode: failed.errorCode })
    expect(createdOrder({ redirectUrl: undefined, token: 't' })).toEqual({
      orderId: expect.any(String),
      state: 'PENDING',
      expireAt: expect.any(Number),
      token: 't',
    })
  })

  it('apply overrides and share no object between two calls', () => {
    expect(orderStatus({ merchantOrderId: 'mine', paymentDetails: [] })).toMatchObject({
      merchantOrderId: 'mine',
      paymentDetails: [],
    })
    expect(paymentDetail({ state: 'PENDING' }).state).toBe('PENDING')
    expect(orderStatus().paymentDetails).not.toBe(orderStatus().paymentDetails)
    expect(Object.keys(failedDetail())).not.toContain('rail')
  })
})

describe('refund factories', () => {
  it('use amount and state in both shapes of the reply', () => {
    const refund = refundStatus({ amount: paise(300), state: 'CONFIRMED' })
    expect([refund.splitInstruments?.[0]?.amount, refund.paymentDetails?.[0]?.amount]).toEqual([300, 300])
    expect(refund.paymentDetails?.[0]).toMatchObject({ state: 'PENDING', transactionId: refund.refundId })
    expect(failedRefund()).toMatchObject({ state: 'FAILED', errorCode: 'REFUND_BREACHED', detailedErrorCode: 'BF_034' })
    expect(createdRefund().state).toBe('PENDING')
  })
})

describe('callback factories', () => {
  const stateOf = (event: CallbackEventName): string =>
    event.startsWith('pg.refund.')
      ? refundCallback(event as RefundEventName).payload.state
      : orderCallback(event as Exclude<CallbackEventName, RefundEventName>).payload.state

  it.each([
    ['checkout.order.completed', 'COMPLETED'],
    ['checkout.order.failed', 'FAILED'],
    ['checkout.transaction.attempt.failed', 'PENDING'],
    ['pg.order.completed', 'COMPLETED'],
    ['pg.order.failed', 'FAILED'],
    ['pg.transaction.attempt.failed', 'PENDING'],
    ['pg.refund.accepted', 'CONFIRMED'],
    ['pg.refund.completed', 'COMPLETED'],
    ['pg.refund.failed', 'FAILED'],
  ] as const)('%s has a payload in state %s', (event, state) => {
    expect(stateOf(event)).toBe(state)
  })

  it('set the old type beside the event, and serialize to JSON', () => {
    const callback = orderCallback('pg.order.completed', { merchantOrderId: 'mine' })
    expect(callback.type).toBe(CALLBACK_TYPES['pg.order.completed'])
    expect(JSON.parse(callbackBody(callback))).toEqual(callback)
    expect(orderCallback('pg.transaction.attempt.failed').payload.paymentDetails[0]?.state).toBe('FAILED')
  })
})

describe('token factories', () => {
  let server: ScriptedServer | undefined
  afterEach(() => server?.close())

  it('create tokens that are valid for an hour', () => {
    expect(tokenResponse({}, 1_750_000_000_999)).toMatchObject({
      issued_at: 1_750_000_000,
      expires_at: 1_750_003_600,
      token_type: 'O-Bearer',
    })
    expect(tokenResponse({ issued_at: 10 }).expires_at).toBe(3_610)
  })

  it('script a server to issue tokens in order', async () => {
    server = await startScriptedServer()
    scriptTokens(server, tokenResponse({ access_token: 'a' }), tokenResponse({ access_token: 'b' }))
    const url = server.origin + TOKEN_ROUTE.slice(TOKEN_ROUTE.indexOf('/'))
    const issued = []
    for (let turn = 0; turn < 3; turn += 1) {
      const response = (await (await fetch(url, { method: 'POST' })).json()) as { access_token: string }
      issued.push(response.access_token)
    }
    expect(issued).toEqual(['a', 'b', 'b'])
  })
})
