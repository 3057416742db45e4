import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { withChangedStatus } from './helpers/changed-status.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const MORE = inr('599')
const CUSTOM = { ...CART, checkout: 'CUSTOM' } as const

async function createGateway(options: TestGatewayOptions = {}) {
  const { receivedEvents, on } = recordingHandlers()
  const testGateway = await createTestGateway({ ...options, gateway: { on, ...options.gateway } })
  return { ...testGateway, receivedEvents }
}

const start = ({ gateway }: TestGateway, fields: object = {}) =>
  gateway.orders.start({ ...CART, replaces: true, ...fields })

/** Pays the orders one after another, and returns how each ended. */
async function payEach({ gateway, sandbox, drainJobs }: TestGateway, ...ids: readonly string[]) {
  for (const id of ids) {
    await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await drainJobs()
  }
  return Promise.all(ids.map(async (id) => (await gateway.orders.get(id))?.resolution))
}

describe('a cart whose total changes while a page of it is open', () => {
  it('is fulfilled by the payment of the newest total, and a payment of the older page is refunded', async () => {
    const shop = await createGateway()
    await start(shop, { merchantOrderId: 'first' })
    const second = await start(shop, { merchantOrderId: 'second', amount: MORE })
    expect(second.redirectUrl).toBeDefined()
    expect(await payEach(shop, 'first', 'second')).toEqual(['late-refund', 'fulfil'])
    expect(await shop.gateway.refunds.get('first-late')).toMatchObject({ amount: CART.amount })
    expect(shop.receivedEvents.filter((line) => line.startsWith('completed'))).toEqual(['completed second'])
  })

  it('is fulfilled by the newest page when the older one is paid after it', async () => {
    const shop = await createGateway()
    await start(shop, { merchantOrderId: 'first' })
    await start(shop, { merchantOrderId: 'second', amount: MORE })
    expect(await payEach(shop, 'second', 'first')).toEqual(['fulfil', 'duplicate-refund'])
  })

  it('gets a new page when its total changes back: the first page of that amount was replaced', async () => {
    const shop = await createGateway()
    const { order: first } = await start(shop)
    await start(shop, { amount: MORE })
    const { order: third } = await start(shop)
    expect(third.merchantOrderId).not.toBe(first.merchantOrderId)
    expect((await start(shop)).order.merchantOrderId).toBe(third.merchantOrderId)
    expect(await payEach(shop, first.merchantOrderId, third.merchantOrderId)).toEqual(['late-refund', 'fulfil'])
  })

  it('is paid, and not replaced, when the older page was paid before, although no callback has come', async () => {
    const shop = await createGateway()
    await start(shop, { merchantOrderId: 'first' })
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    await shop.sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
    await expect(start(shop, { amount: MORE })).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    expect(await shop.gateway.orders.get('first')).toMatchObject({ resolution: 'fulfil' })
  })

  it('never locks the payer out, also while the provider does not decide or answer the older page', async () => {
    const shop = await createGateway({
      wrapProvider: withChangedStatus('order', (status) => ({ ...status, state: 'PENDING', paymentDetails: [] })),
    })
    await start(shop, { merchantOrderId: 'first' })
    await shop.advance(10 * 3_600_000)
    expect(await start(shop, { merchantOrderId: 'second', amount: MORE })).toHaveProperty('redirectUrl')
    await shop.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardOrderStatus'] }] })
    expect(await start(shop, { merchantOrderId: 'third' })).toHaveProperty('redirectUrl')
  })

  it('is still refused another amount without replaces, and the message says how to replace', async () => {
    const shop = await createGateway()
    await start(shop)
    await expect(start(shop, { amount: MORE, replaces: false })).rejects.toMatchObject({
      code: 'DIFFERENT_AMOUNT',
      message: expect.stringContaining('replaces: true'),
    })
  })

  it('has one page of the newest total after starts of two replicas with different totals at the same time', async () => {
    const shop = await createGateway()
    const other = await shop.replica()
    for (let round = 0; round < 5; round += 1) {
      const reference = `cart-${round}`
      await Promise.allSettled([
        start(shop, { reference, merchantOrderId: `a-${round}` }),
        other.orders.start({ ...CART, replaces: true, reference, merchantOrderId: `b-${round}`, amount: MORE }),
      ])
      const resumed = await Promise.all([`a-${round}`, `b-${round}`].map((id) => shop.gateway.orders.resume(id)))
      expect(resumed.filter(({ redirectUrl }) => redirectUrl !== undefined)).toHaveLength(1)
      const resolutions = await payEach(shop, `a-${round}`, `b-${round}`)
      expect(resolutions.filter((one) => one === 'fulfil')).toHaveLength(1)
    }
  })
})

it('a cart that changes many times asks for the status of the page before, and not of those that were replaced', async () => {
  const asked: string[] = []
  const shop = await createGateway({
    wrapProvider: (provider) => (url, init) => {
      const [, id] = /order\/(\w+)\/status/.exec(String(url)) ?? []
      if (id !== undefined) asked.push(id)
      return provider(url, init)
    },
  })
  for (let change = 0; change < 5; change += 1)
    await start(shop, { merchantOrderId: `page${change}`, amount: inr(String(500 + change)) })
  expect(asked).toEqual(['page0', 'page1', 'page2', 'page3'])
})

