import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { applyRetention } from '../src/workers/privacy/retention.ts'
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

  it('erases the rest when a table of the merchant keeps rows from being deleted, and fails with that', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const { gateway, sandbox, rows } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'old', message: 'For Susheela' })
    await sandbox.simulatePayment('old', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await gateway.callbacks.receive({ headers: {}, body: new TextEncoder().encode('refused') })
    await rows(`create table public.notes as select "callbackId" from galla.callbacks where "verdict" = 'refused'`)
    await rows('alter table public.notes add foreign key ("callbackId") references galla.callbacks')
    await sandbox.clock.advance(31 * DAY_MS)
    await expect(gateway.runPendingJobs()).rejects.toMatchObject({ code: 'DATABASE_FAILED', cause: { code: '23503' } })
    expect(await rows(`select 1 from galla.orders where "request"::text like '%Susheela%'`)).toEqual([])
  })

  it('works in batches, continues an interrupted run, and erases again what changes later', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const { context, stop } = await createContext(testGateway.settings)
    const left = async () => (await testGateway.rows('select 1 from galla.orders where "payerVpa" is not null')).length
    await testGateway.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "payerVpa", "request", "createdAtMs", "updatedAtMs")
      select 'o-' || n, 'cart-' || n, 'STANDARD', 100, 'FAILED', 'su****a@ybl', '{}', $1::bigint + n / 3, $1::bigint from generate_series(1, 1_200) n`,
      [testGateway.sandbox.clock.now() - 40 * DAY_MS],
    )
    let closing = false
    const transaction: typeof context.database.transaction = async (work) => {
      const result = await context.database.transaction(work)
      closing = (await left()) < 1_200
      return result
    }
    const interrupted = { ...context, database: { ...context.database, transaction }, closing: () => closing }
    await applyRetention(interrupted)
    expect(await left()).toBe(700)
    await applyRetention(context)
    expect(await left()).toBe(0)
    await testGateway.rows(
      `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "createdAtMs", "updatedAtMs")
      select 'r-' || n, 'o-' || n, 100, 'FAILED', 'api', 1, 1 from generate_series(1, 1_200) n`,
    )
    await testGateway.rows('analyze')
    expect(
      await countRowsRead(context.database, (on) =>
        applyRetention({ ...context, database: { ...context.database, ...on, transaction: (work) => work(on) } }),
      ),
    ).toBeLessThan(40)

    // A late status check writes the payer into an order that retention has passed.
    await testGateway.rows(`update galla.orders set "payerVpa" = 'su****a@ybl' where "merchantOrderId" = 'o-7'`)
    await applyRetention(context)
    expect(await left()).toBe(0)
    expect(await testGateway.rows('select 1 from galla.erasures')).toEqual([])
    await stop()
  })

  it('puts an order that another transaction has locked off, and does not wait for it', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const { context, stop } = await createContext(testGateway.settings)
    await testGateway.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "payerVpa", "request", "createdAtMs", "updatedAtMs")
      values ('locked', 'cart', 'STANDARD', 100, 'FAILED', 'su****a@ybl', '{}', $1, $1)`,
      [testGateway.sandbox.clock.now() - 40 * DAY_MS],
    )
    const payerVpa = async () =>
      (await testGateway.rows<{ payerVpa: string | null }>('select "payerVpa" from galla.orders'))[0]?.payerVpa
    await context.database.transaction(async (tx) => {
      await tx.query({ text: 'select 1 from galla.orders for update' })
      await applyRetention(context)
    })
    expect(await payerVpa()).toBe('su****a@ybl')
    await applyRetention(context)
    expect(await payerVpa()).toBeNull()
    await stop()
  })

  it('begins no transaction for a step whose selection finds no row, and one for each step when the selection fails', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: undefined } } })
    const { context, stop } = await createContext(testGateway.settings)
    const { database } = context
    let begun = 0
    const transaction: typeof database.transaction = (work) => {
      begun += 1
      return database.transaction(work)
    }
    await applyRetention({ ...context, database: { ...database, transaction } })
    // The records that are old, and the erasures that are due.
    expect(begun).toBe(2)
    begun = 0
    const query = () => Promise.reject(new Error('permission denied'))
    await applyRetention({ ...context, database: { ...database, transaction, query } })
    expect(begun).toBe(13)
    await stop()
  })

  it('deletes refused callbacks after keepRefusedCallbacksDays, and the API log after keepCallsDays', async () => {
    const testGateway = await createTestGateway({
      gateway: { policy: { keepRefusedCallbacksDays: 3, keepCallsDays: 10, erasePayerAfterDays: undefined } },
    })
    const { gateway, rows, advance } = testGateway
    const refused = () => rows(`select 1 from galla.callbacks where "verdict" = 'refused'`)
    await gateway.orders.start(CART)
    await gateway.callbacks.receive({ headers: { authorization: 'wrong' }, body: new TextEncoder().encode('{}') })
    await advance(2 * DAY_MS)
    expect(await refused()).toHaveLength(1)
    await advance(2 * DAY_MS)
    expect(await refused()).toHaveLength(0)
    const [{ first } = { first: 0 }] = await rows<{ first: string }>('select min("callId") as "first" from galla.calls')
    await advance(8 * DAY_MS)
    expect(await rows('select 1 from galla.calls where "callId" = $1', [first])).toEqual([])
  })

  it('erases the masked address of an earlier attempt of an order that was paid by card', async () => {
    const testGateway = await createTestGateway({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const attempts = [
      {
        transactionId: 'OM1',
        state: 'FAILED',
        amount: 100,
        paymentMode: 'UPI_QR',
        payerVpa: 'su****a@ybl',
        newField: 'x',
      },
      { transactionId: 'OM2', state: 'COMPLETED', amount: 100, paymentMode: 'CARD', utr: '7' },
    ]
    const seed = (id: string, createdAtMs: number) =>
      testGateway.rows(
        `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "attempts", "request", "createdAtMs", "updatedAtMs")
        values ($1, $1, 'STANDARD', 100, 'COMPLETED', 'fulfil', $2, '{}', $3, $3)`,
        [id, JSON.stringify(attempts), createdAtMs],
      )
    const nowMs = testGateway.sandbox.clock.now()
    await seed('old', nowMs - 31 * DAY_MS)
    await seed('new', nowMs)
    await testGateway.gateway.runPendingJobs()
    const { payerVpa: _, newField: __, ...kept } = attempts[0] ?? {}
    const stored = () => testGateway.rows('select "attempts" from galla.orders order by "createdAtMs"')
    expect(await stored()).toEqual([{ attempts: [kept, attempts[1]] }, { attempts }])
    expect(await testGateway.gateway.payers.erase({ vpa: 'susheela@ybl' })).toMatchObject({ orders: 1, byMaskOnly: 1 })
    expect(await stored()).toEqual([{ attempts: [kept, attempts[1]] }, { attempts: [kept, attempts[1]] }])
  })
})
