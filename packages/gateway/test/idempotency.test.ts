import { paise } from '@galla/sdk'
import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { delayResponses } from './helpers/delay-responses.ts'
import { AMOUNT, CART, setupTestGateways, type TestGatewayOptions } from './helpers/test-gateway.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const createTestGateway = setupTestGateways()
const ORDER = {
  ...CART,
  merchantOrderId: 'mine',
  expireAfter: 900,
  message: 'Two cups',
  metaInfo: { udf1: 'blue', udf2: 'large' },
} as const
const CUSTOM = { ...CART, checkout: 'CUSTOM', merchantOrderId: 'mine' } as const
/** Milliseconds that a call waits before it reads an order again that another call is sending. */
const FIRST_PAUSE_MS = 20
const ICICI = { type: 'NET_BANKING', bankId: 'ICIC' } as const
const CARD = {
  type: 'CARD',
  cardDetails: {
    encryptedCardNumber: 'Y2lwaGVyLW9mLWEtY2FyZA==',
    encryptionKeyId: 1,
    encryptedCvv: 'Y2lwaGVyLW9mLWEtY3Z2',
    expiry: { month: '12', year: '2031' },
    cardHolderName: 'Asha Rao',
  },
} as const

/** Connections to the provider are refused or reset while `failing` is set. */
function failingPay() {
  const state: { failing?: 'not-sent' | 'lost' | undefined } = {}
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => async (url, init) => {
    if (!String(url).endsWith('/pay') || !state.failing) return provider(url, init)
    if (state.failing === 'not-sent')
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    await provider(url, init)
    throw new TypeError('connection reset')
  }
  return { state, wrapProvider }
}

