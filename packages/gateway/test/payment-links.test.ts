import type { Sandbox } from '@galla/sandbox'
import { inr } from '@galla/sdk'
import { describe, expect, it, vi } from 'vitest'
import type { CreateLink, GatewayError } from '../src/index.ts'
import { AMOUNT, CART, setupTestGateways, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000

const LINK: CreateLink = {
  reference: CART.reference,
  amount: AMOUNT,
  customer: { name: 'A Tester', phoneNumber: '9000000001', email: 'a.tester@shop.example' },
  sendBy: ['SMS'],
  description: 'Invoice 42',
}

/** A gateway whose handlers keep the ids of paid and failed orders, and a link of the cart. */
async function setUp({ link = {}, ...options }: TestGatewayOptions & { link?: Partial<CreateLink> } = {}) {
  const fulfilled: string[] = []
  const failed: string[] = []
  const shop = await createTestGateway({
    ...options,
    gateway: {
      ...options.gateway,
      on: {
        'order.completed': ({ order }) => void fulfilled.push(order.merchantOrderId),
        'order.failed': ({ order }) => void failed.push(order.merchantOrderId),
      },
    },
  })
  const { order, url } = await shop.gateway.links.create({ ...LINK, ...link })
  const { merchantOrderId } = order
  const read = async (id = merchantOrderId) => (await shop.gateway.orders.get(id)) ?? expect.fail(`no order ${id}`)
  return { ...shop, order, url, merchantOrderId, read, fulfilled, failed }
}

const failure = (work: Promise<unknown>): Promise<GatewayError> =>
  work.then(
    () => expect.fail('expected a rejection'),
    (error) => error as GatewayError,
  )
const messagesOf = (sandbox: Sandbox, id: string) =>
  sandbox.journal({ id }).filter(({ name }) => name === 'link.sent').length

/** Loses the replies to requests whose path ends so, after the provider has taken them in; `blocked` ones never leave. */
const losing =
  (lost: { path: RegExp; blocked?: boolean; times: number }): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (input, init) => {
    const isHit = lost.times > 0 && lost.path.test(String(input))
    if (!isHit) return provider(input, init)
    lost.times -= 1
    if (!lost.blocked) await provider(input, init)
    throw Object.assign(new TypeError('fetch failed'), {
      cause: { code: lost.blocked ? 'ECONNREFUSED' : 'ECONNRESET' },
    })
  }

describe('a payment link', () => {
  it('is an order that is fulfilled when it is paid, and can be refunded', async () => {
    const { gateway, sandbox, order, url, merchantOrderId, read, fulfilled, drainJobs, advance } = await setUp()
    expect(order).toMatchObject({ checkout: 'LINK', state: 'PENDING', linkUrl: url, amount: AMOUNT })
    expect(url).toMatch(/^http:\/\/sandbox\.localhost\/l\//)
    expect(order.expiresAtMs).toBe(order.createdAtMs + 7 * DAY_MS)
    expect(messagesOf(sandbox, merchantOrderId)).toBe(1)
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    const paid = await read()
    expect(paid).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil', refundableAmount: AMOUNT })
    expect(paid.linkUrl).toBeUndefined()
    expect(fulfilled).toEqual([merchantOrderId])
    await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId, amount: AMOUNT })
    await advance(60_000)
    await advance(60_000)
    expect(await read()).toMatchObject({ refundedAmount: AMOUNT, refundableAmount: 0 })
  })

  it('stores nothing of its payer', async () => {
    const { rows } = await setUp()
    // The log of calls is written asynchronously.
    const dump = await vi.waitFor(async () => {
      const tables = ['orders', 'calls', 'audit', 'decisions'].map((table) => rows(`select * from galla.${table}`))
      const text = JSON.stringify(await Promise.all(tables))
      expect(text).toContain('linkCreate')
      return text
    })
    for (const secret of ['9000000001', 'a.tester', 'A Tester']) expect(dump).not.toContain(secret)
  })

  it('is the same link for the same parameters, and is not sent again', async () => {
    const { gateway, sandbox, url, merchantOrderId } = await setUp()
    const again = await gateway.links.create({
      ...LINK,
      customer: { ...LINK.customer, phoneNumber: '+91 90000 00001' },
    })
    expect([again.order.merchantOrderId, again.url]).toEqual([merchantOrderId, url])
    expect(messagesOf(sandbox, merchantOrderId)).toBe(1)
    const other = await gateway.links.create({ ...LINK, customer: { phoneNumber: '9000000002' } })
    expect(other.order.merchantOrderId).not.toBe(merchantOrderId)
  })

  it('of an id that is used by another payer is refused with the field that differs', async () => {
    const { gateway, merchantOrderId } = await setUp()
    const other = { ...LINK, merchantOrderId, customer: { ...LINK.customer, phoneNumber: '9000000002' } }
    expect(await failure(gateway.links.create(other))).toMatchObject({
      code: 'ID_TAKEN',
      field: 'customer.phoneNumber',
    })
  })

  it('is found to be paid within six hours when its callback is lost', async () => {
    const { sandbox, merchantOrderId, read, advance } = await setUp({ link: { expireAfter: 30 * 86_400 } })
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await advance(10 * DAY_MS)
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await advance(6 * 3_600_000)
    expect(await read()).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })
})

