import { Galla, inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { CreateLink, GatewayError } from '../src/index.ts'
import { AMOUNT, CART, CLIENT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const MINUTE_MS = 60_000
const REMIND = { sendBy: ['SMS' as const] }

const LINK: CreateLink = {
  reference: CART.reference,
  amount: AMOUNT,
  customer: { name: 'A Tester', phoneNumber: '9000000001', email: 'a.tester@shop.example' },
  sendBy: ['SMS'],
}

/** A gateway whose calls about links `answer` may answer, or break off, in the provider's place; `arrive` hands the call to the provider. */
async function setUp(answer: (path: string, arrive: () => Promise<Response>) => Promise<Response | undefined>) {
  const shop = await createTestGateway({
    wrapProvider: (provider) => async (input, init) => {
      const { pathname } = new URL(String(input))
      const arrive = () => provider(input, init)
      return (pathname.includes('/paylinks/') ? await answer(pathname, arrive) : undefined) ?? arrive()
    },
  })
  const links = () => shop.rows<{ state: string }>('select "state" from galla.orders order by "createdAtMs"')
  return { ...shop, links, messages: () => messagesOf(shop) }
}

const messagesOf = ({ sandbox }: Pick<TestGateway, 'sandbox'>, id?: string): number =>
  sandbox.journal(id === undefined ? {} : { id }).filter(({ name }) => name === 'link.sent').length

const failure = (work: Promise<unknown>): Promise<GatewayError> =>
  work.then(
    () => expect.fail('expected a rejection'),
    (error) => error as GatewayError,
  )

const disconnect = (): never => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
}
const away = () => new Response('', { status: 503 })

describe('an order in review because its id belongs to another shop on the account', () => {
  async function setUpShops() {
    const first = await createTestGateway()
    const second = await createTestGateway({
      gateway: {
        clock: first.sandbox.clock,
        client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, tokenStore, fetch: first.sandbox.fetch }),
      },
    })
    await first.gateway.links.create({ ...LINK, merchantOrderId: 'INV-3' })
    return { first, second: second.gateway }
  }
  const inReview = { code: 'ORDER_CLOSED', message: 'INV-3 needs review and cannot be paid' }

  it('is not cancelled as a link, so the link of the other shop stays open', async () => {
    const { first, second } = await setUpShops()
    const taken = second.links.create({ ...LINK, merchantOrderId: 'INV-3', amount: inr('7') })
    expect(await failure(taken)).toMatchObject({ code: 'ID_TAKEN' })
    expect(await failure(second.links.cancel('INV-3'))).toMatchObject(inReview)
    expect(await failure(second.links.remind('INV-3', REMIND))).toMatchObject(inReview)
    expect(await first.gateway.orders.sync('INV-3')).toMatchObject({ state: 'PENDING' })
    expect(messagesOf(first, 'INV-3')).toBe(1)
  })
})