describe('an order that was replaced', () => {
  it('fails with the order that replaces it, so that its handler keeps the cart open', async () => {
    const failed: unknown[] = []
    const shop = await createGateway({
      gateway: { on: { 'order.failed': ({ replacedBy }) => void failed.push(replacedBy) } },
    })
    await start(shop, { merchantOrderId: 'first' })
    await start(shop, { merchantOrderId: 'second', amount: MORE })
    await shop.sandbox.simulatePayment('first', { outcome: 'FAILURE' })
    await shop.drainJobs()
    expect(failed).toEqual(['second'])
  })

  it('is followed by the event of the order that replaced it, when nobody begins to pay that one', async () => {
    const shop = await createGateway()
    await start(shop, { ...CUSTOM, merchantOrderId: 'first' })
    await shop.gateway.orders.pay('first', { type: 'UPI_QR' })
    await start(shop, { ...CUSTOM, merchantOrderId: 'second', amount: MORE })
    for (let hour = 0; hour < 80; hour += 1) await shop.advance(3_600_000)
    expect(await shop.gateway.orders.get('second')).toMatchObject({ state: 'FAILED', errorCode: 'NOT_SENT' })
    expect(shop.receivedEvents.sort()).toEqual(['failed first', 'failed second'])
  })

  it('names the newest order of its cart, also when that has the first total again', async () => {
    const named: { [merchantOrderId: string]: string | undefined } = {}
    const shop = await createTestGateway({
      gateway: {
        on: {
          'order.failed': ({ order, replacedBy }) => {
            named[order.merchantOrderId] = replacedBy
          },
        },
      },
    })
    const totals = { a: CART.amount, d: inr('799'), c: MORE, b: CART.amount, e: MORE }
    for (const [merchantOrderId, amount] of Object.entries(totals)) await start(shop, { merchantOrderId, amount })
    for (const id of ['a', 'd', 'c', 'b']) {
      await shop.sandbox.simulatePayment(id, { outcome: 'FAILURE' })
      await shop.drainJobs()
    }
    expect(named).toEqual({ a: 'e', d: 'e', c: 'e', b: 'e' })
  })

  it('tells an open page of its payer at once that it has expired', async () => {
    const shop = await createGateway()
    const { payerToken } = await start(shop, { merchantOrderId: 'first' })
    const response = await shop.gateway.fetch(
      new Request('http://shop.localhost/orders/first/live', { headers: { authorization: `Bearer ${payerToken}` } }),
    )
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    const readUntil = async (words: string) => {
      while (!text.includes(words)) text += new TextDecoder().decode((await reader.read()).value)
    }
    await readUntil('redirectUrl')
    text = ''
    await start(shop, { merchantOrderId: 'second', amount: MORE })
    await readUntil('"note":"expired"')
    expect(text.slice(text.lastIndexOf('data:'))).not.toContain('redirectUrl')
    await reader.cancel()
  })

  it('is handed out no more: not by its id, nor to its payer', async () => {
    const shop = await createGateway()
    const { payerToken } = await start(shop, { merchantOrderId: 'first' })
    await start(shop, { amount: MORE })
    await expect(start(shop, { merchantOrderId: 'first' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    expect(await shop.gateway.orders.resume('first')).not.toHaveProperty('redirectUrl')
    const request = new Request('http://shop.localhost/orders/first/status', {
      headers: { authorization: `Bearer ${payerToken}` },
    })
    const view = await shop.gateway.fetch(request).then((response) => response.json())
    expect(view).toMatchObject({ state: 'PENDING', note: 'expired' })
    expect(view).not.toHaveProperty('redirectUrl')
  })

  it('of the custom checkout cannot be paid any more, before and after its payment was started', async () => {
    const shop = await createGateway()
    await start(shop, { ...CUSTOM, merchantOrderId: 'unsent' })
    await start(shop, { ...CUSTOM, merchantOrderId: 'sent', amount: MORE })
    await expect(shop.gateway.orders.pay('unsent', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    await shop.gateway.orders.pay('sent', { type: 'UPI_QR' })
    await start(shop, { ...CUSTOM, merchantOrderId: 'last' })
    await expect(shop.gateway.orders.pay('sent', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    await shop.gateway.orders.pay('last', { type: 'UPI_QR' })
    expect(await payEach(shop, 'sent', 'last')).toEqual(['late-refund', 'fulfil'])
  })

  it('of the custom checkout is not sent to the provider any more', async () => {
    let sent = 0
    const shop = await createGateway({
      wrapProvider: (provider) => (url, init) => {
        if (/\/pay$/.test(String(url))) sent += 1
        return provider(url, init)
      },
    })
    await start(shop, { ...CUSTOM, merchantOrderId: 'first' })
    await start(shop, { ...CUSTOM, merchantOrderId: 'second', amount: MORE })
    await expect(shop.gateway.orders.pay('first', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    expect(sent).toBe(0)
  })

  it.each([
    ['STANDARD', 'page'],
    ['CUSTOM', 'payment'],
  ] as const)('while its request was under way in the %s checkout gives its caller no %s', async (checkout, _what) => {
    let replace: (() => Promise<unknown>) | undefined
    const shop = await createGateway({
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (!/\/pay$/.test(String(url))) return response
        const act = replace
        replace = undefined
        await act?.()
        return response
      },
    })
    const pay = async (id: string) =>
      checkout === 'CUSTOM' ? shop.gateway.orders.pay(id, { type: 'UPI_QR' }) : undefined
    replace = () => start(shop, { checkout, merchantOrderId: 'second', amount: MORE })
    const first = async () => {
      await start(shop, { checkout, merchantOrderId: 'first' })
      return pay('first')
    }
    await expect(first()).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    await pay('second')
    expect(await payEach(shop, 'first', 'second')).toEqual(['late-refund', 'fulfil'])
  })
})
