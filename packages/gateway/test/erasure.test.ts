import { describe, expect, it, vi } from 'vitest'
import type { PayerSelector } from '../src/index.ts'
import { dumpSchema, tablesWith } from './helpers/dump.ts'
import { payOrder } from './helpers/paid-order.ts'
import { allCallsLogged, failingHandlers, type PlantedPayer, plantedPayer, plantPayer } from './helpers/plant-payer.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const ASHA = plantedPayer('zebra', '9811122233')
const MEENA = plantedPayer('quokka', '9744455566')
/** All that plantPayer fills. */
const PLANTED = ['callbacks', 'calls', 'deliveries', 'delivery_attempts', 'orders', 'refunds']

const linesWith = async (testGateway: TestGateway, marker: string) =>
  (await dumpSchema(testGateway)).filter((line) => line.includes(marker))

/** The handlers failed for good, so that nothing waits for them; refused callbacks have expired. */
async function endDeliveries(testGateway: TestGateway, ...payers: PlantedPayer[]) {
  for (let day = 0; day < 8; day += 1) await testGateway.advance(DAY_MS)
  for (const payer of payers) await allCallsLogged(testGateway, payer)
}

describe('erasure by age', () => {
  it('leaves nothing of an old payer in any table, and everything of a new one', async () => {
    const testGateway = await createTestGateway({
      gateway: { policy: { erasePayerAfterDays: 30 }, on: failingHandlers },
    })
    await plantPayer(testGateway, ASHA)
    expect(tablesWith(await dumpSchema(testGateway), ASHA.marker)).toEqual(PLANTED)

    // The paid order is checked for the last time after a week, and the log of calls is kept for 30 days.
    for (let day = 0; day < 40; day += 1) await testGateway.advance(DAY_MS)
    await testGateway.gateway.runPendingJobs()
    await plantPayer(testGateway, MEENA)
    await testGateway.gateway.runPendingJobs()
    expect(await linesWith(testGateway, ASHA.marker)).toEqual([])
    expect(tablesWith(await dumpSchema(testGateway), MEENA.marker)).toEqual(PLANTED)
  })
})

