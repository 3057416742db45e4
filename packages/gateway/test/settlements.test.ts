import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { isGatewayError } from '../src/index.ts'
import { payOrder } from './helpers/paid-order.ts'
import { setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Thursday, 8 January 2026, 12:00 in India. */
const START = Date.UTC(2026, 0, 8, 6, 30)
/** Amounts of an order of ₹499: 2 % fee, 18 % tax on the fee. */
const [AMOUNT, FEE, TAX] = [49_900, 998, 180]
const NET = AMOUNT - FEE - TAX

const create = (options: TestGatewayOptions = {}) =>
  createTestGateway({
    ...options,
    sandbox: { clock: { frozen: true, startMs: START }, ...options.sandbox },
  })

/** Orders that are paid, one settlement of them all that the bank has. */
async function settled(testGateway: TestGateway, ids: readonly string[]): Promise<string> {
  for (const id of ids) await payOrder(testGateway, id)
  const { settlementId } = await testGateway.sandbox.settle()
  await testGateway.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  return settlementId
}

const kindsOf = async ({ gateway }: TestGateway) =>
  (await gateway.settlements.report()).findings.map(({ kind }) => kind)

async function importReport({ gateway, sandbox }: TestGateway, format: 'current' | 'older' = 'current') {
  return gateway.settlements.importReport({ name: 'report.csv', text: await sandbox.settlementReport({ format }) })
}

describe('settlements of the provider', () => {
  it('become known by callbacks, whose settlement is read from the provider', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    const settlementId = await settled(testGateway, ['order-1'])
    const [only, ...more] = (await gateway.settlements.list()).rows
    expect(more).toEqual([])
    expect(only).toMatchObject({ settlementId, state: 'PROCESSED', amount: NET, lines: 0 })
    expect((await gateway.settlements.list({ search: ` ${only?.utr} ` })).rows).toHaveLength(1)
    expect((await gateway.settlements.list({ search: 'nowhere' })).rows).toEqual([])
    expect(sandbox.journal({ kind: 'api', name: 'settlementStatus' }).length).toBeGreaterThan(0)
  })

  it('become known by the list when no callback arrives, also those of a month before', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await sandbox.setReceiver({ url: '' })
    for (const id of ['order-1', 'order-2', 'order-3']) {
      await payOrder(testGateway, id)
      await gateway.orders.sync(id)
      await sandbox.settle()
      await sandbox.clock.advance(20 * DAY)
    }
    expect(await gateway.settlements.sync()).toMatchObject({ listed: 0 })
    expect(await gateway.settlements.sync({ days: 90 })).toEqual({ listed: 3, read: 3, changed: 3 })
    expect(await gateway.settlements.report()).toMatchObject({ settled: 3 * NET, difference: 3 * (AMOUNT - NET) })
  })

  it('are complete after lists with gaps, repeats and in no order', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await sandbox.setReceiver({ url: '' })
    for (const id of ['order-1', 'order-2', 'order-3', 'order-4']) {
      await payOrder(testGateway, id)
      await sandbox.settle()
      await sandbox.clock.advance(3 * HOUR)
    }
    await sandbox.setFaults({ settlements: { gapRate: 0.5, repeatRate: 0.5, shuffle: true } })
    await gateway.settlements.sync()
    expect((await gateway.settlements.list()).rows.length).toBeLessThan(4)
    for (let reading = 0; reading < 12; reading += 1) await gateway.settlements.sync()
    expect((await gateway.settlements.list()).rows).toHaveLength(4)
    expect(await gateway.settlements.report()).toMatchObject({ settled: 4 * NET })
  })

  it('never go back to an older report, also by hand', async () => {
    const testGateway = await create()
    const settlementId = await settled(testGateway, ['order-1'])
    await expect(
      testGateway.rows(
        `update galla.settlements set "state" = 'INITIATED', "updatedAtMs" = "updatedAtMs" - 1, "nextReadAtMs" = 1 where "settlementId" = $1`,
        [settlementId],
      ),
    ).rejects.toThrow('older than the stored one is refused')
    await expect(
      testGateway.rows(`update galla.settlements set "state" = 'INITIATED' where "settlementId" = $1`, [settlementId]),
    ).rejects.toThrow('readAgain')
  })

  it('that failed count when a later attempt has reached the bank', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await payOrder(testGateway, 'order-1')
    const { settlementId } = await sandbox.settle()
    await sandbox.simulateSettlement(settlementId, { outcome: 'FAILURE', errorCode: 'ACCOUNT_CLOSED' })
    await testGateway.drainJobs()
    expect(await gateway.settlements.get(settlementId)).toMatchObject({
      state: 'ATTEMPT_FAILED',
      failure: 'ACCOUNT_CLOSED',
    })
    expect(await gateway.settlements.report()).toMatchObject({ settled: 0, onTheWay: { count: 1, amount: NET } })
    await sandbox.clock.advance(10 * DAY)
    await testGateway.drainJobs()
    const after = await gateway.settlements.get(settlementId)
    expect(after).toMatchObject({ state: 'PROCESSED' })
    expect(after).not.toHaveProperty('failure')
    expect(await gateway.settlements.report()).toMatchObject({ settled: NET, onTheWay: { count: 0 } })
  })

  it('whose callback names an id that the provider does not know are foreign, and not stored', async () => {
    const testGateway = await create()
    const body = JSON.stringify({
      event: 'settlement.processed',
      payload: { settlementId: 'forged', state: 'PROCESSED', amount: 1, lastUpdatedAt: 1 },
    })
    const { createHash } = await import('node:crypto')
    const authorization = createHash('sha256').update('shop:kettle-and-cups').digest('hex')
    const receipt = await testGateway.gateway.callbacks.receive({ headers: { authorization }, body })
    expect(receipt.verdict).toBe('accepted')
    await testGateway.drainJobs()
    expect((await testGateway.gateway.settlements.list()).rows).toEqual([])
  })

  it.each([403, 404])(
    'whose status the provider refuses with %d are a finding until it is read, and their callbacks are processed',
    async (status) => {
      const testGateway = await create()
      const { gateway, sandbox, rows } = testGateway
      await payOrder(testGateway, 'order-1')
      const { settlementId } = await sandbox.settle()
      await gateway.settlements.sync()
      await testGateway.drainJobs()
      await sandbox.setFaults({ rules: [{ kind: 'status', status, endpoints: ['settlementStatus'] }] })
      await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      expect(
        await rows(`select "event" from galla.callbacks where "processedAtMs" is null or "error" is not null`),
      ).toEqual([])
      expect(await gateway.settlements.get(settlementId)).toMatchObject({
        state: 'INITIATED',
        refusal: expect.stringContaining(String(status)),
      })
      // That it is not paid out is not known.
      await testGateway.advance(10 * DAY)
      await gateway.settlements.sync()
      expect((await gateway.settlements.report()).findings).toMatchObject([{ kind: 'status-refused', settlementId }])
      await sandbox.setFaults({})
      await sandbox.clock.advance(HOUR)
      await gateway.settlements.sync()
      expect(await kindsOf(testGateway)).toEqual([])
      expect(await gateway.settlements.get(settlementId)).not.toHaveProperty('refusal')
    },
  )

  it('that only a callback names become known when the provider refuses every status', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await payOrder(testGateway, 'order-1')
    await sandbox.setFaults({
      rules: [{ kind: 'status', status: 403, endpoints: ['settlementStatus', 'settlementRange'] }],
    })
    const { settlementId } = await sandbox.settle()
    await testGateway.drainJobs()
    expect((await gateway.settlements.list()).rows).toMatchObject([{ settlementId, state: 'UNKNOWN' }])
    expect(await kindsOf(testGateway)).toEqual(['status-refused'])
  })

  it('that only a report names are refused, and not called unpaid, when the provider refuses list and status', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    const endpoints = ['settlementStatus', 'settlementRange']
    await sandbox.setFaults({ rules: [{ kind: 'status', status: 403, endpoints }] })
    const heading = 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,settlement_id'
    await payOrder(testGateway, 'order-1')
    await gateway.settlements.importReport({ name: 'r.csv', text: `${heading}\norder-1,PAYMENT,499.00,9.98,1.80,S-1` })
    await testGateway.advance(10 * DAY)
    await expect(gateway.settlements.sync()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect((await gateway.settlements.report()).findings).toMatchObject([
      { kind: 'status-refused', settlementId: 'S-1' },
    ])
  })

  it('that the client cannot read are an error for the caller, and change nothing', async () => {
    const testGateway = await create()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'status', status: 403, endpoints: ['settlementRange'] }] })
    const error = await testGateway.gateway.settlements.sync().catch((reason: unknown) => reason)
    expect(isGatewayError(error) && error.code).toBe('PROVIDER_UNAVAILABLE')
  })
})

