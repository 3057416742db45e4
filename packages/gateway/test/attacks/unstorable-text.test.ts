import { describe, expect, it } from 'vitest'
import { isStorable } from '../../src/domain/privacy/masking.ts'
import type { Gateway } from '../../src/index.ts'
import { loggablePayload } from '../../src/provider/instrumentation.ts'
import { maskHeaders } from '../../src/services/callbacks/receive-callback.ts'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { HALF, json, payOrder, refundOf, replaceRefundResponses, withPaidOrder } from '../helpers/paid-order.ts'
import { CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createGatewayWithPaidOrder = withPaidOrder(createTestGateway)

/** PostgreSQL stores neither in text or jsonb. */
const ODD = 'odd\u0000\ud83d'
const MINUTE_MS = 60_000

/** The provider's reply with ODD at the end of every text that names nothing. */
function spoiled(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => spoiled(one, field))
  if (typeof value === 'object' && value !== null)
    return { ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoiled(one, name)])), [ODD]: ODD }
  const isKept =
    /^(?:state|type|event|currency|orderId|refundId|transactionId|merchantOrderId|merchantRefundId|originalMerchantOrderId|token_type)$/.test(
      field,
    )
  return typeof value === 'string' && !isKept ? value + ODD : value
}

async function post({ gateway }: TestGateway, event: string, payload: object) {
  const { createHash } = await import('node:crypto')
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const body = JSON.stringify({ event, payload })
  return gateway.fetch(
    new Request(CALLBACK_URL, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body }),
  )
}

const failures = ({ rows }: TestGateway) =>
  rows('select "error" from galla.callbacks where "error" is not null or "processedAtMs" is null')

describe('text of the provider that PostgreSQL cannot store', () => {
  it.each([
    ['a documented refusal', { code: 'REFUND_NOT_ALLOWED', message: ODD }, 'FAILED', undefined],
    ['an unknown refusal', { code: `SOMETHING_${ODD}`, message: ODD }, 'REQUESTED', 'refused'],
    ['an unknown order', { code: 'ORDER_NOT_FOUND', message: ODD }, 'REQUESTED', 'order-unknown'],
  ])('in %s of a refund does not leave the refund without a decision', async (_, refusal, state, reason) => {
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses((call) =>
        call === 'create' ? json({ success: false, ...refusal, data: { odd: ODD } }, 400) : undefined,
      ),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    for (let minute = 0; minute < 6; minute += 1) await testGateway.advance(MINUTE_MS)
    const refund = await testGateway.gateway.refunds.get('r-1')
    expect([refund?.state, refund?.needsReview?.reason]).toEqual([state, reason])
    // Calls are logged in the background.
    const refused = `select 1 from galla.calls where "merchantRefundId" = 'r-1' and "httpStatus" = 400`
    await expect.poll(() => testGateway.rows(refused)).not.toEqual([])
  })

  it('in statuses of orders and refunds is stored without it', async () => {
    const orders = withChangedStatus('order', (status) => spoiled(status) as typeof status)
    const refunds = withChangedStatus('refund', (status) => spoiled(status) as typeof status)
    const testGateway = await createTestGateway({
      sandbox: { refundTiming: false },
      wrapProvider: (provider) => orders(refunds(provider)),
    })
    await payOrder(testGateway, 'paid')
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(MINUTE_MS)
    await testGateway.gateway.orders.sync('paid')
    await testGateway.gateway.refunds.sync('r-1')
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ state: 'COMPLETED', refundedAmount: HALF })
    expect(await failures(testGateway)).toEqual([])
  })

  it('in a callback of a payment and of a refund is applied', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const payment = {
      transactionId: `T${ODD}`,
      state: 'FAILED',
      amount: CART.amount,
      paymentMode: ODD,
      errorCode: ODD,
      rail: { type: ODD, utr: ODD, vpa: `${ODD}ppppp@ybl` },
    }
    const order = {
      merchantOrderId: 'one',
      orderId: ODD,
      state: 'PENDING',
      amount: CART.amount,
      currency: ODD,
      paymentDetails: [payment],
      [ODD]: ODD,
    }
    expect((await post(testGateway, 'checkout.order.completed', order)).status).toBe(200)
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS', callback: false } as never)
    const refund = {
      merchantRefundId: 'r-1',
      originalMerchantOrderId: 'paid',
      refundId: ODD,
      state: 'COMPLETED',
      amount: HALF,
      errorCode: ODD,
      paymentDetails: [payment],
    }
    expect((await post(testGateway, `pg.refund.completed`, refund)).status).toBe(200)
    expect((await post(testGateway, `pg.${ODD}`, { odd: ODD, merchantOrderId: ODD })).status).toBe(200)
    await testGateway.drainJobs()
    expect(await failures(testGateway)).toEqual([])
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
  })

  it('in the reply to a start leaves an order with its page', async () => {
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (!String(url instanceof Request ? url.url : url).endsWith('/pay')) return response
        const { expireAt, ...body } = (await response.json()) as { expireAt: number }
        return Response.json({ ...(spoiled(body) as object), expireAt: expireAt + 0.5 })
      },
    })
    const { redirectUrl } = await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    expect(isStorable(String(redirectUrl))).toBe(true)
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'PENDING' })
  })

  it('in a header does not make a callback unstorable', () => {
    expect(
      Object.entries(maskHeaders({ 'user-agent': ODD, [ODD]: 'x' }))
        .flat()
        .every(isStorable),
    ).toBe(true)
  })

  it('is not made by the shortening of a long text', () => {
    const response = { orderId: `${'a'.repeat(39)}\u{1f600}${'a'.repeat(400)}` }
    expect(isStorable((loggablePayload(response) as typeof response).orderId)).toBe(true)
  })
})

