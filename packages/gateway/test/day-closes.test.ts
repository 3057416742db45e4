import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { indianDay } from '../src/domain/finance/indian-time.ts'
import { payOrder } from './helpers/paid-order.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const DAY = 86_400_000
/** Thursday, 8 January 2026, 12:00 in India. */
const START = Date.UTC(2026, 0, 8, 6, 30)
const AMOUNT = 49_900

const create = () => createTestGateway({ sandbox: { clock: { frozen: true, startMs: START } } })

describe('the close of a day', () => {
  it('holds what was captured, refunded and settled on the day in India, numbered without a gap', async () => {
    const testGateway = await create()
    const { gateway, sandbox } = testGateway
    await payOrder(testGateway, 'order-1')
    await payOrder(testGateway, 'order-2')
    await gateway.refunds.request({ merchantRefundId: 'refund-1', merchantOrderId: 'order-1', amount: 20_000 as Paise })
    await testGateway.drainJobs()
    await testGateway.advance(10_000)
    expect(await gateway.dayCloses.closeDue()).toEqual([])
    await testGateway.advance(2 * DAY)
    await sandbox.settle()
    await testGateway.advance(DAY)
    const closed = await gateway.dayCloses.closeDue()
    expect(closed.map(({ number, day }) => [number, day])).toEqual([
      [1, '2026-01-08'],
      [2, '2026-01-09'],
      [3, '2026-01-10'],
    ])
    expect(closed[0]).toMatchObject({
      captured: { count: 2, amount: 2 * AMOUNT },
      refunded: { count: 1, amount: 20_000 },
      settled: { count: 0, amount: 0 },
      difference: 2 * AMOUNT - 20_000,
    })
    expect(closed[1]).toMatchObject({ captured: { count: 0, amount: 0 }, difference: 2 * AMOUNT - 20_000 })
    expect(await gateway.dayCloses.closeDue()).toEqual([])
    await testGateway.advance(DAY)
    const [last] = await gateway.dayCloses.closeDue()
    const { settled } = await gateway.settlements.report()
    expect(last).toMatchObject({
      day: '2026-01-11',
      settled: { count: 1, amount: settled },
      difference: 2 * AMOUNT - 20_000 - settled,
    })
  })

  it('never changes, and a correction of a settlement is an entry of a later day', async () => {
    const testGateway = await create()
    const { gateway, sandbox, rows } = testGateway
    await payOrder(testGateway, 'order-1')
    const { settlementId, amount } = await sandbox.settle()
    await testGateway.advance(2 * DAY)
    const [first] = await gateway.dayCloses.closeDue()
    for (const change of [
      'update galla.day_closes set "captured" = 1',
      'delete from galla.day_closes',
      'truncate galla.day_closes',
      'delete from galla.settlement_entries',
      'update galla.settlement_entries set "amount" = 1',
    ])
      await expect(rows(change)).rejects.toThrow('is refused')
    // The provider says another amount later, to a process whose clock is in the closed day.
    await rows(
      `update galla.settlements set "amount" = "amount" - 100, "updatedAtMs" = "updatedAtMs" + 1, "reportedAtMs" = ${START} where "settlementId" = $1`,
      [settlementId],
    )
    const [entry] = await rows<{ atMs: string; amount: string }>(
      'select "atMs", "amount" from galla.settlement_entries order by "entryId" desc limit 1',
    )
    expect(Number(entry?.amount)).toBe(-100)
    const [{ toMs = '' } = {}] = await rows<{ toMs: string }>('select max("toMs") as "toMs" from galla.day_closes')
    expect(Number(entry?.atMs)).toBeGreaterThanOrEqual(Number(toMs))
    await testGateway.advance(2 * DAY)
    await gateway.dayCloses.closeDue()
    expect(await gateway.dayCloses.get('2026-01-08')).toEqual(first)
    const all = (await gateway.dayCloses.list()).rows
    expect(all.reduce((sum, { settled }) => sum + settled.amount, 0)).toBe(amount - 100)
    expect((await gateway.settlements.report()).findings).toMatchObject([
      { kind: 'amount-changed', settlementId, amount: -100 },
    ])
  })

  it('is followed by the close of the next day only, after it is over', async () => {
    const testGateway = await create()
    const { rows } = testGateway
    await payOrder(testGateway, 'order-1')
    const insert = (day: string, closedAtMs: number) =>
      rows('insert into galla.day_closes ("day", "closedAtMs") values ($1, $2)', [day, closedAtMs])
    await expect(insert('2026-01-08', START)).rejects.toThrow('is not over')
    await insert('2026-01-08', START + DAY)
    await expect(insert('2026-01-10', START + 5 * DAY)).rejects.toThrow('is to be closed next')
    await expect(insert('2026-01-08', START + 5 * DAY)).rejects.toThrow('is to be closed next')
    await insert('2026-01-09', START + 5 * DAY)
  })

  it('is never of a day that is not over on the clock of the database, neither by a clock that is ahead nor by hand', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox, rows } = testGateway
    await payOrder(testGateway, 'order-1')
    const ahead = await testGateway.replica({ clock: { now: () => sandbox.clock.now() + 40 * DAY } })
    expect(await ahead.dayCloses.closeDue()).toEqual([])
    const today = indianDay(sandbox.clock.now())
    await expect(
      rows('insert into galla.day_closes ("day", "closedAtMs") values ($1, $2)', [
        today,
        sandbox.clock.now() + 40 * DAY,
      ]),
    ).rejects.toThrow('is not over on the clock of the database')
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'order-2' })
    await sandbox.simulatePayment('order-2', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await rows('select from galla.ledger')).toHaveLength(2)
  })

  it('can be deleted only while its day is not over: it was made by a clock of the database that was ahead', async () => {
    const testGateway = await create()
    const { gateway, sandbox, rows } = testGateway
    await payOrder(testGateway, 'order-1')
    await testGateway.advance(2 * DAY)
    const before = await gateway.dayCloses.closeDue()
    // As the database made it when its clock was ahead.
    await rows('alter table galla.day_closes disable trigger "computeClose"')
    await rows(`insert into galla.day_closes select "number" + 1, '2099-01-01', 4070908800000, 4070908800000, 0, 0, 0, 0, 0, 0, 0, 0, 0, "difference", 'd'
      from galla.day_closes order by "number" desc limit 1`)
    await rows('alter table galla.day_closes enable trigger "computeClose"')
    await expect(rows('delete from galla.day_closes')).rejects.toThrow('is refused')
    // Nothing is dated to the time to come.
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'order-2' })
    await sandbox.simulatePayment('order-2', { outcome: 'SUCCESS' })
    await expect(gateway.orders.sync('order-2')).rejects.toThrow('40001')
    const notOver = `delete from galla.day_closes where "toMs" > extract(epoch from clock_timestamp()) * 1000`
    await rows(notOver)
    expect((await gateway.dayCloses.list()).rows).toEqual([...before].reverse())
    expect((await gateway.orders.sync('order-2')).state).toBe('COMPLETED')
  })

  it('leaves a payment that a replica with a clock of before the close posts to the next day', async () => {
    const testGateway = await create()
    const { gateway, sandbox, rows } = testGateway
    await payOrder(testGateway, 'order-1')
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'order-2' })
    await sandbox.simulatePayment('order-2', { outcome: 'SUCCESS' })
    const behind = await testGateway.replica({ clock: { now: () => START + 1_000 } })
    await sandbox.clock.advance(2 * DAY)
    const [first, second] = await gateway.dayCloses.closeDue()
    expect((await behind.orders.sync('order-2')).state).toBe('COMPLETED')
    const [posted] = await rows<{ atMs: string }>(`select "atMs" from galla.ledger where "merchantOrderId" = 'order-2'`)
    expect(indianDay(Number(posted?.atMs))).toBe('2026-01-10')
    await testGateway.advance(DAY)
    const later = await gateway.dayCloses.closeDue()
    expect([first, second, ...later].map((close) => close?.captured)).toEqual([
      { count: 1, amount: AMOUNT },
      { count: 0, amount: 0 },
      { count: 1, amount: AMOUNT },
    ])
  })

  it('is made once by processes that close at the same time', async () => {
    const testGateway = await create()
    await payOrder(testGateway, 'order-1')
    const other = await testGateway.replica()
    await testGateway.advance(5 * DAY)
    const closed = await Promise.all(
      [testGateway.gateway, other, testGateway.gateway].map(({ dayCloses }) => dayCloses.closeDue()),
    )
    expect(
      closed
        .flat()
        .map(({ number }) => number)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5])
  })

  it('is whole or not there after its process was killed in the middle', async () => {
    const testGateway = await create()
    const { gateway, rows } = testGateway
    await payOrder(testGateway, 'order-1')
    await testGateway.advance(2 * DAY)
    // The insert waits for what another transaction writes about settlements; then the connection is cut, as by kill -9.
    const { Client } = await import('pg')
    const writer = new Client({ ...(testGateway.settings.database as object) })
    await writer.connect()
    await writer.query('begin')
    await writer.query(
      `insert into galla.settlements ("settlementId", "state", "foundAtMs", "reportedAtMs", "nextReadAtMs", "amount", "updatedAtMs") values ('stl', 'PROCESSED', ${START}, ${START}, null, 5, 1)`,
    )
    const closing = gateway.dayCloses.closeDue().catch((error: unknown) => error)
    let ended = false
    void closing.then(() => {
      ended = true
    })
    await until(async () => ended || (await waiting(rows)).length > 0)
    expect(ended).toBe(false)
    const [{ pid } = { pid: 0 }] = await waiting(rows)
    await rows('select pg_terminate_backend($1)', [pid])
    await closing
    expect(await rows('select from galla.day_closes')).toEqual([])
    await writer.query('commit')
    await writer.end()
    const closed = await gateway.dayCloses.closeDue()
    expect(closed.map(({ number }) => number)).toEqual([1, 2])
    expect(closed.reduce((sum, { settled }) => sum + settled.amount, 0)).toBe(5)
  })

  it('is exported as CSV, with a digest over the one before', async () => {
    const testGateway = await create()
    await payOrder(testGateway, 'order-1')
    await testGateway.advance(2 * DAY)
    await testGateway.gateway.dayCloses.closeDue()
    let text = ''
    for await (const chunk of testGateway.gateway.dayCloses.csv()) text += chunk
    const [head, first, second] = text.split('\r\n')
    expect(head).toMatch(/^number,day,payments,capturedPaise,capturedRupees,/)
    expect(first).toMatch(/^1,2026-01-08,1,49900,499\.00,0,0,0\.00,0,0,0\.00,0,0,0,49900,499\.00,[0-9a-f]{64}$/)
    expect(second).toMatch(/^2,2026-01-09,0,0,0\.00,/)
    expect(() => testGateway.gateway.dayCloses.csv({ from: 'yesterday' })).toThrow('must be a day')
    await expect(testGateway.gateway.dayCloses.get('2026-02-30')).rejects.toMatchObject({ field: 'day' })
  })
})

type Rows = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const waiting = (rows: Rows) =>
  rows<{ pid: number }>(
    `select "pid" from pg_stat_activity where "wait_event_type" = 'Lock' and "datname" = current_database()`,
  )

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setImmediate(resolve))
}