describe('a link and another order of the same cart', () => {
  it('are fulfilled once: the second payment is refunded', async () => {
    const { gateway, sandbox, merchantOrderId, read, fulfilled, drainJobs } = await setUp()
    const { order: hosted } = await gateway.orders.start(CART)
    await sandbox.simulatePayment(hosted.merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    expect(fulfilled).toEqual([hosted.merchantOrderId])
    expect(await read()).toMatchObject({ state: 'COMPLETED', resolution: 'duplicate-refund' })
  })

  it('cannot be made or sent again once the cart is paid', async () => {
    const { gateway, sandbox, merchantOrderId, drainJobs } = await setUp()
    const { order: hosted } = await gateway.orders.start(CART)
    await sandbox.simulatePayment(hosted.merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    expect(await failure(gateway.links.create({ ...LINK, merchantOrderId: 'late-link' }))).toMatchObject({
      code: 'REFERENCE_PAID',
    })
    expect(await failure(gateway.links.remind(merchantOrderId, { sendBy: ['SMS'] }))).toMatchObject({
      code: 'REFERENCE_PAID',
    })
    expect(messagesOf(sandbox, merchantOrderId)).toBe(1)
  })

  it('of another amount are refused, with the way to cancel the link, or replace it', async () => {
    const { gateway, sandbox, merchantOrderId, read, fulfilled, drainJobs } = await setUp()
    const more = { ...CART, amount: inr('999') }
    const refusal = await failure(gateway.orders.start(more))
    expect(refusal).toMatchObject({ code: 'DIFFERENT_AMOUNT' })
    expect(refusal.message).toContain(`${merchantOrderId} of `)
    expect(refusal.message).toContain('cancel that link')
    await gateway.orders.start({ ...more, replaces: true })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    expect([fulfilled, (await read()).resolution]).toEqual([[], 'late-refund'])
  })
})

describe('a link that ends', () => {
  it('fails when it is cancelled, and a payment that was running is refunded', async () => {
    const { gateway, sandbox, merchantOrderId, read, fulfilled, failed, drainJobs } = await setUp()
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'PENDING' })
    expect(await gateway.links.cancel(merchantOrderId)).toMatchObject({
      state: 'FAILED',
      errorCode: 'MERCHANT_CANCELLED',
    })
    expect(await gateway.links.cancel(merchantOrderId)).toMatchObject({ state: 'FAILED' })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    expect(await read()).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    expect([fulfilled, failed]).toEqual([[], [merchantOrderId]])
  })

  it('is found to be paid after it was cancelled, although the callback is lost', async () => {
    const { gateway, sandbox, merchantOrderId, read, advance } = await setUp({ link: { expireAfter: 30 * 86_400 } })
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'PENDING' })
    await gateway.links.cancel(merchantOrderId)
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await advance(DAY_MS)
    expect(await read()).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
  })

  it('fails when it expires, without a callback, and is refunded when it is paid after that', async () => {
    const { sandbox, merchantOrderId, read, fulfilled, advance, drainJobs } = await setUp({
      link: { expireAfter: 300 },
    })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'PENDING' })
    await advance(305_000)
    await advance(1_000)
    expect(await read()).toMatchObject({ state: 'FAILED', detailedErrorCode: 'ORDER_EXPIRED' })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await drainJobs()
    expect(await read()).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    expect(fulfilled).toEqual([])
  })

  it('is fulfilled when it was paid before the cancellation arrived', async () => {
    const { gateway, sandbox, merchantOrderId, fulfilled, drainJobs } = await setUp()
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    expect(await gateway.links.cancel(merchantOrderId)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    await drainJobs()
    expect(fulfilled).toEqual([merchantOrderId])
    expect(await failure(gateway.links.cancel(merchantOrderId))).toMatchObject({ code: 'REFERENCE_PAID' })
  })

  it('is cancelled although the reply is lost, because the status says so', async () => {
    const { gateway, merchantOrderId } = await setUp({ wrapProvider: losing({ path: /\/cancel$/, times: 1 }) })
    expect(await gateway.links.cancel(merchantOrderId)).toMatchObject({ state: 'FAILED' })
  })

  it('stays open when the cancellation does not leave', async () => {
    const { gateway, merchantOrderId, read } = await setUp({
      wrapProvider: losing({ path: /\/cancel$/, times: 1, blocked: true }),
    })
    expect(await failure(gateway.links.cancel(merchantOrderId))).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(await read()).toMatchObject({ state: 'PENDING' })
    expect(await gateway.links.cancel(merchantOrderId)).toMatchObject({ state: 'FAILED' })
  })
})