describe('captured − refunded − settled', () => {
  it('is called a difference without a report, and the report explains it by fees and tax', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await settled(testGateway, ['order-1', 'order-2'])
    await payOrder(testGateway, 'order-3')
    const before = await gateway.settlements.report()
    expect(before).toMatchObject({
      captured: 3 * AMOUNT,
      refunded: 0,
      settled: 2 * NET,
      difference: AMOUNT + 2 * (FEE + TAX),
    })
    expect(before).not.toHaveProperty('explained')
    expect(before).not.toHaveProperty('ageing')
    await importReport(testGateway)
    const after = await gateway.settlements.report()
    expect(after.explained).toEqual({ fees: 2 * FEE, taxes: 2 * TAX, deductions: 0, remaining: AMOUNT })
    expect(after.ageing?.map(({ minBankDays, count }) => [minBankDays, count])).toEqual([
      [0, 1],
      [2, 0],
      [5, 0],
      [10, 0],
    ])
    expect(after.findings).toEqual([])
  })

  it('says since which day more is captured than settled', async () => {
    const testGateway = await create()
    await settled(testGateway, ['order-1'])
    await testGateway.sandbox.clock.advance(DAY)
    expect((await testGateway.gateway.settlements.report()).differenceSince).toBe('2026-01-08')
  })

  it('finds a settlement that differs from its report by one paisa', async () => {
    const testGateway = await create()
    await testGateway.sandbox.setFaults({ settlements: { offByPaise: -1 } })
    const settlementId = await settled(testGateway, ['order-1', 'order-2'])
    await importReport(testGateway)
    expect((await testGateway.gateway.settlements.report()).findings).toEqual([
      { kind: 'sum-differs', settlementId, amount: -1, sinceMs: expect.any(Number) },
    ])
  })

  /** A settlement of one order that is paid now. */
  async function paidAndSettled(testGateway: TestGateway, merchantOrderId: string): Promise<string> {
    await payOrder(testGateway, merchantOrderId)
    const { settlementId } = await testGateway.sandbox.settle({ merchantOrderIds: [merchantOrderId] })
    await testGateway.sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    return settlementId
  }

  it('finds a payment that a report shows to be in no settlement for ten days, and no longer once it is settled', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await payOrder(testGateway, 'order-2')
    await paidAndSettled(testGateway, 'order-1')
    await testGateway.advance(14 * DAY)
    await paidAndSettled(testGateway, 'order-3')
    await importReport(testGateway)
    const report = await gateway.settlements.report()
    expect(report.findings).toEqual([
      { kind: 'not-settled', merchantOrderId: 'order-2', amount: AMOUNT, sinceMs: START },
    ])
    expect(report.covered).toEqual({ from: '2026-01-08', until: '2026-01-22' })
    expect(report.ageing?.map(({ count }) => count)).toEqual([0, 0, 0, 1])
    await sandbox.settle()
    await testGateway.advance(DAY)
    await importReport(testGateway)
    expect(await kindsOf(testGateway)).toEqual([])
  })

  it('calls no payment unsettled for the time after the last report: the next report may have it', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await payOrder(testGateway, 'order-2')
    await paidAndSettled(testGateway, 'order-1')
    await importReport(testGateway)
    await testGateway.advance(14 * DAY)
    await payOrder(testGateway, 'order-3')
    const report = await gateway.settlements.report()
    expect(report.findings).toEqual([])
    expect(report.covered).toEqual({ from: '2026-01-08', until: '2026-01-08' })
    // Of the covered day, as old as the payment was at its end.
    expect(report.ageing?.map(({ count }) => count)).toEqual([1, 0, 0, 0])
  })

  it('calls no payment unsettled that may be in a settlement whose report was not imported', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await paidAndSettled(testGateway, 'order-1')
    await importReport(testGateway)
    await testGateway.advance(DAY)
    await paidAndSettled(testGateway, 'order-2')
    await testGateway.advance(20 * DAY)
    const { utr = '' } = (await gateway.settlements.get(await paidAndSettled(testGateway, 'order-3'))) ?? {}
    const [head, ...rows] = (await sandbox.settlementReport()).split(/\r?\n/)
    const text = [head, ...rows.filter((row) => row.includes(utr))].join('\n')
    expect(await gateway.settlements.importReport({ name: 'january.csv', text })).toMatchObject({ stored: 1 })
    const report = await gateway.settlements.report()
    expect(report.findings).toEqual([])
    expect(report.covered).toEqual({ from: '2026-01-09', until: '2026-01-29' })
    // With the report between, it is known.
    await importReport(testGateway)
    expect((await gateway.settlements.report()).covered).toEqual({ from: '2026-01-08', until: '2026-01-29' })
  })

  it('calls no payment of a skipped report unsettled when the provider refuses the list, and names one of another day', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    const endpoints = ['settlementStatus', 'settlementRange']
    await sandbox.setFaults({ rules: [{ kind: 'status', status: 403, endpoints }] })
    const unsettled = async () => {
      const { findings, covered } = await gateway.settlements.report()
      const late = findings.filter(({ kind }) => kind === 'not-settled')
      return { late: late.map(({ merchantOrderId }) => merchantOrderId), covered }
    }
    const importOf = async (...orders: string[]) => {
      const [head, ...rows] = (await sandbox.settlementReport()).split(/\r?\n/)
      const text = [head, ...rows.filter((row) => orders.some((order) => row.includes(order)))].join('\n')
      await gateway.settlements.importReport({ name: 'report.csv', text })
    }
    await paidAndSettled(testGateway, 'order-1')
    await testGateway.advance(10 * DAY)
    await paidAndSettled(testGateway, 'order-2')
    await testGateway.advance(10 * DAY)
    await payOrder(testGateway, 'order-3')
    await paidAndSettled(testGateway, 'order-4')
    await testGateway.advance(14 * DAY)
    await paidAndSettled(testGateway, 'order-5')
    await importOf('order-1', 'order-4', 'order-5')
    expect(await unsettled()).toEqual({ late: ['order-3'], covered: { from: '2026-01-20', until: '2026-02-11' } })
    await importOf('order-2')
    expect((await unsettled()).covered).toEqual({ from: '2026-01-08', until: '2026-02-11' })
    // The list of the time of order-2 was not read, and that of its last days names all settlements.
    await sandbox.setFaults({})
    await gateway.settlements.sync({ days: 60 })
    expect(await unsettled()).toEqual({ late: ['order-3'], covered: { from: '2026-01-08', until: '2026-02-11' } })
  })

  it('finds a payment that is the only one of its day when the provider lists the settlements, and none otherwise', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await paidAndSettled(testGateway, 'order-1')
    await testGateway.advance(3 * DAY)
    await payOrder(testGateway, 'order-2')
    await testGateway.advance(14 * DAY)
    await paidAndSettled(testGateway, 'order-3')
    await testGateway.rows(`delete from galla.meta where "key" = 'settlements listed'`)
    await importReport(testGateway)
    expect(await kindsOf(testGateway)).toEqual([])
    await gateway.settlements.sync({ days: 60 })
    expect(await kindsOf(testGateway)).toEqual(['not-settled'])
  })

  it('finds no refund without its payment when a report that was not imported may have the payment', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await paidAndSettled(testGateway, 'order-1')
    await testGateway.advance(20 * DAY)
    await gateway.refunds.request({ merchantRefundId: 'refund-1', merchantOrderId: 'order-1', amount: 20_000 as Paise })
    await testGateway.drainJobs()
    await testGateway.advance(10_000)
    await paidAndSettled(testGateway, 'order-2')
    const text = [
      'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,settlement_date',
      ...['order-2,PAYMENT,499.00,9.98,1.80,2026-01-28', 'order-1,REFUND,200.00,0,0,2026-01-28'],
    ].join('\n')
    await gateway.settlements.importReport({ name: 'february.csv', text })
    expect(await kindsOf(testGateway)).toEqual([])
  })

  it('covers no day after the import of its row: the date has another form', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    const { utr } = (await gateway.settlements.get(await paidAndSettled(testGateway, 'order-1'))) ?? {}
    await payOrder(testGateway, 'order-2')
    const text = [
      'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,utr,settlement_date',
      `order-1,PAYMENT,499.00,9.98,1.80,${utr},01/08/2026`,
    ].join('\n')
    await gateway.settlements.importReport({ name: 'january.csv', text })
    await testGateway.advance(20 * DAY)
    const { covered, findings } = await gateway.settlements.report()
    expect({ covered, findings }).toEqual({ covered: { from: '2026-01-08', until: '2026-01-08' }, findings: [] })
  })

  it('finds a refund that is settled before its payment, and no longer once the payment is', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    for (const id of ['order-1', 'order-2']) await payOrder(testGateway, id)
    await gateway.refunds.request({ merchantRefundId: 'refund-1', merchantOrderId: 'order-1', amount: 20_000 as Paise })
    await testGateway.drainJobs()
    await testGateway.advance(10_000)
    await sandbox.settle({ merchantOrderIds: ['order-2'], merchantRefundIds: ['refund-1'] })
    await testGateway.advance(DAY)
    await importReport(testGateway)
    expect((await gateway.settlements.report()).findings).toMatchObject([
      { kind: 'refund-without-payment', merchantOrderId: 'order-1', amount: -20_000 },
    ])
    await sandbox.settle()
    await testGateway.advance(DAY)
    await importReport(testGateway)
    expect(await gateway.settlements.report()).toMatchObject({
      refunded: 20_000,
      explained: { remaining: 0 },
      findings: [],
    })
  })

  it('finds a settlement that the bank has not paid out in time', async () => {
    const testGateway = await create()
    const { sandbox } = testGateway
    await payOrder(testGateway, 'order-1')
    await sandbox.settle()
    await testGateway.drainJobs()
    await sandbox.setFaults({ settlements: { failRate: 1 } })
    await testGateway.advance(DAY)
    expect(await kindsOf(testGateway)).toEqual([])
    await testGateway.advance(4 * DAY)
    expect(await kindsOf(testGateway)).toEqual(['not-processed'])
  })
})

