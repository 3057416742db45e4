import { expect, it } from 'vitest'
import type { Notice, OrderEffect } from '../src/index.ts'
import { CART, worlds } from './parts/world.ts'

const open = worlds()
const HOUR_MS = 3_600_000

it('an order that was given up for another one fails, and says who paid; one that failed before says nothing', async () => {
  const told: string[] = []
  const noticed: string[] = []
  const line = ({ order, paidBy }: OrderEffect | Notice) => `${order.merchantOrderId} ${paidBy ?? 'nobody'}`
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
  await sandbox.settleOrder('early', { outcome: 'FAILURE' })
  await shop.settleDown()
  await gateway.orders.start({ ...CART, merchantOrderId: 'given-up', expireAfter: 300 })
  await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'other', expireAfter: 300 })
  await sandbox.settleOrder('paid', { outcome: 'SUCCESS' })
  await shop.settleDown()
  await shop.advance(10_000)
  await shop.advance(HOUR_MS)
  expect(told).toEqual(['early nobody', 'early paid', 'given-up paid', 'other nobody'])
  expect(noticed.sort()).toEqual(['early nobody', 'given-up paid', 'other nobody'])
})