describe('an id of the caller that PostgreSQL cannot compare', () => {
  const calls: readonly (readonly [string, string, (gateway: Gateway) => Promise<unknown>])[] = [
    ['orders.get', 'merchantOrderId', ({ orders }) => orders.get(ODD)],
    ['orders.resume', 'merchantOrderId', ({ orders }) => orders.resume(ODD)],
    ['orders.sync', 'merchantOrderId', ({ orders }) => orders.sync(ODD)],
    ['orders.cancel', 'merchantOrderId', ({ orders }) => orders.cancel(ODD)],
    ['orders.pay', 'merchantOrderId', ({ orders }) => orders.pay(ODD, { type: 'UPI_QR' })],
    ['orders.list', 'reference', ({ orders }) => orders.list({ reference: ODD })],
    ['refunds.get', 'merchantRefundId', ({ refunds }) => refunds.get(ODD)],
    ['refunds.sync', 'merchantRefundId', ({ refunds }) => refunds.sync(ODD)],
    ['refunds.list', 'merchantOrderId', ({ refunds }) => refunds.list({ merchantOrderId: ODD })],
    [
      'refunds.request',
      'merchantOrderId',
      ({ refunds }) => refunds.request({ ...refundOf('r-1'), merchantOrderId: ODD }),
    ],
    [
      'refunds.resolveReview',
      'merchantRefundId',
      ({ refunds }) => refunds.resolveReview(ODD, { decision: 'retry', note: 'checked' }),
    ],
    ['payers.hold', 'reason', ({ payers }) => payers.hold({ merchantOrderId: 'paid', reason: ODD, by: 'Meena' })],
    ['payers.release', 'merchantOrderId', ({ payers }) => payers.release(ODD)],
    ['payers.preview', 'merchantUserId', ({ payers }) => payers.preview({ merchantUserId: ODD })],
    ['ledger.list', 'merchantOrderId', ({ ledger }) => ledger.list({ merchantOrderId: ODD })],
    ['users.link', 'name', ({ users }) => users.link(ODD)],
    ['users.removeSecondFactor', 'name', ({ users }) => users.removeSecondFactor(ODD)],
    ['apiKeys.revoke', 'keyId', ({ apiKeys }) => apiKeys.revoke(ODD)],
    [
      'eventSubscriptions.remove',
      'subscriber',
      ({ eventSubscriptions }) => eventSubscriptions.remove({ subscriber: ODD, event: 'order.completed' }),
    ],
    [
      'eventSubscriptions.remove',
      'event',
      ({ eventSubscriptions }) => eventSubscriptions.remove({ subscriber: 'old-notifier', event: ODD }),
    ],
  ]

  it('is refused by its field before the database is asked', async () => {
    const { gateway } = await createTestGateway()
    for (const [name, field, call] of calls) {
      const refused = await call(gateway).catch((error: unknown) => error)
      expect({ name, refused }).toMatchObject({ name, refused: { code: 'INVALID_REQUEST', field } })
    }
  })
})
