import type { Paise } from '@galla/contract/money'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Transfer } from '../src/domain/finance/ledger.ts'
import { postTransfers } from '../src/storage/finance/ledger.ts'
import { withoutTriggers } from './helpers/by-hand.ts'
import { seedOrder } from './helpers/seed.ts'
import { startTestDatabase } from './helpers/test-database.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const CHECK_VIOLATION = { code: '23514' }
const RESTRICTED = { code: '23001' }

/** A gateway with one paid order `paid` of 49 900 paise. */
async function createGatewayWithPaidOrder(): Promise<TestGateway> {
  const testGateway = await createTestGateway({ sandbox: { refundTiming: false } })
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  return testGateway
}

const entries = ({ rows }: TestGateway) =>
  rows<{ line: string }>(
    `select "kind" || ' ' || "debitAccount" || '→' || "creditAccount" || ' ' || "amount" as "line" from galla.ledger order by "entryId"`,
  ).then((all) => all.map(({ line }) => line))

const balances = async ({ rows }: TestGateway) =>
  (
    await rows<{ available: string; held: string; refunded: string }>(
      `select "availableAmount" as "available", "heldAmount" as "held", "refundedAmount" as "refunded" from galla.orders`,
    )
  ).map(({ available, held, refunded }) => [Number(available), Number(held), Number(refunded)])

const transfer = (kind: string, debit: string, credit: string, amount: number, refund: string | null = 'by-hand') => ({
  text: `insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey")
    values (gen_random_uuid()::text, 1, $1, $2, $3, $4, 'paid', (select "id" from galla.refunds where "merchantRefundId" = $5))`,
  values: [kind, debit, credit, amount, refund],
})

const requestByHand = (merchantRefundId: string, amount: number) =>
  `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "createdAtMs", "updatedAtMs", "nextPollAtMs")
    values ('${merchantRefundId}', 'paid', ${amount}, 'REQUESTED', 'api', 1, 1, 1)`

describe('the ledger of an order', () => {
  it('captures a payment once, holds a refund at the request, and posts it when it is completed', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.orders.sync('paid')
    expect(await entries(testGateway)).toEqual(['capture payments→available 49900'])
    await testGateway.gateway.refunds.request({
      merchantRefundId: 'r-1',
      merchantOrderId: 'paid',
      amount: 20_000 as Paise,
    })
    expect(await balances(testGateway)).toEqual([[29_900, 20_000, 0]])
    expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundedAmount: 0, refundableAmount: 29_900 })
    await testGateway.gateway.runPendingJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await balances(testGateway)).toEqual([[29_900, 0, 20_000]])
    expect(await entries(testGateway)).toEqual([
      'capture payments→available 49900',
      'refund-hold available→held 20000',
      'refund-posted held→refunded 20000',
    ])
  })

  it('releases the hold of a failed refund', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: CART.amount })
    await testGateway.gateway.runPendingJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    expect((await entries(testGateway)).slice(1)).toEqual([
      'refund-hold available→held 49900',
      'hold-released held→available 49900',
    ])
    expect(await balances(testGateway)).toEqual([[49_900, 0, 0]])
  })

  it('holds an automatic refund in the transaction of its payment', async () => {
    const testGateway = await createTestGateway({ sandbox: { refundTiming: false } })
    for (const merchantOrderId of ['first', 'second']) {
      await testGateway.gateway.orders.start({ ...CART, merchantOrderId })
    }
    for (const merchantOrderId of ['first', 'second']) {
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      await testGateway.gateway.orders.sync(merchantOrderId)
    }
    expect(await testGateway.gateway.orders.get('second')).toMatchObject({
      resolution: 'duplicate-refund',
      refundableAmount: 0,
    })
    const transfers = `select l."kind", l."origin", r."merchantRefundId" from galla.ledger l left join galla.refunds r on r."id" = l."refundKey"
      where l."merchantOrderId" = 'second' order by "entryId"`
    expect(await testGateway.rows(transfers)).toEqual([
      { kind: 'capture', origin: null, merchantRefundId: null },
      { kind: 'refund-hold', origin: 'duplicate', merchantRefundId: 'second-dup' },
    ])
  })
})

