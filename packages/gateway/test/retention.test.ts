import { expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { applyRetention } from '../src/workers/retention.ts'
import { rowsRead } from './helpers/rows-read.ts'
import { CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const DAY_MS = 86_400_000

it('what is old keeps its money and forgets its payer', async () => {
  const shop = await open({ gateway: { policy: { erasePayerAfterDays: 30 } } })
  const old = { ...CART, merchantOrderId: 'old', metaInfo: { udf1: 'Susheela, 3rd floor' }, message: 'For Susheela' }
  await shop.gateway.orders.start(old)
  await shop.sandbox.simulatePayment('old', { outcome: 'SUCCESS' })
  await shop.processAll()
  const everything = async () =>
    JSON.stringify([await shop.rows('select * from galla.orders'), await shop.rows('select * from galla.callbacks')])
  expect(await everything()).toContain('Susheela')

  await shop.advance(31 * DAY_MS)
  await shop.gateway.orders.start({ ...CART, reference: 'new', merchantOrderId: 'new', message: 'For Meena' })
  const { context, stop } = await createContext(shop.settings)
  await applyRetention(context)
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

it('goes on where it stopped, and once a day from the beginning', async () => {
  const shop = await open({ gateway: { policy: { erasePayerAfterDays: 30 } } })
  const { context, stop } = await createContext(shop.settings)
  const seed = (from: number, to: number) =>
    shop.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "payerVpa", "request", "createdAtMs", "updatedAtMs")
        select 'o-' || n, 'cart-' || n, 'STANDARD', 100, 'FAILED', 'su****a@ybl', '{}', $1::bigint + n, $1::bigint + n from generate_series($2::int, $3::int) n`,
      [shop.sandbox.clock.now() - 40 * DAY_MS, from, to],
    )
  const left = async () => (await shop.rows('select 1 from galla.orders where "payerVpa" is not null')).length
  await seed(1, 2_500)

  for (const after of [1_500, 500, 0]) {
    await applyRetention(context)
    expect(await left()).toBe(after)
  }
  expect(
    await rowsRead(context.database, (on) => applyRetention({ ...context, database: { ...context.database, ...on } })),
  ).toBeLessThan(20)

  // A late look has written the payer into an order that was passed.
  await shop.rows(`update galla.orders set "payerVpa" = 'su****a@ybl' where "merchantOrderId" = 'o-7'`)
  await shop.sandbox.clock.advance(DAY_MS)
  await applyRetention(context)
  expect(await left()).toBe(0)
  await stop()
})