describe('the report of the dashboard', () => {
  it('ties payments and refunds to settlements, in the columns of today and of older accounts', async () => {
    for (const format of ['current', 'older'] as const) {
      const testGateway = await create()
      const settlementId = await settled(testGateway, ['order-1'])
      const imported = await importReport(testGateway, format)
      expect(imported).toMatchObject({
        rows: 1,
        stored: 1,
        fees: FEE,
        taxes: TAX,
        payments: { count: 1, amount: AMOUNT },
      })
      expect(imported.settlements).toMatchObject([{ settlementId, sum: NET, amount: NET }])
      expect(await testGateway.gateway.settlements.get(settlementId)).toMatchObject({
        ...{ lines: 1, payments: AMOUNT, fees: FEE, taxes: TAX, refunds: 0 },
        rows: [{ kind: 'payment', merchantOrderId: 'order-1', amount: AMOUNT, fee: FEE, tax: TAX }],
      })
    }
  })

  it('changes nothing when it is imported again, or overlaps with another file', async () => {
    const testGateway = await create()
    await settled(testGateway, ['order-1'])
    expect(await importReport(testGateway)).toMatchObject({ stored: 1, known: 0 })
    expect(await importReport(testGateway)).toMatchObject({ stored: 0, known: 1 })
    await settled(testGateway, ['order-2'])
    expect(await importReport(testGateway)).toMatchObject({ stored: 1, known: 1 })
    expect(await kindsOf(testGateway)).toEqual([])
  })

  it('is added up and not stored by a preview', async () => {
    const testGateway = await create()
    const settlementId = await settled(testGateway, ['order-1'])
    const text = await testGateway.sandbox.settlementReport()
    const preview = await testGateway.gateway.settlements.importReport({ name: 'report.csv', text, preview: true })
    expect(preview).toMatchObject({
      rows: 1,
      stored: 0,
      known: 0,
      settlements: [{ settlementId, sum: NET, amount: NET }],
    })
    expect(preview.columns).toMatchObject({ order: 'merchant_order_id', amount: 'transaction_amount', utr: 'utr' })
    expect(await testGateway.gateway.settlements.get(settlementId)).toMatchObject({ lines: 0 })
  })

  it('tells its progress', async () => {
    const testGateway = await create()
    await settled(testGateway, ['order-1'])
    const progress: number[][] = []
    const text = await testGateway.sandbox.settlementReport()
    await testGateway.gateway.settlements.importReport({ name: 'report.csv', text }, (...done) => progress.push(done))
    expect(progress).toEqual([[1, 1]])
  })

  it('ties its rows to a settlement that becomes known later', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await sandbox.setReceiver({ url: '' })
    await payOrder(testGateway, 'order-1')
    await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' }).catch(() => {})
    await gateway.orders.sync('order-1')
    const { settlementId } = await sandbox.settle()
    expect((await importReport(testGateway)).settlements).toEqual([expect.not.objectContaining({ settlementId })])
    await gateway.settlements.sync()
    expect(await gateway.settlements.get(settlementId)).toMatchObject({ lines: 1 })
  })

  it('names the transfer of a row that an earlier file had before it was paid out', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    const [first, second] = [await settled(testGateway, ['order-1']), await settled(testGateway, ['order-2'])]
    const { utr } = (await gateway.settlements.get(second)) ?? {}
    const heading = 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,transaction_id'
    const rowOf = (order: string) => `${order},PAYMENT,499.00,9.98,1.80,T-${order}`
    await gateway.settlements.importReport({
      name: 'early.csv',
      text: [heading, rowOf('order-1'), rowOf('order-2')].join('\n'),
    })
    expect(await gateway.settlements.report()).toMatchObject({ untied: { count: 2 } })
    const later = [`${heading},settlement_id,utr`, `${rowOf('order-1')},${first},`, `${rowOf('order-2')},,${utr}`]
    expect(await gateway.settlements.importReport({ name: 'later.csv', text: later.join('\n') })).toMatchObject({
      stored: 0,
      known: 2,
    })
    for (const id of [first, second]) expect(await gateway.settlements.get(id)).toMatchObject({ lines: 1 })
    expect(await gateway.settlements.report()).not.toHaveProperty('untied')
  })

  it('ties no row by its day: the bank may have two settlements of one day, of which one is not known yet', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    const settlementId = await settled(testGateway, ['order-1'])
    const text = [
      'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,settlement_date',
      'order-1,PAYMENT,499.00,9.98,1.80,2026-01-08',
      'order-2,PAYMENT,499.00,9.98,1.80,2026-01-08',
    ].join('\n')
    const imported = await gateway.settlements.importReport({ name: 'days.csv', text })
    expect(imported.settlements).toEqual([{ settledOn: '2026-01-08', sum: 2 * NET }])
    await payOrder(testGateway, 'order-2')
    await sandbox.settle()
    await testGateway.advance(DAY)
    expect(await gateway.settlements.get(settlementId)).toMatchObject({ lines: 0 })
    expect(await gateway.settlements.report()).toMatchObject({ untied: { count: 2, amount: 2 * NET }, findings: [] })
  })

  it('keeps deductions of no order, and quoted text with commas', async () => {
    const testGateway = await create()
    const settlementId = await settled(testGateway, ['order-1'])
    const { utr = '' } = (await testGateway.gateway.settlements.get(settlementId)) ?? {}
    const text = [
      'PaymentType,MerchantReferenceId,Amount,Fee,IGST,BankReferenceNo,CustomerName',
      `PAYMENT,order-1,"49,900.00",-9.98,-1.80,${utr},"Asha, of ""Tea & Co"""`,
      `EXCESS_RECOVERY,,12.50,0.00,0.00,${utr},`,
      `SHORT_SETTLEMENT,,-1.00,0.00,0.00,${utr},`,
    ].join('\r\n')
    expect(await testGateway.gateway.settlements.importReport({ name: 'older.csv', text })).toMatchObject({
      ...{ payments: { count: 1, amount: 4_990_000 }, deductions: { count: 2, amount: 1_350 }, fees: 998, taxes: 180 },
    })
    expect(await kindsOf(testGateway)).toEqual(['sum-differs', 'payment-differs'])
  })

  it('names a payment that is not in the ledger, and one that is settled twice', async () => {
    const testGateway = await create()
    await settled(testGateway, ['order-1'])
    const row = (order: string, utr: string) => `${order},PAYMENT,COMPLETED,499.00,9.98,1.80,${utr}`
    const text = [
      'merchant_order_id,transaction_type,transaction_status,transaction_amount,total_fees,total_tax,utr',
      ...[row('order-1', 'U1'), row('order-1', 'U2'), row('unknown-1', 'U1')],
    ].join('\n')
    await testGateway.gateway.settlements.importReport({ name: 'odd.csv', text })
    expect((await testGateway.gateway.settlements.report()).findings).toMatchObject([
      { kind: 'unknown-payment', merchantOrderId: 'unknown-1' },
      { kind: 'settled-twice', merchantOrderId: 'order-1', amount: AMOUNT },
    ])
  })

  it.each([
    ['an empty file', '', 'has no column'],
    ['a file in UTF-16', 'm\u0000e\u0000', 'is encoded as UTF-16: save the file as CSV in UTF-8'],
    ['an Excel file', 'PK\u0003\u0004', 'save it as CSV'],
    ['another file', 'a,b\n1,2', 'has no column transaction_amount or Amount'],
    [
      'an amount that is none',
      'merchant_order_id,transaction_type,transaction_amount\no1,PAYMENT,4.999',
      'row 2 has no amount of rupees',
    ],
    [
      'an amount that no payment has',
      'merchant_order_id,transaction_type,transaction_amount\no1,PAYMENT,10000000000.01',
      'row 2 has more than 10000000000 rupees in the column ',
    ],
    [
      'a sum that is no amount of money',
      `merchant_order_id,transaction_type,transaction_amount\n${'o1,PAYMENT,10000000000\n'.repeat(9_100)}`,
      'larger than any possible amount',
    ],
    [
      'quotes that do not match',
      'merchant_order_id,transaction_type,transaction_amount\n"o1,PAYMENT,4.99',
      'has quotes that do not match',
    ],
  ])('is refused as a whole: %s', async (_title, text, problem) => {
    const testGateway = await create()
    await expect(testGateway.gateway.settlements.importReport({ name: 'odd.csv', text })).rejects.toThrow(problem)
    expect(await testGateway.rows('select from galla.settlement_lines')).toEqual([])
  })
})