describe('a link that may have been created', () => {
  it.each([30_000, 61_000, 30 * MINUTE_MS])('is read after %d ms, and no second link is sent', async (pauseMs) => {
    let isAway = true
    const { gateway, sandbox, links, messages } = await setUp(async (path, arrive) => {
      if (!isAway) return undefined
      if (path.endsWith('/pay')) await arrive()
      return disconnect()
    })
    expect(await failure(gateway.links.create(LINK))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await sandbox.clock.advance(pauseMs)
    expect(await failure(gateway.links.create(LINK))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    isAway = false
    const { url } = await gateway.links.create(LINK)
    expect(url).toContain('/l/')
    expect([await links(), messages()]).toEqual([[{ state: 'PENDING' }], 1])
  })

  it('gets no second link while the provider may still receive the request, and then another', async () => {
    let isLost = true
    const { gateway, sandbox, links, messages } = await setUp(async (path) =>
      isLost && path.endsWith('/pay') ? disconnect() : undefined,
    )
    expect(await failure(gateway.links.create(LINK))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    isLost = false
    await sandbox.clock.advance(2 * MINUTE_MS)
    expect(await failure(gateway.links.create(LINK))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect([await links(), messages()]).toEqual([[{ state: 'CREATED' }], 0])
    await sandbox.clock.advance(11 * MINUTE_MS)
    await gateway.links.create(LINK)
    expect([await links(), messages()]).toEqual([[{ state: 'FAILED' }, { state: 'PENDING' }], 1])
  })

  it('of an id of your own is closed once its request can no longer arrive, and blocks its cart no longer', async () => {
    let isLost = true
    let late: (() => Promise<Response>) | undefined
    const { gateway, sandbox, advance, drainJobs } = await setUp(async (path, arrive) => {
      if (!isLost || !path.endsWith('/pay')) return undefined
      late = arrive
      return disconnect()
    })
    const wanted = { ...LINK, merchantOrderId: 'INV-9', expireAfter: 30 * 86_400 }
    expect(await failure(gateway.links.create(wanted))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    isLost = false
    const more = { ...CART, amount: inr('999') }
    await advance(5 * MINUTE_MS)
    expect(await failure(gateway.orders.start(more))).toMatchObject({ code: 'DIFFERENT_AMOUNT' })
    for (let minutes = 5; minutes < 25; minutes += 5) await advance(5 * MINUTE_MS)
    expect(await gateway.orders.get('INV-9')).toMatchObject({ state: 'FAILED', errorCode: 'NEVER_OPENED' })
    expect(await failure(gateway.links.create(wanted))).toMatchObject({ code: 'ORDER_CLOSED' })
    await gateway.orders.start(more)
    // The provider knows the link after all: a payment of its amount is refunded.
    await late?.()
    await sandbox.simulatePayment('INV-9', { outcome: 'SUCCESS' })
    await drainJobs()
    expect(await gateway.orders.get('INV-9')).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
  })
})

describe('a cancellation', () => {
  it.each(['ACTIVE', 'INACTIVE', 'COMPLETED'])('that is answered with %s decides nothing', async (state) => {
    const { gateway } = await setUp(async (path) => {
      if (path.endsWith('/cancel')) return Response.json({ orderId: 'OMO1', state })
      return path.endsWith('/status') ? away() : undefined
    })
    const { order } = await gateway.links.create(LINK)
    expect(await failure(gateway.links.cancel(order.merchantOrderId))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await gateway.orders.get(order.merchantOrderId)).toMatchObject({ state: 'PENDING' })
  })

  it('that is refused because the link has expired closes the order, although the next read is not answered', async () => {
    let reads = 0
    const { gateway, sandbox } = await setUp(async (path) => {
      if (!path.endsWith('/status')) return undefined
      reads += 1
      return reads > 1 ? away() : undefined
    })
    const { order } = await gateway.links.create({ ...LINK, expireAfter: 300 })
    await sandbox.clock.advance(301_000)
    expect(await gateway.links.cancel(order.merchantOrderId)).toMatchObject({
      state: 'FAILED',
      detailedErrorCode: 'ORDER_EXPIRED',
    })
  })

  it('that finds a payment which cannot be read is unknown', async () => {
    let reads = 0
    const { gateway, sandbox } = await setUp(async (path) => {
      if (!path.endsWith('/status')) return undefined
      reads += 1
      return reads > 1 ? away() : undefined
    })
    const { order } = await gateway.links.create(LINK)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    expect(await failure(gateway.links.cancel(order.merchantOrderId))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
})

describe('the pause between reminders', () => {
  it('is measured by the clock of the database, whatever the clock of a replica says', async () => {
    const { gateway, replica, sandbox, rows, messages } = await setUp(async () => undefined)
    const { order } = await gateway.links.create(LINK)
    const aheadBy = (ms: number) => replica({ clock: { now: () => sandbox.clock.now() + ms } })
    const [ahead, behind] = [await aheadBy(24 * 60 * MINUTE_MS), await aheadBy(-10 * MINUTE_MS)]
    await gateway.links.remind(order.merchantOrderId, REMIND)
    for (const other of [ahead, behind])
      expect(await failure(other.links.remind(order.merchantOrderId, REMIND))).toMatchObject({
        code: 'REMINDED_RECENTLY',
      })
    expect(messages()).toBe(2)
    await rows('update galla.orders set "remindedAtMs" = "remindedAtMs" - 60000')
    await behind.links.remind(order.merchantOrderId, REMIND)
    expect(messages()).toBe(3)
  })
})

describe("the provider's text about a refused link", () => {
  it.each(['remind', 'cancel'] as const)(
    'of %s is masked in the error, because it may repeat the payer',
    async (call) => {
      const message = 'invalid phoneNumber +919000000001 (a.tester@shop.example)'
      const { gateway } = await setUp(async (path) =>
        path.endsWith('/notify') || path.endsWith('/cancel')
          ? Response.json({ code: 'BAD_REQUEST', message }, { status: 400 })
          : undefined,
      )
      const { merchantOrderId } = (await gateway.links.create(LINK)).order
      const work =
        call === 'remind' ? gateway.links.remind(merchantOrderId, REMIND) : gateway.links.cancel(merchantOrderId)
      const refusal = await failure(work)
      expect(refusal).toMatchObject({ code: 'PROVIDER_REFUSED' })
      expect(refusal.message).toContain('invalid phoneNumber **** (****)')
    },
  )
})

describe('another amount for a cart with an open link', () => {
  it('is refused with the way to replace the link', async () => {
    const { gateway } = await setUp(async () => undefined)
    await gateway.links.create(LINK)
    const more = { amount: inr('999') }
    const asLink = await failure(gateway.links.create({ ...LINK, ...more }))
    const asOrder = await failure(gateway.orders.start({ ...CART, ...more }))
    expect([asLink.code, asOrder.code]).toEqual(['DIFFERENT_AMOUNT', 'DIFFERENT_AMOUNT'])
    expect(asLink.message).toMatch(/cancel that link, .*repeat the request with replaces: true$/)
    expect(asOrder.message).toMatch(/repeat the request with replaces: true$/)
  })
})

describe('the end of a page while a link of the cart is open', () => {
  it('names no other order, and the list of open orders of the cart has the link', async () => {
    const ended: { id: string; paidBy: string | undefined; replacedBy: string | undefined }[] = []
    const { gateway, advance } = await createTestGateway({
      gateway: {
        on: {
          'order.failed': ({ order, paidBy, replacedBy }) =>
            void ended.push({ id: order.merchantOrderId, paidBy, replacedBy }),
        },
      },
    })
    await gateway.orders.start({ ...CART, merchantOrderId: 'page' })
    await gateway.links.create({ ...LINK, merchantOrderId: 'link' })
    for (let hour = 0; hour < 3; hour += 1) await advance(60 * MINUTE_MS)
    expect(ended).toEqual([{ id: 'page', paidBy: undefined, replacedBy: undefined }])
    const { rows } = await gateway.orders.list({ reference: CART.reference, state: 'OPEN' })
    expect(rows.map(({ merchantOrderId }) => merchantOrderId)).toEqual(['link'])
  })
})
