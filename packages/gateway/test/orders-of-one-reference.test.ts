import { describe, expect, it } from 'vitest'
import { notifyBy, type OrderEvent } from '../src/index.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

describe('orders with the same reference', () => {
  it('names the order that paid in order.failed of an expired order, and never in a failure before that payment', async () => {
    const handled: string[] = []
    const notified: string[] = []
    const line = ({ order, paidBy }: Pick<OrderEvent, 'order' | 'paidBy'>) =>
      `${order.merchantOrderId} ${paidBy ?? 'none'}`
    let failOnce = true
    const testGateway = await createTestGateway({
      gateway: {
        on: {
          'order.failed': (event) => {
            handled.push(line(event))
            // The repeated delivery reads `paidBy` again.
            if (event.order.merchantOrderId === 'early' && failOnce) {
              failOnce = false
              throw new Error('the printer is out of paper')
            }
          },
        },
        notifiers: [notifyBy('chat', ['order.failed'], (notification) => void notified.push(line(notification)))],
      },
    })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'early' })
    await sandbox.simulatePayment('early', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    await gateway.orders.start({ ...CART, merchantOrderId: 'given-up', expireAfter: 300 })
    await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'other', expireAfter: 300 })
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(10_000)
    await testGateway.advance(HOUR_MS)
    // The last two expire at the same time, in any order.
    expect([...handled.slice(0, 2), ...handled.slice(2).sort()]).toEqual([
      'early none',
      'early paid',
      'given-up paid',
      'other none',
    ])
    expect(notified.sort()).toEqual(['early none', 'given-up paid', 'other none'])
  })

  it.each([
    ['is rejected by the provider', 'refused'],
    ['is accepted and fails later', 'failed'],
  ] as const)(
    'puts a duplicate payment in review when its automatic refund %s, and shows the payer note unknown',
    async (_, how) => {
      const { receivedEvents, on } = recordingHandlers()
      const testGateway = await createTestGateway({ gateway: { on } })
      const { gateway, sandbox } = testGateway
      await gateway.orders.start({ ...CART, merchantOrderId: 'a' })
      const { payerToken } = await gateway.orders.start({ ...CART, merchantOrderId: 'b' })
      const note = async () => {
        const headers = { authorization: `Bearer ${payerToken}` }
        const response = await gateway.fetch(new Request('http://shop.localhost/orders/b/status', { headers }))
        return ((await response.json()) as { note?: string }).note
      }
      if (how === 'refused') {
        const body = { code: 'EXCESS_REFUND_AMOUNT', message: 'The balance of the day is too small' }
        await sandbox.setFaults({ rules: [{ kind: 'status', status: 400, body, endpoints: ['refund'], times: 1 }] })
      }
      await sandbox.simulatePayment('a', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      await sandbox.simulatePayment('b', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      if (how === 'failed') {
        expect(await note()).toBe('refunding')
        await sandbox.simulateRefund('b-dup', { outcome: 'FAILURE' })
      }
      await testGateway.drainJobs()
      expect(await gateway.orders.get('b')).toMatchObject({
        state: 'COMPLETED',
        needsReview: {
          reason: 'automatic-refund-failed',
          findings: [expect.objectContaining({ merchantRefundId: 'b-dup' })],
        },
      })
      expect(receivedEvents).toContain('needsReview b')
      expect(await note()).toBe('unknown')

      // A manual refund with another id completes; the order gets no second review.
      await gateway.refunds.request({ merchantRefundId: 'by-hand', merchantOrderId: 'b', amount: CART.amount })
      await testGateway.drainJobs()
      await sandbox.simulateRefund('by-hand', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      expect(await gateway.orders.get('b')).toMatchObject({
        refundedAmount: CART.amount,
        needsReview: { reason: 'automatic-refund-failed' },
      })
      expect(receivedEvents.filter((line) => line === 'needsReview b')).toHaveLength(1)
    },
  )

  it('shows the payer of an unpaid order that another order has paid its cart, also after the order has expired', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    const { payerToken } = await gateway.orders.start({ ...CART, merchantOrderId: 'open', expireAfter: 300 })
    await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    const view = async () => {
      const headers = { authorization: `Bearer ${payerToken}` }
      return (await gateway.fetch(new Request('http://shop.localhost/orders/open/status', { headers }))).json()
    }
    expect(await view()).toMatchObject({ state: 'PENDING', redirectUrl: expect.any(String) })
    expect(await view()).not.toHaveProperty('note')
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await view()).toMatchObject({ state: 'PENDING', note: 'already-paid' })
    expect(await view()).not.toHaveProperty('redirectUrl')
    await testGateway.advance(10_000)
    await testGateway.advance(HOUR_MS)
    expect(await view()).toMatchObject({ state: 'FAILED', note: 'already-paid' })
  })

  it('does not put an order in review when a refund requested by the merchant fails', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'a' })
    await testGateway.sandbox.simulatePayment('a', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.gateway.refunds.request({ merchantRefundId: 'r', merchantOrderId: 'a', amount: CART.amount })
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    expect((await testGateway.gateway.refunds.get('r'))?.state).toBe('FAILED')
    expect((await testGateway.gateway.orders.get('a'))?.needsReview).toBeUndefined()
  })
})
