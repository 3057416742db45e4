import type { Paise } from '@galla/contract/money'
import type { ClientBase, PoolConfig } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Gateway } from '../src/index.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways({ ownSessions: true })
const REFUND = 20_000 as Paise

/** Sets what an administrator may set for a database. It counts for connections that are opened later. */
async function setForDatabase({ rows }: TestGateway, name: string, value: string): Promise<void> {
  const [row] = await rows<{ database: string }>('select current_database() as "database"')
  await rows(`alter database "${row?.database}" set ${name} = ${value}`)
}

/** Results of calls that compete: `done`, or the code of the error. */
async function resultsOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls)
  return results.map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason.code ?? one.reason))).sort()
}

const startAtOnce = (processes: readonly Gateway[], reference: string) =>
  resultsOf(
    processes.flatMap(({ orders }, n) => [
      orders.start({ ...CART, reference, amount: (100 + n) as Paise }),
      orders.start({ ...CART, reference, amount: (200 + n) as Paise }),
    ]),
  )

describe.each([
  ['default_transaction_isolation', `'repeatable read'`],
  ['default_transaction_isolation', `'serializable'`],
  ['array_nulls', 'off'],
  ['standard_conforming_strings', 'off'],
  ['transform_null_equals', 'on'],
  ['DateStyle', `'SQL, DMY'`],
  ['TimeZone', `'Pacific/Kiritimati'`],
])('with %s = %s', (name, value) => {
  it('three processes keep one amount of a reference, one refund of an order, and its ledger', async () => {
    const testGateway = await createTestGateway()
    await setForDatabase(testGateway, name, value)
    const processes = await Promise.all([1, 2, 3].map(() => testGateway.replica()))
    const refused = Array<string>(5).fill('DIFFERENT_AMOUNT')
    for (let cart = 0; cart < 6; cart += 1)
      expect(await startAtOnce(processes, `cart ${cart}`)).toEqual([...refused, 'done'])

    const [first] = processes as [Gateway, ...Gateway[]]
    await first.orders.start({ ...CART, reference: 'paid', merchantOrderId: 'paid' })
    await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    expect(await resultsOf(processes.map(({ orders }) => orders.sync('paid')))).toEqual(['done', 'done', 'done'])
    const requests = processes.map(({ refunds }, n) =>
      refunds.request({ merchantRefundId: `r-${n}`, merchantOrderId: 'paid', amount: REFUND }),
    )
    expect(await resultsOf(requests)).toEqual(['REFUND_IN_PROGRESS', 'REFUND_IN_PROGRESS', 'done'])
    for (let n = 0; n < 3; n += 1) {
      await testGateway.sandbox.idle()
      await Promise.all(processes.map((one) => one.runPendingJobs()))
      await testGateway.sandbox.clock.advance(60_000)
    }
    const balances = { state: 'COMPLETED', refundableAmount: AMOUNT - REFUND, refundedAmount: REFUND }
    expect(await first.orders.get('paid')).toMatchObject(balances)
    const { rows: transfers } = await first.ledger.list({ merchantOrderId: 'paid' })
    expect(transfers.map(({ kind }) => kind)).toEqual(['capture', 'refund-hold', 'refund-posted'])
    // Only the capture belongs to a transaction.
    expect(transfers.map(({ transactionId }) => transactionId)).toEqual([expect.any(String), undefined, undefined])
  })
})

it.each([
  ['transaction_timeout', `'300ms'`, '0'],
  ['idle_session_timeout', `'300ms'`, '0'],
  ['default_transaction_isolation', `'serializable'`, 'read committed'],
  ['standard_conforming_strings', 'off', 'on'],
])('a handler runs with the %s of the gateway', async (name, value, expected) => {
  const seen: unknown[] = []
  const testGateway = await createTestGateway()
  await setForDatabase(testGateway, name, value)
  const replica = await testGateway.replica({
    on: {
      'order.completed': async ({ tx }) => {
        const { rows } = await tx.query('select current_setting($1, true) as "value"', [name])
        // A server before version 17 has no transaction_timeout.
        seen.push(...rows.map((row) => (row as { value: string | null }).value ?? '0'))
      },
    },
  })
  await replica.orders.start({ ...CART, merchantOrderId: 'paid' })
  await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await testGateway.sandbox.idle()
  await replica.orders.sync('paid')
  await replica.runPendingJobs()
  expect(seen).toEqual([expected])
})

it('a handler’s transaction is read committed, whatever the merchant sets on each connection', async () => {
  const seen: unknown[] = []
  const testGateway = await createTestGateway()
  const database = {
    ...(testGateway.settings.database as PoolConfig),
    onConnect: (client: ClientBase) => client.query(`set default_transaction_isolation = 'serializable'`),
  }
  const replica = await testGateway.replica({
    database,
    on: {
      'order.completed': async ({ tx }) => {
        seen.push(...(await tx.query(`select current_setting('transaction_isolation') as "level"`)).rows)
      },
    },
  })
  await replica.orders.start({ ...CART, merchantOrderId: 'paid' })
  await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await testGateway.sandbox.idle()
  await replica.orders.sync('paid')
  await replica.runPendingJobs()
  expect(seen).toEqual([{ level: 'read committed' }])
})