describe('gateway.payers.erase', () => {
  const both = [ASHA.merchantOrderId, ASHA.standardOrderId]
  const selectors: [string, PayerSelector, string[], number][] = [
    ['vpa', { vpa: ASHA.vpa.toUpperCase() }, [ASHA.merchantOrderId], 0],
    ['masked vpa', { vpa: `as****a@ok${ASHA.marker}` }, [ASHA.merchantOrderId], 1],
    ['phone', { phone: `+91 ${ASHA.phone}` }, both, 0],
    ['merchantUserId', { merchantUserId: ASHA.merchantUserId }, both, 0],
  ]
  it.each(selectors)(
    'by %s erases the payer in every table and leaves the other',
    async (_, selector, ids, byMaskOnly) => {
      const testGateway = await createTestGateway({ gateway: { on: failingHandlers } })
      const { payers, orders } = testGateway.gateway
      await plantPayer(testGateway, ASHA)
      await plantPayer(testGateway, MEENA)
      await endDeliveries(testGateway, ASHA, MEENA)
      const planted = tablesWith(await dumpSchema(testGateway), MEENA.marker)
      expect(planted).toEqual(PLANTED)

      const preview = await payers.preview(selector)
      expect(preview).toEqual({ merchantOrderIds: ids, orders: ids.length, byMaskOnly, held: 0, inUse: 0 })
      expect(tablesWith(await dumpSchema(testGateway), ASHA.marker)).toEqual(PLANTED)
      const { erased, ...counts } = await payers.erase(selector)
      expect(counts).toEqual(preview)
      expect(erased).toMatchObject({ orders: ids.length, refunds: 1, deliveries: ids.length })
      if (ids.length === 1) await payers.erase({ merchantOrderId: ASHA.standardOrderId })

      expect(await linesWith(testGateway, ASHA.marker)).toEqual([])
      expect(tablesWith(await dumpSchema(testGateway), MEENA.marker)).toEqual(planted)
      expect(await orders.get(ASHA.merchantOrderId)).toMatchObject({ state: 'COMPLETED', amount: CART.amount })
      const audit = await testGateway.rows<{ what: string; id: string }>(
        `select "what", "id" from galla.audit where "kind" = 'payer' order by "auditId" limit 1`,
      )
      expect(audit).toEqual([
        {
          what: `requested the erasure of ${ids.length === 1 ? '1 order' : '2 orders'} of a payer`,
          id: expect.stringMatching(/^[\w-]{43}$/),
        },
      ])
    },
  )

  it.each<[string, PayerSelector, { type: 'VPA'; vpa: string } | { type: 'PHONE_NUMBER'; phoneNumber: string }]>([
    ['UPI address', { vpa: 'zebra.asha@ybl' }, { type: 'VPA', vpa: 'zebra.asha@ybl' }],
    ['short UPI address', { vpa: 'zeb@ybl' }, { type: 'VPA', vpa: 'zeb@ybl' }],
    ['phone', { phone: '98111 22233' }, { type: 'PHONE_NUMBER', phoneNumber: '9811122233' }],
  ])('finds an order by the %s that the payer entered, though no attempt shows it', async (_, selector, details) => {
    const testGateway = await createTestGateway()
    const { orders, payers } = testGateway.gateway
    const collect = async (merchantOrderId: string, entered: typeof details) => {
      await orders.start({ ...CART, reference: merchantOrderId, merchantOrderId, checkout: 'CUSTOM' })
      await orders.pay(merchantOrderId, { type: 'UPI_COLLECT', details: entered })
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'FAILURE' })
      await testGateway.drainJobs()
    }
    await collect('asha', details)
    await collect('meena', { type: 'VPA', vpa: 'zebra.asma@ybl' })
    // What the provider reports may lack the rail.
    await testGateway.rows(`update galla.orders set "payerVpa" = null, "attempts" = '[]'`)
    expect(await payers.preview(selector)).toMatchObject({ merchantOrderIds: ['asha'], byMaskOnly: 0 })
    const callsOf = (id: string) =>
      testGateway.rows('select 1 from galla.calls where "merchantOrderId" = $1 and "request" is not null', [id])
    // Calls are logged asynchronously.
    for (const id of ['asha', 'meena'])
      await vi.waitFor(async () => expect(await callsOf(id)).not.toEqual([]), { timeout: 20_000 })
    await payers.erase(selector)
    expect(await callsOf('asha')).toEqual([])
    expect(await callsOf('meena')).not.toEqual([])
    // The digests are gone with the rest.
    expect(await payers.preview(selector)).toMatchObject({ orders: 0 })
  })

  it('waits for an order that is not final, and erases it and what comes later', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    const cart = { ...CART, merchantOrderId: 'open', metaInfo: { udf1: 'zebra' } }
    await gateway.orders.start(cart)
    const result = await gateway.payers.erase({ merchantOrderId: 'open' })
    expect(result).toMatchObject({ orders: 1, inUse: 1, erased: {} })
    await gateway.runPendingJobs()
    expect(await gateway.orders.get('open')).toMatchObject({ metaInfo: { udf1: 'zebra' } })

    await sandbox.simulatePayment('open', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await linesWith(testGateway, 'zebra')).toEqual([])
    expect(await gateway.orders.get('open')).toMatchObject({ state: 'COMPLETED' })

    // A refund with a note, requested after the erasure: the erasure is repeated every day for a month.
    await gateway.refunds.request({
      merchantRefundId: 'cup',
      merchantOrderId: 'open',
      amount: CART.amount,
      note: 'zebra called',
    })
    await testGateway.advance(DAY_MS)
    await testGateway.advance(31 * DAY_MS)
    // The refund's callback may be under way, and puts the erasure off until the day after it is processed.
    await testGateway.drainJobs()
    await testGateway.advance(DAY_MS)
    await testGateway.drainJobs()
    expect(await linesWith(testGateway, 'zebra')).toEqual([])
    expect(await testGateway.rows('select 1 from galla.erasures')).toEqual([])
  })

  it('waits for a callback in review, which may be all that is known of a refund', async () => {
    const testGateway = await createTestGateway()
    await payOrder(testGateway, 'paid')
    const { gateway, rows, drainJobs } = testGateway
    const review = (error: string | null) =>
      rows(`update galla.callbacks set "error" = $1, "processedAtMs" = case when $1::text is null then 1 end`, [error])
    const kept = () => rows('select 1 from galla.callbacks where "content" is not null')
    await review('The provider has not answered')
    expect(await gateway.payers.erase({ merchantOrderId: 'paid' })).toMatchObject({ orders: 1, inUse: 1, erased: {} })
    expect(await kept()).toHaveLength(1)
    await review(null)
    await testGateway.advance(DAY_MS)
    await drainJobs()
    expect(await kept()).toEqual([])
  })

  it('waits for a callback in review for thirty days only', async () => {
    const testGateway = await createTestGateway()
    await payOrder(testGateway, 'paid')
    await testGateway.rows(`update galla.callbacks set "error" = 'No data key', "processedAtMs" = null`)
    await testGateway.gateway.payers.erase({ merchantOrderId: 'paid' })
    await testGateway.advance(31 * DAY_MS)
    await testGateway.drainJobs()
    expect(await testGateway.rows('select 1 from galla.callbacks where "content" is not null')).toEqual([])
  })

  it('refuses a selector that names nobody or several', async () => {
    const { gateway } = await createTestGateway()
    const wrong: [object, string][] = [
      [{}, 'payer'],
      [{ vpa: 'asha@ybl', phone: '9811122233' }, 'payer'],
      [{ email: 'asha@example.com' }, 'payer'],
      [{ vpa: '****@ybl' }, 'vpa'],
      [{ vpa: '%' }, 'vpa'],
      [{ phone: '12345' }, 'phone'],
      [{ merchantUserId: '' }, 'merchantUserId'],
      [{ merchantOrderId: "x'" }, 'merchantOrderId'],
    ]
    for (const [selector, field] of wrong) {
      await expect(gateway.payers.erase(selector as PayerSelector)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        field,
      })
    }
  })
})