describe('hand-written SQL', () => {
  it.each([
    ['a hold of more than was paid', transfer('refund-hold', 'available', 'held', 49_901)],
    ['a refund posted without a hold', transfer('refund-posted', 'held', 'refunded', 1)],
    ['the hold of another refund', transfer('refund-posted', 'held', 'refunded', 10_000)],
    ['a second capture of the same payment', transfer('capture', 'payments', 'available', 1, null)],
    ['a capture to another account', transfer('capture', 'payments', 'refunded', 1, null)],
    ['a negative amount', transfer('refund-hold', 'available', 'held', -1)],
    ['an amount of 0', transfer('refund-hold', 'available', 'held', 0, 'r-1')],
    ['a refund without its id', transfer('refund-hold', 'available', 'held', 1, null)],
  ])('cannot post %s', async (_what, { text, values }) => {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request({
      merchantRefundId: 'r-1',
      merchantOrderId: 'paid',
      amount: 10_000 as Paise,
    })
    await testGateway.rows(withoutTriggers(requestByHand('by-hand', 49_901)))
    await expect(testGateway.rows(text, values)).rejects.toMatchObject(CHECK_VIOLATION)
    expect(await balances(testGateway)).toEqual([[39_900, 10_000, 0]])
  })

  it('cannot capture an order that is not paid', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    const { text, values } = transfer('capture', 'payments', 'available', 1, null)
    await expect(testGateway.rows(text, values)).rejects.toMatchObject(CHECK_VIOLATION)
  })

  it.each([
    'update galla.ledger set "amount" = 1',
    `update galla.ledger set "merchantOrderId" = 'other' where false`,
    'delete from galla.ledger',
    'truncate galla.ledger',
    'truncate galla.orders cascade',
    'update galla.orders set "availableAmount" = 1000000',
    'update galla.orders set "heldAmount" = 1, "refundedAmount" = 0',
    'update galla.orders set "amount" = 99900',
    `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "request", "createdAtMs", "updatedAtMs", "availableAmount")
      values ('full', 'full', 'STANDARD', 1, 'COMPLETED', 'fulfil', '{}', 1, 1, 1)`,
  ])('cannot run: %s', async (text) => {
    const testGateway = await createGatewayWithPaidOrder()
    await expect(testGateway.rows(text)).rejects.toMatchObject(RESTRICTED)
    expect(await balances(testGateway)).toEqual([[49_900, 0, 0]])
  })

  it('cannot free the amount of a refund that has not failed, nor change that of a refund', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { gateway, sandbox, drainJobs, rows } = testGateway
    const request = (merchantRefundId: string, amount: number) =>
      gateway.refunds.request({ merchantRefundId, merchantOrderId: 'paid', amount: amount as Paise })
    await request('done', 10_000)
    await drainJobs()
    await sandbox.simulateRefund('done', { outcome: 'SUCCESS' })
    await drainJobs()
    await request('open', 20_000)
    for (const { text, values } of [
      transfer('refund-reversed', 'refunded', 'held', 10_000, 'done'),
      transfer('hold-released', 'held', 'available', 20_000, 'open'),
      transfer('hold-released', 'held', 'available', 1, 'open'),
      // Paid out is what the other refund has: the balance of the order stays above 0.
      transfer('refund-reversed', 'refunded', 'held', 1, 'open'),
    ])
      await expect(rows(text, values)).rejects.toMatchObject(CHECK_VIOLATION)
    for (const text of [
      `update galla.refunds set "amount" = 39900 where "merchantRefundId" = 'open'`,
      `update galla.refunds set "merchantOrderId" = 'paid', "amount" = 1 where "merchantRefundId" = 'done'`,
    ])
      await expect(rows(text)).rejects.toMatchObject(RESTRICTED)
    expect(await balances(testGateway)).toEqual([[19_900, 20_000, 10_000]])
  })

  it('cannot move what a refund takes to another order, nor the refund', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { gateway, sandbox, drainJobs, rows } = testGateway
    await gateway.orders.start({ ...CART, reference: 'other', merchantOrderId: 'other' })
    await sandbox.simulatePayment('other', { outcome: 'SUCCESS' })
    await drainJobs()
    await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: CART.amount })
    const moved = `insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey")
      select 'a', 1, 'hold-released', 'held', 'available', 49900, 'paid', "id" from galla.refunds
      union all select 'b', 1, 'refund-hold', 'available', 'held', 49900, 'other', "id" from galla.refunds`
    await expect(rows(moved)).rejects.toMatchObject(CHECK_VIOLATION)
    await expect(rows(`update galla.refunds set "merchantOrderId" = 'other'`)).rejects.toMatchObject(RESTRICTED)
  })

  it('sends no refund that the ledger does not hold', async () => {
    const { gateway, sandbox, drainJobs, rows } = await createGatewayWithPaidOrder()
    await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'paid', amount: CART.amount })
    await drainJobs()
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await rows(withoutTriggers(`delete from galla.refunds; ${requestByHand('r-2', 49_900)}`))
    await drainJobs()
    expect(sandbox.journal({ name: 'refund', kind: 'api' })).toHaveLength(1)
  })

  it('cannot take more than was paid from several connections at once', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const pool = new Pool({ ...(testGateway.settings.database as object), max: 8 })
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => {
        const posted = `insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey")
          select 'r-${at}', 1, 'refund-hold', 'available', 'held', 10000, 'paid', "id" from galla.refunds where "merchantRefundId" = 'r-${at}'`
        return pool.query(`${requestByHand(`r-${at}`, 10_000)}; ${posted}`)
      }),
    )
    await pool.end()
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(await balances(testGateway)).toEqual([[9_900, 40_000, 0]])
  })
})

