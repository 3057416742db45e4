import { expect, it } from 'vitest'
import { CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()

it('takes a payment: order, page, callback, books, handler once', async () => {
  const fulfilled: string[] = []
  const shop = await open({
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
  const { order, redirectUrl, payerToken } = await shop.gateway.orders.start(CART)
  expect(order).toMatchObject({ state: 'PENDING', amount: 49_900, reference: 'cart-7', refundableAmount: 0 })
  expect(order.merchantOrderId.length).toBeLessThanOrEqual(57)
  expect(new URL(redirectUrl ?? '').pathname).toContain('transact')

  const asked = await shop.gateway.fetch(
    new Request(`http://shop.localhost/orders/${order.merchantOrderId}/status`, {
      headers: { authorization: `Bearer ${payerToken}` },
    }),
  )
  expect(await asked.json()).toMatchObject({ state: 'PENDING', redirectUrl })

  await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await shop.processAll()
  expect(shop.sandbox.deliveries()).toMatchObject([{ delivered: true, answer: { status: 200 } }])
  expect(await shop.gateway.orders.get(order.merchantOrderId)).toMatchObject({
    state: 'COMPLETED',
    resolution: 'fulfil',
    refundableAmount: 49_900,
  })
  expect(fulfilled).toEqual(['cart-7'])
  expect(await shop.rows('select * from parcels')).toEqual([{ deliveryId: `${order.merchantOrderId}:completed` }])

  // The provider says it again, and the payer comes back.
  await shop.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: order.merchantOrderId })
  await shop.gateway.orders.sync(order.merchantOrderId)
  await shop.processAll()
  expect(fulfilled).toEqual(['cart-7'])
})
