import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PaymentChoice } from '../../src/provider/requests.ts'
import { CART, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const CUSTOM = { ...CART, checkout: 'CUSTOM', merchantOrderId: 'one' } as const

it.each<PaymentChoice>([{ type: 'UPI_QR' }, { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'success@ybl' } }])(
  'the second of two equal choices shares that the provider refused the first one for now: %j',
  async (choice) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let requests = 0
    const { gateway, replica } = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        if (!String(url instanceof Request ? url.url : url).endsWith('/pay')) return provider(url, init)
        requests += 1
        if (requests > 1) return provider(url, init)
        await answered
        return Response.json({ code: 'TOO_MANY_REQUESTS', message: 'slow down' }, { status: 429 })
      },
    })
    const other = await replica()
    await gateway.orders.start(CUSTOM)
    const first = gateway.orders.pay('one', choice)
    await expect.poll(() => requests).toBe(1)
    const second = other.orders.pay('one', choice)
    // The second one has found the first one's claim when it waits.
    await expect.poll(() => gateway.orders.get('one')).toMatchObject({ state: 'CREATED' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    // Both are awaited before either can reject.
    const results = Promise.allSettled([first, second])
    answer()
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }) }
    expect(await results).toEqual([refused, refused])
    expect(requests).toBe(1)
    // The payer may choose again.
    expect((await other.orders.pay('one', choice)).order.state).toBe('PENDING')
    expect(requests).toBe(2)
  },
)

it('a process without the data key of an order starts no payment of it', async () => {
  const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
  const { gateway, replica, rows } = await createTestGateway({ gateway: { dataKeys: [key('a')] } })
  await gateway.orders.start(CUSTOM)
  const other = await replica({ dataKeys: [key('b')], dataKeysLost: ['a'] })
  await expect(other.orders.pay('one', { type: 'UPI_QR' })).rejects.toThrow(/cannot be read/)
  expect(await rows('select "sentAtMs", "sendByMs" from galla.orders')).toEqual([{ sentAtMs: null, sendByMs: null }])
  expect((await gateway.orders.pay('one', { type: 'UPI_QR' })).payment).toBeDefined()
})
