import { describe, expect, it } from 'vitest'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

describe('standard checkout payment', () => {
  it('completes an order by redirect, callback and status check, and runs the handler once', async () => {
    const fulfilled: string[] = []
    const testGateway = await createTestGateway({
      gateway: {
        on: {
          'order.completed': async ({ order, deliveryId, tx }) => {
            await tx.query('create table if not exists parcels ("deliveryId" text primary key)')
            await tx.query('insert into parcels values ($1)', [deliveryId])
            fulfilled.push(order.reference)
          },
        },
      },
    })
    const { order, redirectUrl, payerToken } = await testGateway.gateway.orders.start(CART)
    expect(order).toMatchObject({ state: 'PENDING', amount: 49_900, reference: 'cart-7', refundableAmount: 0 })
    expect(order.merchantOrderId.length).toBeLessThanOrEqual(57)
    expect(new URL(redirectUrl ?? '').pathname).toContain('transact')

    const statusResponse = await testGateway.gateway.fetch(
      new Request(`http://shop.localhost/orders/${order.merchantOrderId}/status`, {
        headers: { authorization: `Bearer ${payerToken}` },
      }),
    )
    expect(await statusResponse.json()).toMatchObject({ state: 'PENDING', redirectUrl })

    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(testGateway.sandbox.deliveries()).toMatchObject([{ delivered: true, answer: { status: 200 } }])
    expect(await testGateway.gateway.orders.get(order.merchantOrderId)).toMatchObject({
      state: 'COMPLETED',
      resolution: 'fulfil',
      refundableAmount: 49_900,
    })
    expect(fulfilled).toEqual(['cart-7'])
    expect(await testGateway.rows('select * from parcels')).toEqual([
      { deliveryId: `order:${order.merchantOrderId}:completed:handlers` },
    ])

    // A repeated callback and a sync after the completion.
    await testGateway.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: order.merchantOrderId })
    await testGateway.gateway.orders.sync(order.merchantOrderId)
    await testGateway.drainJobs()
    expect(fulfilled).toEqual(['cart-7'])
  })
})
