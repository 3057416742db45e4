import { expect, it } from 'vitest'
import { assemble } from '../src/assemble.ts'
import { forget } from '../src/work/retention.ts'
import { CART, worlds } from './parts/world.ts'

const open = worlds()
const DAY_MS = 86_400_000

it('what is old keeps its money and forgets its payer', async () => {
  const shop = await open({ gateway: { policy: { erasePayerAfterDays: 30 } } })
  const old = { ...CART, merchantOrderId: 'old', metaInfo: { udf1: 'Susheela, 3rd floor' }, message: 'For Susheela' }
  await shop.gateway.orders.start(old)
  await shop.sandbox.settleOrder('old', { outcome: 'SUCCESS' })
  await shop.settleDown()
  const everything = async () =>
    JSON.stringify([await shop.rows('select * from galla.orders'), await shop.rows('select * from galla.callbacks')])
  expect(await everything()).toContain('Susheela')

  await shop.advance(31 * DAY_MS)
  await shop.gateway.orders.start({ ...CART, reference: 'new', merchantOrderId: 'new', message: 'For Meena' })
  const { rooms, stop } = await assemble(shop.settings)
  await forget(rooms)
  await stop()
  const left = await everything()
  expect(left).not.toMatch(/Susheela|payerVpa":"/)
  expect(left).toContain('For Meena')
  expect(await shop.rows(`select "body", "headers" from galla.callbacks`)).toEqual([{ body: null, headers: {} }])
  expect(await shop.gateway.orders.get('old')).toMatchObject({
    state: 'COMPLETED',
    amount: CART.amount,
    reference: 'cart-7',
  })
  expect((await shop.rows('select 1 from galla.decisions')).length).toBeGreaterThan(1)
})
