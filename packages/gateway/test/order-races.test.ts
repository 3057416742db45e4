import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { reconcile, repairDiscrepancies } from '../src/services/finance/reconcile.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const CUSTOM = { ...CART, checkout: 'CUSTOM' } as const
const ICICI = { type: 'NET_BANKING', bankId: 'ICIC' } as const
const ONE_RUPEE = inr('1')
const TEN_MINUTES_MS = 600_000
const HOUR_MS = 3_600_000

/** Holds the first request to `/pay` before the provider takes it in. */
function holdFirstPay() {
  let isTaken = false
  let release = () => {}
  let arrived = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isHeld = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => async (url, init) => {
    if (isTaken || !String(url).endsWith('/pay')) return provider(url, init)
    isTaken = true
    arrived()
    await released
    return provider(url, init)
  }
  return { wrapProvider, isHeld, release: () => release() }
}

/** A replica whose clock is ten minutes fast. */
const fastReplica = ({ replica, sandbox }: TestGateway) =>
  replica({ clock: { now: () => sandbox.clock.now() + TEN_MINUTES_MS } })

/** Starts an order of the cart and pays it. */
async function payAnother({ gateway, sandbox, drainJobs }: TestGateway) {
  await gateway.orders.start({ ...CART, merchantOrderId: 'other' })
  await sandbox.simulatePayment('other', { outcome: 'SUCCESS' })
  await drainJobs()
  expect(await gateway.orders.get('other')).toMatchObject({ resolution: 'fulfil' })
}

describe('a replica with a fast clock', () => {
  it('does not make a later order of another amount look like the earlier one: its payment is not refunded', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    const { gateway, sandbox } = testGateway
    const fast = await fastReplica(testGateway)
    await fast.orders.start({ ...CART, merchantOrderId: 'old', amount: ONE_RUPEE })
    await sandbox.simulatePayment('old', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    await gateway.orders.start({ ...CART, merchantOrderId: 'new' })
    await sandbox.simulatePayment('new', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.orders.get('new')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(receivedEvents).toEqual(['failed old', 'completed new'])
  })

  it('returns the open order to an identical start, however often, because the provider still has it open', async () => {
    const testGateway = await createTestGateway()
    const fast = await fastReplica(testGateway)
    const pages = new Set<string | undefined>()
    for (let call = 0; call < 4; call += 1)
      pages.add((await fast.orders.start({ ...CART, expireAfter: 300 })).redirectUrl)
    expect(pages.size).toBe(1)
    expect(testGateway.sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })
})

describe('a reference that is paid while a request is in flight', () => {
  it('gets no second page: start rejects with REFERENCE_PAID', async () => {
    const { wrapProvider, isHeld, release } = holdFirstPay()
    const testGateway = await createTestGateway({ wrapProvider })
    const started = testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'slow' })
    const refused = started.catch((error: unknown) => error)
    await isHeld
    await payAnother(testGateway)
    release()
    expect(await refused).toMatchObject({ code: 'REFERENCE_PAID' })
  })

  it('gets no second link: pay rejects with REFERENCE_PAID, and the payer’s page has none', async () => {
    const { wrapProvider, isHeld, release } = holdFirstPay()
    const testGateway = await createTestGateway({ wrapProvider })
    const { gateway } = testGateway
    const { payerToken } = await gateway.orders.start({ ...CUSTOM, merchantOrderId: 'slow' })
    const refused = gateway.orders.pay('slow', ICICI).catch((error: unknown) => error)
    await isHeld
    await payAnother(testGateway)
    release()
    expect(await refused).toMatchObject({ code: 'REFERENCE_PAID' })
    const headers = { authorization: `Bearer ${payerToken}` }
    const response = await gateway.fetch(new Request('http://shop.localhost/orders/slow/status', { headers }))
    expect(await response.json()).toMatchObject({ state: 'PENDING', payment: { type: 'NET_BANKING' } })
    const [row] = await testGateway.rows<{ opened: object }>(
      `select "opened" from galla.orders where "merchantOrderId" = 'slow'`,
    )
    expect(row?.opened).toHaveProperty('redirectUrl')
    const again = await gateway.fetch(new Request('http://shop.localhost/orders/slow/status', { headers }))
    expect(await again.json()).not.toHaveProperty('payment.redirectUrl')
  })
})

