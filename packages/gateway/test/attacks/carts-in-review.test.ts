import { describe, expect, it } from 'vitest'
import { CART, setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

interface Status {
  state: string
  amount: number
  paymentDetails: { transactionId: string; amount: number }[]
  [field: string]: unknown
}

/** Changes what the provider reports of the order `first` once it is paid. */
const changedStatus =
  (change: (status: Status) => object): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (url, init) => {
    const response = await provider(url, init)
    if (!String(url).includes('/order/first/status')) return response
    const status = (await response.json()) as Status
    return Response.json(status.state === 'COMPLETED' ? change(status) : status)
  }

const withPayment = (status: Status, changed: object) => [{ ...status.paymentDetails[0], ...changed }]

const CHANGES: readonly (readonly [reason: string, change: (status: Status) => object])[] = [
  ['contradiction', (status) => ({ ...status, state: 'FAILED' })],
  ['short-payment', (status) => ({ ...status, paymentDetails: withPayment(status, { amount: 49_800 }) })],
  ['amount-mismatch', (status) => ({ ...status, amount: 49_800 })],
  ['currency-mismatch', (status) => ({ ...status, currency: 'USD' })],
  ['unknown-state', (status) => ({ ...status, state: 'SETTLED' })],
  ['order-id-mismatch', (status) => ({ ...status, orderId: 'OMO-other' })],
  [
    'paid-twice',
    (status) => ({
      ...status,
      paymentDetails: [...status.paymentDetails, ...withPayment(status, { transactionId: 'T-2' })],
    }),
  ],
  [
    'wrong-order',
    ({ merchantOrderId: _, orderId: __, paymentDetails: ___, ...status }) => ({ ...status, paymentDetails: [] }),
  ],
]

describe('a cart with an order in review that may be paid', () => {
  it.each(CHANGES)('gets no page of another order: %s', async (reason, change) => {
    const { gateway, sandbox, drainJobs, rows } = await createTestGateway({ wrapProvider: changedStatus(change) })
    await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
    await sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
    await drainJobs()
    expect((await gateway.orders.get('first'))?.needsReview?.reason).toBe(reason)
    const refused = { code: 'REFERENCE_IN_REVIEW', field: 'reference', message: expect.stringContaining('first') }
    await expect(gateway.orders.start(CART)).rejects.toMatchObject(refused)
    await expect(gateway.orders.start({ ...CART, merchantOrderId: 'second' })).rejects.toMatchObject(refused)
    await expect(gateway.orders.start({ ...CART, merchantOrderId: 'first' })).rejects.toMatchObject(refused)
    expect(await rows('select 1 from galla.orders')).toHaveLength(1)
  })

  it('gets no second payment of an order that was started before, nor its page again', async () => {
    const { gateway, sandbox, drainJobs } = await createTestGateway({
      wrapProvider: changedStatus((status) => ({ ...status, amount: 49_800 })),
    })
    await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
    const custom = { ...CART, checkout: 'CUSTOM' } as const
    await gateway.orders.start({ ...custom, merchantOrderId: 'second' })
    await gateway.orders.start({ ...CART, merchantOrderId: 'third' })
    await sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
    await drainJobs()
    const refused = { code: 'REFERENCE_IN_REVIEW' }
    await expect(gateway.orders.pay('second', { type: 'UPI_QR' })).rejects.toMatchObject(refused)
    await expect(gateway.orders.start({ ...CART, merchantOrderId: 'third' })).rejects.toMatchObject(refused)
    expect((await gateway.orders.resume('third')).redirectUrl).toBeUndefined()
  })
})

it('gives a cart another page while nothing reports a payment: the provider does not decide the first order', async () => {
  const { gateway, advance } = await createTestGateway({
    wrapProvider: (provider) => async (url, init) =>
      String(url).includes('/order/first/status') ? new Response('', { status: 503 }) : provider(url, init),
  })
  await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
  for (let hours = 0; hours < 96; hours += 8) await advance(8 * 3_600_000)
  expect((await gateway.orders.get('first'))?.needsReview?.reason).toBe('undecided')
  expect((await gateway.orders.start({ ...CART, merchantOrderId: 'second' })).redirectUrl).toMatch(/^https?:/)
})

it('gives a cart no other page while the provider reports a payment of the first order, and never decides it', async () => {
  const { gateway, sandbox, advance } = await createTestGateway({
    wrapProvider: changedStatus((status) => ({ ...status, state: 'PENDING' })),
  })
  await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
  await sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
  for (let hours = 0; hours < 96; hours += 8) await advance(8 * 3_600_000)
  expect((await gateway.orders.get('first'))?.needsReview?.reason).toBe('undecided')
  const second = gateway.orders.start({ ...CART, merchantOrderId: 'second' })
  await expect(second).rejects.toMatchObject({ code: 'REFERENCE_IN_REVIEW', field: 'reference' })
})
