import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { applyRetention } from '../src/workers/retention.ts'
import { countRowsRead } from './helpers/count-rows-read.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000

describe('applyRetention', () => {
  it('erases the payer data of old orders and callbacks, and keeps amount, state and decisions', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const old = { ...CART, merchantOrderId: 'old', metaInfo: { udf1: 'Susheela, 3rd floor' }, message: 'For Susheela' }
    await testGateway.gateway.orders.start(old)
    await testGateway.sandbox.simulatePayment('old', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const storedText = async () =>
      JSON.stringify([
        await testGateway.rows('select * from galla.orders'),
        await testGateway.rows('select * from galla.callbacks'),
      ])
    expect(await storedText()).toContain('Susheela')

    await testGateway.advance(31 * DAY_MS)
    await testGateway.gateway.orders.start({ ...CART, reference: 'new', merchantOrderId: 'new', message: 'For Meena' })
    const { context, stop } = await createContext(testGateway.settings)
    await applyRetention(context)
    await stop()
    const left = await storedText()
    expect(left).not.toMatch(/Susheela|payerVpa":"/)
    expect(left).toContain('For Meena')
    expect(await testGateway.rows(`select "body", "headers" from galla.callbacks`)).toEqual([
      { body: null, headers: {} },
    ])
    expect(await testGateway.gateway.orders.get('old')).toMatchObject({
      state: 'COMPLETED',
      amount: CART.amount,
      reference: 'cart-7',
    })
    expect((await testGateway.rows('select 1 from galla.decisions')).length).toBeGreaterThan(1)
  })

  it('continues where the last run ended, and starts from the beginning once a day', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const { context, stop } = await createContext(testGateway.settings)
    const seed = (from: number, to: number) =>
      testGateway.rows(
        `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "payerVpa", "request", "createdAtMs", "updatedAtMs")
        select 'o-' || n, 'cart-' || n, 'STANDARD', 100, 'FAILED', 'su****a@ybl', '{}', $1::bigint + n, $1::bigint + n from generate_series($2::int, $3::int) n`,
        [testGateway.sandbox.clock.now() - 40 * DAY_MS, from, to],
      )
    const left = async () => (await testGateway.rows('select 1 from galla.orders where "payerVpa" is not null')).length
    await seed(1, 2_500)

    for (const after of [1_500, 500, 0]) {
      await applyRetention(context)
      expect(await left()).toBe(after)
    }
    expect(
      await countRowsRead(context.database, (on) =>
        applyRetention({ ...context, database: { ...context.database, ...on } }),
      ),
    ).toBeLessThan(20)

    // A late status check writes the payer into an order that retention has passed.
    await testGateway.rows(`update galla.orders set "payerVpa" = 'su****a@ybl' where "merchantOrderId" = 'o-7'`)
    await testGateway.sandbox.clock.advance(DAY_MS)
    await applyRetention(context)
    expect(await left()).toBe(0)
    await stop()
  })
})