describe('legal hold', () => {
  it('keeps an order from erasure by age and on request until it is released', async () => {
    const testGateway = await createTestGateway({
      gateway: { policy: { erasePayerAfterDays: 30 }, on: failingHandlers },
    })
    const { payers } = testGateway.gateway
    await plantPayer(testGateway, ASHA)
    await endDeliveries(testGateway, ASHA)
    for (const merchantOrderId of [ASHA.merchantOrderId, ASHA.standardOrderId])
      await payers.hold({ merchantOrderId, reason: 'chargeback 4711', by: 'Meena' })
    expect(await payers.holds()).toHaveLength(2)
    const held = await linesWith(testGateway, ASHA.marker)

    const result = await payers.erase({ merchantUserId: ASHA.merchantUserId })
    expect(result).toMatchObject({ orders: 2, held: 2, erased: {} })
    for (let month = 0; month < 3; month += 1) await testGateway.advance(31 * DAY_MS)
    expect(await linesWith(testGateway, ASHA.marker)).toEqual(held)

    for (const { merchantOrderId } of await payers.holds()) await payers.release(merchantOrderId)
    await testGateway.gateway.runPendingJobs()
    expect(await linesWith(testGateway, ASHA.marker)).toEqual([])
    expect(await linesWith(testGateway, 'chargeback')).toEqual([])
    await expect(payers.release(ASHA.merchantOrderId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('ends with what aged meanwhile being erased, also when the order was erased before the hold', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'old' })
    await sandbox.simulatePayment('old', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(20 * DAY_MS)
    await gateway.refunds.request({
      merchantRefundId: 'cup',
      merchantOrderId: 'old',
      amount: CART.amount,
      note: 'zebra called',
    })
    await testGateway.advance(11 * DAY_MS)
    await gateway.payers.hold({ merchantOrderId: 'old', reason: 'a dispute', by: 'Meena' })
    await testGateway.advance(40 * DAY_MS)
    expect(tablesWith(await dumpSchema(testGateway), 'zebra')).toEqual(['refunds'])
    await gateway.payers.release('old')
    await gateway.runPendingJobs()
    expect(await linesWith(testGateway, 'zebra')).toEqual([])
  })
})