it('requests of refunds through several replicas never exceed what was paid', async () => {
  const testGateway = await createGatewayWithPaidOrder()
  const replicas = [testGateway.gateway, await testGateway.replica(), await testGateway.replica()]
  for (let round = 0; round < 4; round += 1) {
    await Promise.allSettled(
      replicas.flatMap((gateway, at) =>
        [0, 1].map((one) =>
          gateway.refunds.request({
            merchantRefundId: `r-${round}-${at}-${one}`,
            merchantOrderId: 'paid',
            amount: 20_000 as Paise,
          }),
        ),
      ),
    )
    await testGateway.gateway.runPendingJobs()
    const open = await testGateway.gateway.refunds.list({ state: 'OPEN' })
    for (const { merchantRefundId } of open.rows)
      await testGateway.sandbox.simulateRefund(merchantRefundId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
  }
  expect(await balances(testGateway)).toEqual([[9_900, 0, 40_000]])
  expect((await testGateway.sandbox.order('paid')).refundedAmount).toBe(40_000)
})

it('a transfer that the order lacks is not posted, and its transaction goes on', async () => {
  const { database, end } = await startTestDatabase()
  await seedOrder(database, { merchantOrderId: 'paid', state: 'COMPLETED' })
  const hold = (amount: number): Transfer => ({
    transferKey: `hold of ${amount}`,
    kind: 'refund-hold',
    merchantOrderId: 'paid',
    refundKey: 1,
    amount: amount as Paise,
  })
  const unheld: Transfer = { ...hold(1), transferKey: 'unheld', kind: 'refund-posted' }
  const results = await database.transaction(async (tx) => {
    await tx.query({ text: requestByHand('r-1', 49_900) })
    const results: string[] = []
    for (const one of [hold(49_901), unheld, hold(49_900)]) results.push(await postTransfers(tx, [one], 1))
    return results
  })
  expect(results).toEqual(['exceeds', 'exceeds', 'posted'])
  await end()
})