describe('an import of a wrong file', () => {
  const HEADING = 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,settlement_id'
  const wrong = { name: 'wrong.csv', text: `${HEADING}\nunknown-1,PAYMENT,499.00,9.98,1.80,of-another-account` }

  it('is taken back with its rows and what only it has named, and the file can be imported again', async () => {
    const testGateway = await create()
    const { gateway, rows } = testGateway
    const settlementId = await settled(testGateway, ['order-1'])
    await importReport(testGateway)
    const before = await gateway.settlements.report()
    expect(await gateway.settlements.importReport(wrong)).toMatchObject({ stored: 1 })
    const [{ reportId } = { reportId: 0 }] = await gateway.settlements.reports()
    expect(await gateway.settlements.undoReport(reportId)).toEqual({ rows: 1 })
    expect(await gateway.settlements.report()).toEqual(before)
    expect((await gateway.settlements.list()).rows.map((row) => row.settlementId)).toEqual([settlementId])
    expect(await gateway.settlements.reports()).toMatchObject([
      { name: 'wrong.csv', rows: 0, undoneAtMs: expect.any(Number) },
      { name: 'report.csv', rows: 1 },
    ])
    await expect(gateway.settlements.undoReport(reportId)).rejects.toThrow('it was undone')
    await expect(gateway.settlements.undoReport(99)).rejects.toThrow('There is no import 99')
    await expect(rows('delete from galla.settlement_lines')).rejects.toThrow('kept for eight years')
    await expect(rows('delete from galla.settlements')).rejects.toThrow('settlements are kept')
    expect(await gateway.settlements.importReport(wrong)).toMatchObject({ stored: 1 })
  })

  it('is taken back with the transfers that it has named in rows of earlier files', async () => {
    const testGateway = await create()
    const { gateway, rows } = testGateway
    const first = await settled(testGateway, ['order-1'])
    const heading = 'merchant_order_id,transaction_type,transaction_amount,total_fees,total_tax,transaction_id'
    const row = 'order-1,PAYMENT,499.00,9.98,1.80,T-order-1'
    await gateway.settlements.importReport({ name: 'early.csv', text: `${heading}\n${row}` })
    const before = await gateway.settlements.report()
    const named = `${heading},settlement_id,utr,settlement_date\n${row},of-another-account,U1,2026-01-08`
    expect(await gateway.settlements.importReport({ name: 'wrong.csv', text: named })).toMatchObject({ stored: 0 })
    const [{ reportId } = { reportId: 0 }] = await gateway.settlements.reports()
    expect(await gateway.settlements.undoReport(reportId)).toEqual({ rows: 0 })
    expect(await gateway.settlements.report()).toEqual(before)
    expect((await gateway.settlements.list()).rows.map(({ settlementId }) => settlementId)).toEqual([first])
    expect(await rows('select "utr", "settledOn" from galla.settlement_lines')).toEqual([
      { utr: null, settledOn: null },
    ])
    await gateway.settlements.importReport({ name: 'right.csv', text: `${heading},settlement_id\n${row},${first}` })
    expect(await gateway.settlements.get(first)).toMatchObject({ lines: 1 })
  })

  it('leaves closed days as they are, and is taken from the day that is closed next', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await payOrder(testGateway, 'order-1')
    await gateway.settlements.importReport(wrong)
    await testGateway.advance(DAY)
    const closed = await gateway.dayCloses.closeDue()
    const [{ reportId } = { reportId: 0 }] = await gateway.settlements.reports()
    await gateway.settlements.undoReport(reportId)
    await testGateway.advance(DAY)
    closed.push(...(await gateway.dayCloses.closeDue()))
    expect(closed.map(({ fees, taxes }) => [fees, taxes])).toEqual([
      [FEE, TAX],
      [-FEE, -TAX],
    ])
    expect(await gateway.dayCloses.get('2026-01-08')).toEqual(closed[0])
  })
})

it.each(['', '\u200B', 'a\u001B[2Jb.csv', 'x'.repeat(201)])(
  'the name of an imported file is refused when it is %j',
  async (name) => {
    const { gateway } = await create()
    await expect(gateway.settlements.importReport({ name, text: 'a' })).rejects.toThrow(/^name must be/)
  },
)