describe('the same id', () => {
  it('with the same parameters returns the same order and page, also from another process', async () => {
    const testGateway = await createTestGateway()
    const first = await testGateway.gateway.orders.start(ORDER)
    const other = await testGateway.replica()
    const again = await other.orders.start({ ...ORDER, metaInfo: { udf2: 'large', udf1: 'blue' } })
    expect(again).toEqual(first)
    expect(testGateway.sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })

  it('wanted by two references in one moment is given to one, and sent once', async () => {
    const { gateway, sandbox } = await createTestGateway()
    const starts = [ORDER, { ...ORDER, reference: 'cart-8', amount: paise(100) }].map((one) =>
      gateway.orders.start(one),
    )
    const [one, other] = await Promise.allSettled(starts)
    expect(one).toMatchObject({ status: 'fulfilled', value: { order: { reference: 'cart-7', amount: AMOUNT } } })
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'ID_TAKEN', field: 'reference' } })
    expect(sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })

  it('that another reference stores while this start is decided is refused, and nothing is sent', async () => {
    const { gateway, sandbox, settings, rows } = await createTestGateway()
    // The reference has had an order, so its next one is decided under the lock of the reference.
    await gateway.orders.start({ ...CUSTOM, reference: 'cart-8', merchantOrderId: 'earlier' })
    await gateway.orders.cancel('earlier')
    const other = new Client(settings.database as object)
    await other.connect()
    await other.query('begin')
    await other.query(`insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "nextPollAtMs")
      values ('mine', 'cart-7', 'CUSTOM', 1, 'CREATED', '{}', 1, 1, 1)`)
    const starting = gateway.orders.start({ ...ORDER, reference: 'cart-8' }).catch((error: unknown) => error)
    await untilEndedOrWaiting(starting, rows)
    await other.query('commit')
    await other.end()
    expect(await starting).toMatchObject({ code: 'ID_TAKEN', field: 'reference' })
    expect(sandbox.journal({ name: 'standardPay' })).toEqual([])
  })

  it.each([
    ['reference', { reference: 'cart-8' }],
    ['amount', { amount: 100 }],
    ['checkout', { checkout: 'CUSTOM' }],
    ['redirectUrl', { redirectUrl: 'https://shop.example/other' }],
    ['expireAfter', { expireAfter: 600 }],
    ['expireAfter', { expireAfter: undefined }],
    ['message', { message: 'Three cups' }],
    ['metaInfo.udf1', { metaInfo: { udf1: 'red', udf2: 'large' } }],
    ['metaInfo.udf2', { metaInfo: { udf1: 'blue' } }],
    ['metaInfo.udf3', { metaInfo: { udf1: 'blue', udf2: 'large', udf3: 'x' } }],
    ['merchantUserId', { merchantUserId: 'ravi' }],
  ])('with another %s is refused with ID_TAKEN, which names the field', async (field, other) => {
    const { gateway } = await createTestGateway()
    await gateway.orders.start(ORDER)
    await expect(gateway.orders.start({ ...ORDER, ...other } as never)).rejects.toMatchObject({
      code: 'ID_TAKEN',
      status: 409,
      field,
    })
  })

  it('opens after PROVIDER_UNAVAILABLE', async () => {
    const { state, wrapProvider } = failingPay()
    const testGateway = await createTestGateway({ wrapProvider })
    state.failing = 'not-sent'
    await expect(testGateway.gateway.orders.start(ORDER)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'CREATED' })
    state.failing = undefined
    const { order, redirectUrl } = await testGateway.gateway.orders.start(ORDER)
    expect(redirectUrl).toBeDefined()
    expect(order).toMatchObject({ merchantOrderId: 'mine', state: 'PENDING' })
  })

  it('stays OUTCOME_UNKNOWN after a lost reply, is checked at the provider, and creates no further order', async () => {
    const { state, wrapProvider } = failingPay()
    const testGateway = await createTestGateway({ wrapProvider })
    state.failing = 'lost'
    for (let call = 0; call < 3; call += 1)
      await expect(testGateway.gateway.orders.start(ORDER)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await testGateway.rows('select "merchantOrderId", "state" from galla.orders')).toEqual([
      { merchantOrderId: 'mine', state: 'PENDING' },
    ])
    expect(testGateway.sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })

  it('returns the same custom order after a change of the client secret, when its payer entered a UPI id', async () => {
    const { gateway, replica } = await createTestGateway()
    await gateway.orders.start(CUSTOM)
    await gateway.orders.pay('mine', { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'success@ybl' } })
    const next = await replica({ clientSecret: 'another secret of the stall' })
    expect((await next.orders.start(CUSTOM)).order).toMatchObject({ merchantOrderId: 'mine', state: 'PENDING' })
  })

  it('is sent once by two processes at the same time, and both get the page', async () => {
    const delayed = delayResponses(/\/pay$/)
    const testGateway = await createTestGateway({ wrapProvider: delayed.wrapProvider })
    const other = await testGateway.replica()
    const first = testGateway.gateway.orders.start(ORDER)
    await delayed.arrived
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    const second = other.orders.start(ORDER)
    // The second process pauses until it reads the order again, or ends without a page.
    const paused = vi.waitUntil(() => pauses.mock.calls.some(([, ms]) => ms === FIRST_PAUSE_MS), { timeout: 20_000 })
    await Promise.race([paused, second]).finally(delayed.release)
    pauses.mockRestore()
    const [one, two] = await Promise.all([first, second])
    expect(one.redirectUrl).toBeDefined()
    expect(two.redirectUrl).toBe(one.redirectUrl)
    expect(testGateway.sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })
})