describe('a link whose reply is lost', () => {
  it('is found by its status in the same call, and no other link is created', async () => {
    const lost = { path: /paylinks\/v1\/pay$/, times: 1 }
    const { sandbox, url, order, rows } = await setUp({ wrapProvider: losing(lost) })
    expect([lost.times, order.linkUrl]).toEqual([0, url])
    expect(await rows('select "merchantOrderId" from galla.orders')).toHaveLength(1)
    expect(messagesOf(sandbox, order.merchantOrderId)).toBe(1)
  })

  it('gets its URL from a poll, when the provider repeats it', async () => {
    const lost = { path: /paylinks/, times: 2 }
    const { gateway, rows, advance } = await createTestGateway({ wrapProvider: losing(lost) })
    expect(await failure(gateway.links.create(LINK))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    const [stored] = await rows<{ merchantOrderId: string }>('select "merchantOrderId" from galla.orders')
    await advance(5 * 60_000)
    const order = await gateway.orders.get(stored?.merchantOrderId ?? '')
    expect(order).toMatchObject({ state: 'PENDING', linkUrl: expect.stringContaining('/l/') })
    expect((await gateway.links.create(LINK)).order.merchantOrderId).toBe(stored?.merchantOrderId)
  })

  it('gets its URL from the reply to a reminder, when its status does not repeat it', async () => {
    const { gateway, rows, advance } = await createTestGateway({
      wrapProvider: losing({ path: /paylinks/, times: 2 }),
      sandbox: { quirks: { linkUrlInStatus: false } },
    })
    await failure(gateway.links.create(LINK))
    const [stored] = await rows<{ merchantOrderId: string }>('select "merchantOrderId" from galla.orders')
    await advance(5 * 60_000)
    expect(await failure(gateway.links.create(LINK))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await rows('select from galla.orders')).toHaveLength(1)
    const reminded = await gateway.links.remind(stored?.merchantOrderId ?? '', { sendBy: ['SMS'] })
    expect(reminded.linkUrl).toContain('/l/')
    expect((await gateway.links.create(LINK)).url).toBe(reminded.linkUrl)
  })

  it('is fulfilled when its payer pays the message that was sent', async () => {
    const lost = { path: /paylinks/, times: 2 }
    const { gateway, sandbox, rows, drainJobs } = await createTestGateway({
      wrapProvider: losing(lost),
      sandbox: { quirks: { linkUrlInStatus: false } },
    })
    await failure(gateway.links.create(LINK))
    const [stored] = await rows<{ merchantOrderId: string }>('select "merchantOrderId" from galla.orders')
    await sandbox.simulatePayment(stored?.merchantOrderId ?? '', { outcome: 'SUCCESS' })
    await drainJobs()
    expect(await gateway.orders.get(stored?.merchantOrderId ?? '')).toMatchObject({ resolution: 'fulfil' })
  })
})

describe('a reminder', () => {
  const remind = { sendBy: ['SMS' as const] }
  const DATABASE_TIME = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"'
  /** The pause is measured by the clock of the database, which a test cannot advance. */
  const MINUTE_PASSES = 'update galla.orders set "remindedAtMs" = "remindedAtMs" - 60000'

  it('is one message, however often somebody clicks within a minute', async () => {
    const { gateway, sandbox, rows, merchantOrderId, read } = await setUp()
    const [before] = await rows<{ nowMs: string }>(DATABASE_TIME)
    const clicks = await Promise.allSettled([1, 2, 3].map(() => gateway.links.remind(merchantOrderId, remind)))
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(messagesOf(sandbox, merchantOrderId)).toBe(2)
    const [after] = await rows<{ nowMs: string }>(DATABASE_TIME)
    const { remindedAtMs } = await read()
    expect(remindedAtMs).toBeGreaterThanOrEqual(Number(before?.nowMs))
    expect(remindedAtMs).toBeLessThanOrEqual(Number(after?.nowMs))
    await rows(MINUTE_PASSES)
    await gateway.links.remind(merchantOrderId, remind)
    expect(messagesOf(sandbox, merchantOrderId)).toBe(3)
  })

  it('is not repeated when its reply is lost', async () => {
    const { gateway, sandbox, merchantOrderId } = await setUp({ wrapProvider: losing({ path: /notify$/, times: 1 }) })
    expect(await failure(gateway.links.remind(merchantOrderId, remind))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await failure(gateway.links.remind(merchantOrderId, remind))).toMatchObject({ code: 'REMINDED_RECENTLY' })
    expect(messagesOf(sandbox, merchantOrderId)).toBe(2)
  })

  it('that did not leave, or was refused, can be repeated at once', async () => {
    const { gateway, rows, merchantOrderId, read } = await setUp({
      wrapProvider: losing({ path: /notify$/, times: 1, blocked: true }),
      sandbox: { quirks: { linkMessages: 1 } },
    })
    expect(await failure(gateway.links.remind(merchantOrderId, remind))).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect((await read()).remindedAtMs).toBeUndefined()
    await gateway.links.remind(merchantOrderId, remind)
    await rows(MINUTE_PASSES)
    const refusals = [await failure(gateway.links.remind(merchantOrderId, remind))]
    refusals.push(await failure(gateway.links.remind(merchantOrderId, remind)))
    expect(refusals.map(({ code }) => code)).toEqual(['PROVIDER_REFUSED', 'PROVIDER_REFUSED'])
  })

  it('of an order that is no link, or has ended, is refused', async () => {
    const { gateway, merchantOrderId } = await setUp()
    const { order: hosted } = await gateway.orders.start(CART)
    const refusals = [await failure(gateway.links.remind(hosted.merchantOrderId, remind))]
    refusals.push(await failure(gateway.links.remind('nobody', remind)))
    refusals.push(await failure(gateway.links.cancel(hosted.merchantOrderId)))
    expect((await failure(gateway.orders.cancel(merchantOrderId))).message).toContain('cancel the link')
    await gateway.links.cancel(merchantOrderId)
    refusals.push(await failure(gateway.links.remind(merchantOrderId, remind)))
    expect(refusals.map(({ code }) => code)).toEqual([
      'INVALID_REQUEST',
      'NOT_FOUND',
      'INVALID_REQUEST',
      'ORDER_CLOSED',
    ])
  })
})

it.each<[string, Partial<CreateLink>]>([
  ['reference', { reference: ' ' }],
  ['amount', { amount: 99 as never }],
  ['amount', { amount: 10.5 as never }],
  ['customer', { customer: undefined as never }],
  ['customer.phoneNumber', { customer: {} as never }],
  ['customer.phoneNumber', { customer: { phoneNumber: '123' } }],
  ['customer.phoneNumber', { customer: { phoneNumber: null }, sendBy: ['SMS'] }],
  ['customer.email', { customer: { phoneNumber: '9000000001' }, sendBy: ['EMAIL'] }],
  ['customer.email', { customer: { phoneNumber: '9000000001', email: 'nobody' } }],
  ['customer.phone', { customer: { phoneNumber: '9000000001', phone: '1' } as never }],
  ['sendBy', { sendBy: [] }],
  ['sendBy', { sendBy: ['sms'] as never }],
  ['description', { description: 'x'.repeat(151) }],
  ['description', { description: 'a\0b' }],
  ['expireAfter', { expireAfter: 299 }],
  ['expireAfter', { expireAfter: 30 * 86_400 + 1 }],
  ['metaInfo.udf16', { metaInfo: { udf16: 'x' } as never }],
  ['merchantOrderId', { merchantOrderId: 'a b' }],
  ['redirectUrl', { redirectUrl: 'https://shop.example' } as never],
])('a link is refused before anything is stored: %s', async (field, change) => {
  const { gateway, rows } = await createTestGateway()
  expect(await failure(gateway.links.create({ ...LINK, ...change }))).toMatchObject({ code: 'INVALID_REQUEST', field })
  expect(await rows('select from galla.orders')).toEqual([])
})