it('an identical start during a slow request opens no second order', async () => {
  const { wrapProvider, isHeld, release } = holdFirstPay()
  const testGateway = await createTestGateway({ wrapProvider })
  const { gateway, sandbox } = testGateway
  const first = gateway.orders.start(CART)
  await isHeld
  await expect(gateway.orders.start(CART)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  release()
  const { redirectUrl } = await first
  expect((await gateway.orders.start(CART)).redirectUrl).toBe(redirectUrl)
  expect(sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
})

/** In the form of ids that the gateway makes: no other shop has started an order with it. */
const MADE_ID = 'o-0mikh98g00123456789abcdef'

it('a reopened order of an earlier amount does not refuse the current start, nor its repetition', async () => {
  let isLost = true
  const held: (() => Promise<Response>)[] = []
  const testGateway = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      if (!isLost || !String(url).endsWith('/pay')) return provider(url, init)
      held.push(() => provider(url, init))
      throw new TypeError('connection reset')
    },
  })
  const { gateway } = testGateway
  const old = { ...CART, merchantOrderId: MADE_ID, amount: ONE_RUPEE, expireAfter: 300 }
  await expect(gateway.orders.start(old)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  await testGateway.advance(1_000_000)
  isLost = false
  const { redirectUrl } = await gateway.orders.start({ ...CART, merchantOrderId: 'new' })
  for (const take of held) await take()
  expect(await gateway.orders.sync(MADE_ID)).toMatchObject({ state: 'PENDING' })
  expect((await gateway.orders.start({ ...CART, merchantOrderId: 'new' })).redirectUrl).toBe(redirectUrl)
  expect((await gateway.orders.start(CART)).redirectUrl).toBe(redirectUrl)
  await expect(gateway.orders.start({ ...CART, amount: ONE_RUPEE })).rejects.toMatchObject({ code: 'DIFFERENT_AMOUNT' })
})

describe('after a change of the client secret', () => {
  const changed = ({ replica }: TestGateway) => replica({ clientSecret: 'the next secret of the stall' })

  it('another choice is not the payment that was started', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CUSTOM, merchantOrderId: 'mine' })
    await testGateway.gateway.orders.pay('mine', ICICI)
    const { orders } = await changed(testGateway)
    await expect(orders.pay('mine', { ...ICICI, bankId: 'HDFC' })).rejects.toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
      field: 'paymentMode',
    })
  })

  it.each([
    ['redirectUrl', { redirectUrl: 'https://shop.example/other' }],
    ['expireAfter', { expireAfter: 600 }],
    ['message', { message: 'Two cups' }],
    ['metaInfo.udf1', { metaInfo: { udf1: 'red' } }],
    ['merchantUserId', { merchantUserId: 'ravi' }],
  ])(
    'the same id with another %s is refused, and with the same parameters it returns the order',
    async (field, other) => {
      const testGateway = await createTestGateway()
      const order = { ...CART, merchantOrderId: 'mine', metaInfo: { udf1: 'blue' } }
      const { redirectUrl } = await testGateway.gateway.orders.start(order)
      const { orders } = await changed(testGateway)
      expect((await orders.start(order)).redirectUrl).toBe(redirectUrl)
      await expect(orders.start({ ...order, ...other })).rejects.toMatchObject({ code: 'ID_TAKEN', field })
    },
  )
})

it.each([
  [
    'is completed when it was paid, when the gateway made its id',
    MADE_ID,
    { state: 'COMPLETED', resolution: 'fulfil' },
  ],
  ['needs a person, when its id is of the caller', 'mine', { state: 'FAILED', needsReview: { reason: 'id-in-use' } }],
])(
  'an order that a proxy refused after the provider took it in is polled, and %s',
  async (_, merchantOrderId, expected) => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await sandbox.setFaults({
      rules: [{ kind: 'status', status: 403, body: 'Forbidden', afterIntake: true, endpoints: ['customPay'] }],
      callbacks: { dropRate: 1 },
    })
    await gateway.orders.start({ ...CUSTOM, merchantOrderId })
    await expect(gateway.orders.pay(merchantOrderId, { type: 'UPI_QR' })).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
    })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    for (let hour = 0; hour < 3; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await gateway.orders.get(merchantOrderId)).toMatchObject(expected)
  },
)

describe('after a restore, an order that was sent and paid since the backup', () => {
  async function restored() {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CUSTOM, merchantOrderId: 'mine' })
    const [backup] = await testGateway.rows<{ row: object }>('select to_jsonb(o) as "row" from galla.orders o')
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await gateway.orders.pay('mine', { type: 'UPI_QR' })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.rows('delete from galla.decisions')
    await testGateway.rows('delete from galla.orders')
    await testGateway.rows('insert into galla.orders select * from jsonb_populate_record(null::galla.orders, $1)', [
      backup?.row,
    ])
    await gateway.markRestored()
    return testGateway
  }

  it('is found by its poll', async () => {
    const testGateway = await restored()
    await testGateway.advance(HOUR_MS)
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('is found by its poll when somebody has cancelled it', async () => {
    const testGateway = await restored()
    await testGateway.gateway.orders.cancel('mine')
    await testGateway.advance(HOUR_MS)
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('is found by a reconciliation before that', async () => {
    const testGateway = await restored()
    const { gateway, sandbox } = testGateway
    const { context, stop } = await createContext(testGateway.settings)
    const { rows } = await reconcile(context, { fromMs: 0, toMs: sandbox.clock.now() + 1 })
    expect(rows).toMatchObject([{ merchantOrderId: 'mine', kind: 'state', reason: 'provider-ahead', repairable: true }])
    await repairDiscrepancies(context, ['mine'])
    await stop()
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })
})