describe('an identical start without an id', () => {
  it('returns the open order that has a page, or the custom order without a payment', async () => {
    const testGateway = await createTestGateway()
    const { gateway } = testGateway
    const first = await gateway.orders.start(CART)
    expect((await gateway.orders.start(CART)).redirectUrl).toBe(first.redirectUrl)
    expect((await gateway.orders.start({ ...CART, metaInfo: { udf1: 'x' } })).redirectUrl).not.toBe(first.redirectUrl)

    const custom = { ...CART, reference: 'b', checkout: 'CUSTOM' } as const
    const { order } = await gateway.orders.start(custom)
    expect((await gateway.orders.start(custom)).order.merchantOrderId).toBe(order.merchantOrderId)
    await gateway.orders.pay(order.merchantOrderId, { type: 'UPI_QR' })
    expect((await gateway.orders.start(custom)).order.merchantOrderId).not.toBe(order.merchantOrderId)
  })

  it('makes at most two orders of a reference, however many replies are lost', async () => {
    const { state, wrapProvider } = failingPay()
    const testGateway = await createTestGateway({ wrapProvider })
    state.failing = 'lost'
    for (let call = 0; call < 3; call += 1) {
      await expect(testGateway.gateway.orders.start(CART)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
      await testGateway.advance(20_000)
    }
    expect(await testGateway.rows('select 1 from galla.orders')).toHaveLength(2)
    // A minute later no request of these orders is in flight: the payer, who has no page of them, can pay another.
    state.failing = undefined
    await testGateway.advance(60_000)
    expect((await testGateway.gateway.orders.start(CART)).redirectUrl).toBeDefined()
  })

  it.each([undefined, ''])(
    'opens one more order after a reply whose page is %j, as after a lost one',
    async (redirectUrl) => {
      let isWithout = true
      const { gateway, rows, advance } = await createTestGateway({
        wrapProvider: (provider) => async (url, init) => {
          const response = await provider(url, init)
          if (!String(url).endsWith('/pay') || !isWithout) return response
          return Response.json({ ...((await response.json()) as object), redirectUrl })
        },
      })
      await expect(gateway.orders.start(CART)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
      const states = await rows('select "state", "orderId" is not null as "known", "opened" from galla.orders')
      expect(states).toEqual(Array.from({ length: 2 }, () => ({ state: 'PENDING', known: true, opened: null })))
      isWithout = false
      await advance(60_000)
      expect((await gateway.orders.start(CART)).redirectUrl).toBeDefined()
    },
  )

  it('shares one order between concurrent calls', async () => {
    const testGateway = await createTestGateway()
    const other = await testGateway.replica()
    const pages = await Promise.all([testGateway.gateway, other].map(({ orders }) => orders.start(CART)))
    expect(new Set(pages.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect(testGateway.sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })
})

describe('orders.pay', () => {
  it('returns the same payment for the same choice, and refuses another one by its field', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(CUSTOM)
    const first = await testGateway.gateway.orders.pay('mine', ICICI)
    const other = await testGateway.replica()
    expect((await other.orders.pay('mine', { bankId: 'ICIC', type: 'NET_BANKING' })).payment).toEqual(first.payment)
    await expect(other.orders.pay('mine', { ...ICICI, bankId: 'HDFC' })).rejects.toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
      field: 'paymentMode.bankId',
    })
    await expect(other.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
      field: 'paymentMode.type',
    })
    expect(testGateway.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
  })

  it('compares cards without storing them', async () => {
    const page = {
      orderId: 'OMO1',
      state: 'PENDING',
      expireAt: Date.now() + 900_000,
      redirectUrl: 'https://bank.example/3ds',
    }
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) =>
        String(url).endsWith('/pay') ? Response.json(page) : provider(url, init),
    })
    await testGateway.gateway.orders.start(CUSTOM)
    const first = await testGateway.gateway.orders.pay('mine', CARD)
    expect(first.payment).toEqual({ type: 'CARD', redirectUrl: page.redirectUrl })
    expect((await testGateway.gateway.orders.pay('mine', CARD)).payment).toEqual(first.payment)
    const otherCard = { ...CARD, cardDetails: { ...CARD.cardDetails, encryptedCardNumber: 'b3RoZXI=' } }
    await expect(testGateway.gateway.orders.pay('mine', otherCard)).rejects.toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
      field: 'paymentMode.cardDetails.encryptedCardNumber',
    })
    const stored = JSON.stringify(await testGateway.rows('select to_jsonb(o) as row from galla.orders o'))
    expect(stored).not.toMatch(/Y2lwaGVy|Asha|2031/)
  })

  it('accepts another choice after a payment that was not sent', async () => {
    const { state, wrapProvider } = failingPay()
    const testGateway = await createTestGateway({ wrapProvider })
    await testGateway.gateway.orders.start(CUSTOM)
    state.failing = 'not-sent'
    await expect(testGateway.gateway.orders.pay('mine', ICICI)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    state.failing = undefined
    const { payment } = await testGateway.gateway.orders.pay('mine', { ...ICICI, bankId: 'HDFC' })
    expect(payment?.redirectUrl).toBeDefined()
  })

  it('never begins a payment on a reference that is paid', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    await gateway.orders.start(CUSTOM)
    await gateway.orders.start({ ...CART, merchantOrderId: 'page' })
    await sandbox.simulatePayment('page', { outcome: 'SUCCESS' })
    await gateway.orders.sync('page')
    await expect(gateway.orders.pay('mine', ICICI)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    await expect(gateway.orders.start(CUSTOM)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(sandbox.journal({ name: 'customPay' })).toEqual([])
    expect(await gateway.orders.get('mine')).toMatchObject({ amount: AMOUNT, state: 'CREATED' })
  })

  it('sends one request for two processes at the same time, and both get the payment', async () => {
    const testGateway = await createTestGateway()
    const other = await testGateway.replica()
    await testGateway.gateway.orders.start(CUSTOM)
    const both = await Promise.all([testGateway.gateway, other].map(({ orders }) => orders.pay('mine', ICICI)))
    expect(both[0]?.payment?.redirectUrl).toBeDefined()
    expect(both[1]?.payment).toEqual(both[0]?.payment)
    expect(testGateway.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
  })
})

describe('names that are not known', () => {
  it.each([
    ['expireAfterSec', 'start', { ...ORDER, expireAfterSec: 300 }],
    ['metaInfo.colour', 'start', { ...ORDER, metaInfo: { colour: 'x' } }],
    ['paymentMode.bank', 'pay', { type: 'NET_BANKING', bankId: 'ICIC', bank: 'HDFC' }],
    ['paymentMode.amount', 'pay', { type: 'UPI_QR', amount: 1 }],
    ['paymentMode.cardDetails.cvv', 'pay', { ...CARD, cardDetails: { ...CARD.cardDetails, cvv: '123' } }],
    ['reason', 'refund', { merchantRefundId: 'r', merchantOrderId: 'mine', amount: 100, reason: 'x' }],
    ['state', 'list', { state: 'PAID' }],
    ['status', 'list', { status: 'PENDING' }],
    ['limits', 'list', { limits: 5 }],
  ] as const)('%s of orders.%s is refused by name', async (field, method, given) => {
    const { gateway } = await createTestGateway()
    if (method === 'pay') await gateway.orders.start(CUSTOM)
    const calls = {
      start: () => gateway.orders.start(given as never),
      pay: () => gateway.orders.pay('mine', given as never),
      refund: () => gateway.refunds.request(given as never),
      list: () => gateway.orders.list(given as never),
    }
    const refused = await calls[method]().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'INVALID_REQUEST', field, message: expect.stringContaining(field) })
  })
})

describe('a text that PostgreSQL cannot store as it is', () => {
  // What `slice` leaves of a name that ends in an emoji.
  const HALF = 'cups \ud83c'
  it.each<[string, object]>([
    ['reference', { reference: HALF }],
    ['reference', { reference: 'a\0' }],
    ['redirectUrl', { redirectUrl: `https://shop.example/${HALF}` }],
    ['message', { message: HALF }],
    ['merchantUserId', { merchantUserId: HALF }],
    ['metaInfo.udf2', { metaInfo: { udf1: 'fine', udf2: HALF } }],
  ])('is refused as %s of an order, by name', async (field, wrong) => {
    const { gateway, rows } = await createTestGateway()
    await expect(gateway.orders.start({ ...ORDER, ...wrong })).rejects.toMatchObject({ code: 'INVALID_REQUEST', field })
    expect(await rows('select from galla.orders')).toEqual([])
  })

  it('is refused as note of a refund, because a repetition would look like another refund', async () => {
    const { gateway } = await createTestGateway()
    const refund = { merchantRefundId: 'r', merchantOrderId: 'mine', amount: paise(1), note: HALF }
    await expect(gateway.refunds.request(refund)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'note' })
  })
})
