import { expect, it } from 'vitest'
import type { Notification, OrderEvent } from '../src/index.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const HOUR_MS = 3_600_000

it('an order that was given up for another one fails, and says who paid; one that failed before says nothing', async () => {
  const told: string[] = []
  const noticed: string[] = []
  const line = ({ order, paidBy }: OrderEvent | Notification) => `${order.merchantOrderId} ${paidBy ?? 'nobody'}`
  let stumbles = true
  const shop = await open({
    gateway: {
      on: {
        'order.failed': (effect) => {
          told.push(line(effect))
          // Told again later, it says what is true then.
          if (effect.order.merchantOrderId === 'early' && stumbles) {
            stumbles = false
            throw new Error('the printer is out of paper')
          }
        },
      },
      notifiers: [
        { name: 'pigeon', kinds: ['order.failed'], notify: async (notice) => void noticed.push(line(notice)) },
      ],
    },
  })
  const { gateway, sandbox } = shop
  await gateway.orders.start({ ...CART, merchantOrderId: 'early' })
  await sandbox.simulatePayment('early', { outcome: 'FAILURE' })
  await shop.processAll()
  await gateway.orders.start({ ...CART, merchantOrderId: 'given-up', expireAfter: 300 })
  await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'other', expireAfter: 300 })
  await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await shop.processAll()
  await shop.advance(10_000)
  await shop.advance(HOUR_MS)
  // The last two end at the same moment: either may be looked at first.
  expect([...told.slice(0, 2), ...told.slice(2).sort()]).toEqual([
    'early nobody',
    'early paid',
    'given-up paid',
    'other nobody',
  ])
  expect(noticed.sort()).toEqual(['early nobody', 'given-up paid', 'other nobody'])
})

it.each([
  ['is refused at once', 'refused'],
  ['is taken in and fails at the bank', 'failed'],
] as const)(
  'a second payment whose refund %s waits for a person, and its payer is not put off for ever',
  async (_, how) => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on } })
    const { gateway, sandbox } = shop
    await gateway.orders.start({ ...CART, merchantOrderId: 'a' })
    const { payerToken } = await gateway.orders.start({ ...CART, merchantOrderId: 'b' })
    const note = async () => {
      const headers = { authorization: `Bearer ${payerToken}` }
      const reply = await gateway.fetch(new Request('http://shop.localhost/orders/b/status', { headers }))
      return ((await reply.json()) as { note?: string }).note
    }
    if (how === 'refused') {
      await sandbox.setFaults({ rules: [{ kind: 'status', status: 400, endpoints: ['refund'], times: 1 }] })
    }
    await sandbox.simulatePayment('a', { outcome: 'SUCCESS' })
    await shop.processAll()
    await sandbox.simulatePayment('b', { outcome: 'SUCCESS' })
    await shop.processAll()
    if (how === 'failed') {
      expect(await note()).toBe('refunding')
      await sandbox.simulateRefund('b-dup', { outcome: 'FAILURE' })
    }
    await shop.processAll()
    expect(await gateway.orders.get('b')).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'automatic-refund-failed', message: expect.stringContaining('b-dup') },
    })
    expect(heard).toContain('needsReview b')
    expect(await note()).toBe('unknown')

    // A person gives it back under another id, and lets the order go on; nothing stops it again.
    await gateway.refunds.request({ merchantRefundId: 'by-hand', merchantOrderId: 'b', amount: CART.amount })
    await shop.processAll()
    await sandbox.simulateRefund('by-hand', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await gateway.orders.get('b')).toMatchObject({
      refundedAmount: CART.amount,
      needsReview: { reason: 'automatic-refund-failed' },
    })
    expect(heard.filter((line) => line === 'needsReview b')).toHaveLength(1)
  },
)

it('a refund that the shop itself asked for may fail without stopping its order', async () => {
  const shop = await open()
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'a' })
  await shop.sandbox.simulatePayment('a', { outcome: 'SUCCESS' })
  await shop.processAll()
  await shop.gateway.refunds.request({ merchantRefundId: 'r', merchantOrderId: 'a', amount: CART.amount })
  await shop.processAll()
  await shop.sandbox.simulateRefund('r', { outcome: 'FAILURE' })
  await shop.processAll()
  expect((await shop.gateway.refunds.get('r'))?.state).toBe('FAILED')
  expect((await shop.gateway.orders.get('a'))?.needsReview).toBeUndefined()
})
