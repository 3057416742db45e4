import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payOrder } from '../helpers/paid-order.ts'
import { setupRefundFiles } from '../helpers/refund-file-shop.ts'
import { AMOUNT, CALLBACK_URL, CART, SECRET, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = setupRefundFiles()
const DAY_MS = 86_400_000
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

describe('an order on legal hold', () => {
  it('stays as it is when it is set again, without an entry, and the newest is listed first', async () => {
    const { gateway, rows, advance } = await createTestGateway()
    for (const merchantOrderId of ['one', 'two']) {
      await gateway.orders.start({ ...CART, reference: merchantOrderId, merchantOrderId })
      await gateway.payers.hold({ merchantOrderId, reason: `case of ${merchantOrderId}`, by: 'asha' })
      await advance(1_000)
    }
    const again = await gateway.payers.hold({ merchantOrderId: 'one', reason: 'another case', by: 'ravi' })
    expect(again).toMatchObject({ reason: 'case of one', by: 'asha' })
    expect(await gateway.payers.holds()).toMatchObject([{ merchantOrderId: 'two' }, { merchantOrderId: 'one' }])
    expect(
      await rows(`select "id", "detail" from galla.audit where "what" = 'put on legal hold' order by "auditId"`),
    ).toEqual([
      { id: 'one', detail: 'case of one' },
      { id: 'two', detail: 'case of two' },
    ])
  })

  it('says who decided it without characters that turn or hide the text', async () => {
    const { gateway } = await createTestGateway()
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const by = '\u202e asha\u2066  of the bank\u200b'
    expect(await gateway.payers.hold({ merchantOrderId: 'one', reason: 'a case', by })).toMatchObject({
      by: 'asha of the bank',
    })
    expect(await gateway.payers.holds()).toMatchObject([{ by: 'asha of the bank' }])
  })

  it('keeps callbacks that name it by a payment or a refund only, and not those of another order', async () => {
    const testGateway = await createTestGateway({
      sandbox: { refundTiming: false },
      gateway: { policy: { erasePayerAfterDays: 30 } },
    })
    const { gateway, sandbox, drainJobs, rows } = testGateway
    const send = async (event: string, payload: object) => {
      const body = JSON.stringify({ event, payload })
      await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body, headers: { authorization } }))
    }
    for (const id of ['held', 'other']) {
      await payOrder(testGateway, id)
      await gateway.refunds.request({ merchantRefundId: `cup-${id}`, merchantOrderId: id, amount: AMOUNT })
      await drainJobs()
      await sandbox.simulateRefund(`cup-${id}`, { outcome: 'SUCCESS' })
      await drainJobs()
      const { transactionId } = (await gateway.orders.get(id)) ?? {}
      const { refundId } = (await gateway.refunds.get(`cup-${id}`)) ?? {}
      const attempt = { transactionId, state: 'COMPLETED', amount: AMOUNT }
      await send('checkout.order.completed', { state: 'COMPLETED', amount: AMOUNT, paymentDetails: [attempt] })
      await send('pg.refund.completed', { refundId, state: 'COMPLETED', amount: AMOUNT })
      await drainJobs()
    }
    const withBody = () =>
      rows<{ subject: string; count: number }>(
        `select coalesce("merchantOrderId", 'by the provider''s ids') as "subject", count(*)::int as "count" from galla.callbacks
          where "body" is not null group by 1 order by 1`,
      )
    const before = await withBody()
    expect(before).toContainEqual({ subject: "by the provider's ids", count: 4 })
    await gateway.payers.hold({ merchantOrderId: 'held', reason: 'a dispute', by: 'Meena' })
    for (let month = 0; month < 2; month += 1) await testGateway.advance(31 * DAY_MS)
    expect(await withBody()).toEqual([
      { subject: "by the provider's ids", count: 2 },
      ...before.filter(({ subject }) => subject === 'held'),
    ])
    await gateway.payers.release('held')
    await gateway.runPendingJobs()
    expect(await withBody()).toEqual([])
  })

  it('keeps the files of refunds with a row of it until it is released, and other files for thirty days', async () => {
    const { testGateway, ids, run, upload } = await openShop(3, {}, { policy: { erasePayerAfterDays: 60 } })
    const [held = '', other = '', third = ''] = ids
    await run(`order,paise,note\n${held},1000,\n${other},1000,`)
    await run(`order,paise,note\n${third},2000,`)
    await upload(`order,paise,note\n${held},3000,Asha may call\n${other},3000,Meena may call`)
    const stored = async () =>
      (
        await testGateway.rows<{ row: string }>(
          `select concat_ws(' ', "amount", "result", "note") as "row" from galla.refund_file_rows order by "rowId"`,
        )
      ).map(({ row }) => row)
    const kept = ['1000 requested', '1000 requested', '3000 Asha may call', '3000 Meena may call']
    expect(await stored()).toEqual(kept.toSpliced(2, 0, '2000 requested'))
    const { payers, runPendingJobs } = testGateway.gateway
    await payers.hold({ merchantOrderId: held, reason: 'a dispute', by: 'Meena' })
    for (let days = 0; days < 40; days += 10) await testGateway.advance(10 * DAY_MS)
    await runPendingJobs()
    expect(await stored()).toEqual(kept)
    // What a kept file says of others is erased as soon as the rest about them.
    for (let days = 0; days < 30; days += 10) await testGateway.advance(10 * DAY_MS)
    await runPendingJobs()
    expect(await stored()).toEqual(kept.with(3, '3000'))
    await payers.release(held)
    await runPendingJobs()
    expect(await testGateway.rows('select 1 from galla.refund_files')).toEqual([])
  })
})
