import { describe, expect, it, vi } from 'vitest'
import { dumpSchema } from './helpers/dump.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS

describe('policy.keepRecordsDays', () => {
  it('keeps amounts, decisions and the ledger for nine years, then deletes everything of the order', async () => {
    // The database keeps ledger entries for eight years of its own clock.
    const testGateway = await createTestGateway({
      sandbox: { clock: { frozen: true, startMs: Date.now() - 9.5 * YEAR_MS } },
    })
    const { gateway, sandbox, rows } = testGateway
    for (const id of ['paid', 'held']) {
      await gateway.orders.start({ ...CART, merchantOrderId: id, reference: `cart-of-${id}` })
      await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    }
    await testGateway.drainJobs()
    await gateway.refunds.request({ merchantRefundId: 'cup-of-paid', merchantOrderId: 'paid', amount: CART.amount })
    await testGateway.drainJobs()
    await sandbox.simulateRefund('cup-of-paid', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await gateway.payers.hold({ merchantOrderId: 'held', reason: 'a dispute', by: 'Meena' })
    await gateway.payers.hold({ merchantOrderId: 'paid', reason: 'a question', by: 'Meena' })
    await gateway.payers.release('paid')

    await testGateway.advance(8.9 * YEAR_MS)
    expect(await gateway.orders.get('paid')).toMatchObject({
      state: 'COMPLETED',
      amount: CART.amount,
      refundedAmount: CART.amount,
    })
    const of = (id: string) => rows(`select 1 from galla.ledger where "merchantOrderId" = $1`, [id])
    expect((await of('paid')).length).toBe(3)
    expect((await rows(`select 1 from galla.decisions where "merchantOrderId" = 'paid'`)).length).toBeGreaterThan(1)

    // Each completed order and the refund are checked once more, and calls are logged a moment after they are made.
    const late = `select "endpoint" from galla.calls where "endpoint" like '%Status' and "atMs" > ${Date.now() - YEAR_MS} order by 1`
    const checks = ['refundStatus', 'standardOrderStatus', 'standardOrderStatus'].map((endpoint) => ({ endpoint }))
    await vi.waitFor(async () => expect(await rows(late)).toEqual(checks), { timeout: 20_000 })
    await testGateway.advance(0.2 * YEAR_MS)
    // The audit log is append-only: who did what to which id stays, without details.
    const left = (await dumpSchema(testGateway)).filter(
      (line) => line.includes('paid') && !/^(?:meta|audit)/.test(line),
    )
    expect(left).toEqual([])
    expect(await rows(`select "detail" from galla.audit where "detail" is not null`)).toEqual([{ detail: 'a dispute' }])
    expect(await gateway.orders.get('held')).toMatchObject({ state: 'COMPLETED' })
    expect((await of('held')).length).toBe(1)
  })

  it('keeps an order that owes money or needs review, or whose refund does, whatever its age', async () => {
    const testGateway = await createTestGateway({
      sandbox: { clock: { frozen: true, startMs: Date.now() - 9.5 * YEAR_MS }, refundTiming: false },
    })
    const { gateway, sandbox, rows } = testGateway
    const ids = ['paid', 'owed', 'reviewed', 'refunded']
    for (const id of ids) {
      await gateway.orders.start({ ...CART, merchantOrderId: id, reference: `cart-of-${id}` })
      await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    }
    await testGateway.drainJobs()
    await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'refunded', amount: CART.amount })
    await testGateway.drainJobs()
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    // A row that was joined to it after a restore goes with it.
    await rows(`insert into galla.refunds ("merchantOrderId", "amount", "state", "origin", "createdAtMs", "updatedAtMs", "joinedTo")
      select "merchantOrderId", "amount", 'FAILED', 'external', 1, 1, "id" from galla.refunds`)
    await testGateway.advance(8.9 * YEAR_MS)
    // The refund of a late payment failed, and nobody has looked at any of them since.
    await rows(`update galla.orders set "resolution" = 'late-refund' where "merchantOrderId" = 'owed'`)
    await rows(`update galla.orders set "needsReview" = $1 where "merchantOrderId" = 'reviewed'`, [
      { reason: 'contradiction', findings: [{ code: 'contradiction' }], sinceMs: 1 },
    ])
    await rows(`update galla.refunds set "nextPollAtMs" = $2, "needsReview" = $1 where "joinedTo" is null`, [
      {
        reason: 'contradiction',
        ours: { state: 'COMPLETED', amount: CART.amount },
        theirs: { state: 'FAILED' },
        sinceMs: 1,
      },
      sandbox.clock.now() + 2 * YEAR_MS,
    ])
    expect((await gateway.orders.list({ owed: true })).rows).toMatchObject([{ merchantOrderId: 'owed' }])
    await testGateway.advance(0.2 * YEAR_MS)
    const left = (await gateway.orders.list()).rows.map(({ merchantOrderId }) => merchantOrderId)
    expect(left.sort()).toEqual(['owed', 'refunded', 'reviewed'])
    expect((await gateway.refunds.list({ needsReview: true })).rows).toHaveLength(1)
    await rows(`update galla.orders set "needsReview" = null, "resolution" = 'fulfil'`)
    await rows('update galla.refunds set "needsReview" = null')
    await testGateway.advance(DAY_MS)
    expect((await gateway.orders.list()).rows).toEqual([])
    expect(await rows('select 1 from galla.refunds')).toEqual([])
  })

  it('never deletes a ledger entry that is younger than eight years', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox, rows } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await expect(rows('delete from galla.ledger')).rejects.toThrow('the ledger is append-only for eight years')
    await expect(testGateway.replica({ policy: { keepRecordsDays: 2_000 } })).rejects.toThrow(
      'policy.keepRecordsDays must be a whole number of days, 2922 or more',
    )
    await expect(testGateway.replica({ policy: { erasePayerAfterDays: 0 } })).rejects.toThrow(
      'policy.erasePayerAfterDays',
    )
  })
})
