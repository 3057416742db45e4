import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkAudit } from '../../src/storage/access/audit.ts'
import { createPaidOrder, setupConsoles } from '../helpers/console-gateway.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, SECRET, type TestGateway } from '../helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()
const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const notes = async ({ rows }: TestGateway) =>
  (
    await rows<{ detail: string }>(`select "detail" from galla.audit where "detail" like '%Asha%' order by "auditId"`)
  ).map(({ detail }) => detail.replace(/^.*called about /, ''))

/** A gateway in whose console somebody looked at callbacks of a refunded order, and said who called. */
async function openWithNotes(options: Parameters<typeof createGatewayWithConsole>[0] = {}) {
  const { testGateway, request } = await createGatewayWithConsole(options)
  const { gateway, sandbox, drainJobs, rows } = testGateway
  const id = await createPaidOrder(testGateway)
  await gateway.refunds.request({ merchantRefundId: 'cup', merchantOrderId: id, amount: AMOUNT })
  await drainJobs()
  await sandbox.simulateRefund('cup', { outcome: 'SUCCESS' })
  await drainJobs()
  const { transactionId } = (await gateway.orders.get(id)) ?? {}
  // Of this one, only the body says which payment it is about.
  const payload = { state: 'COMPLETED', amount: AMOUNT, paymentDetails: [{ transactionId, state: 'COMPLETED' }] }
  const body = JSON.stringify({ event: 'checkout.order.completed', payload })
  await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body, headers: { authorization } }))
  await drainJobs()
  await rows(`update galla.callbacks set "error" = null where "merchantOrderId" is null and "merchantRefundId" is null`)
  const callbacks = await rows<{ id: string; about: string }>(
    `select "callbackId"::text as "id", case when "merchantRefundId" is not null then 'the refund' when "merchantOrderId" is not null then 'the order' else 'the payment' end as "about"
      from galla.callbacks order by "callbackId"`,
  )
  for (const { id: callbackId, about } of callbacks) {
    const reason = `Asha Rao, 9811122233, called about ${about}`
    const reveal = { kind: 'callback', id: callbackId, path: 'body.payload.amount', reason }
    expect((await request('POST', '/reveal', reveal)).status).toBe(200)
  }
  expect(await notes(testGateway)).toEqual(['the order', 'the refund', 'the payment'])
  return { testGateway, request, id, callbackId: callbacks[0]?.id ?? '' }
}

describe('the notes of people about callbacks of an order', () => {
  it('are erased with the payer, and the log stays whole', async () => {
    const { testGateway, request, id } = await openWithNotes()
    const other = await createPaidOrder(testGateway, 'cart-8')
    const [{ callbackId } = { callbackId: '' }] = await testGateway.rows<{ callbackId: string }>(
      `select "callbackId"::text as "callbackId" from galla.callbacks where "merchantOrderId" = $1`,
      [other],
    )
    const reason = 'Asha Sen called about another order'
    await request('POST', '/reveal', { kind: 'callback', id: callbackId, path: 'body.payload.amount', reason })
    const { erased } = await testGateway.gateway.payers.erase({ merchantOrderId: id })
    expect(erased).toMatchObject({ audit: 3 })
    expect(await notes(testGateway)).toEqual(['another order'])
    await withProcesses(testGateway, 1, async ([context]) => {
      if (context) expect(await checkAudit(context.database)).not.toHaveProperty('brokenAt')
    })
  })

  it('are kept while the order is on hold, and erased by age after that', async () => {
    const { testGateway, id } = await openWithNotes({ gateway: { policy: { erasePayerAfterDays: 30 } } })
    const { payers, runPendingJobs } = testGateway.gateway
    await payers.hold({ merchantOrderId: id, reason: 'a dispute', by: 'Meena' })
    await payers.erase({ merchantOrderId: id })
    for (let month = 0; month < 2; month += 1) await testGateway.advance(31 * DAY_MS)
    expect(await notes(testGateway)).toEqual(['the order', 'the refund', 'the payment'])
    await payers.release(id)
    await runPendingJobs()
    expect(await notes(testGateway)).toEqual([])
  })

  it('go with the records, also when nothing is erased by age', async () => {
    const { testGateway } = await openWithNotes({
      // The database keeps ledger entries for eight years of its own clock.
      sandbox: { clock: { frozen: true, startMs: Date.now() - 9.5 * YEAR_MS } },
      gateway: { policy: { erasePayerAfterDays: undefined } },
    })
    await testGateway.advance(8.9 * YEAR_MS)
    expect(await notes(testGateway)).toHaveLength(3)
    await testGateway.advance(0.2 * YEAR_MS)
    expect(await testGateway.rows('select 1 from galla.callbacks')).toEqual([])
    expect(await notes(testGateway)).toEqual([])
  })

  it('are found by the id of the callback, which is written in one way', async () => {
    const { testGateway, request, callbackId } = await openWithNotes()
    const reveal = { kind: 'callback', id: `00${callbackId}`, path: 'body.payload.amount', reason: 'Asha called' }
    expect((await request('POST', '/reveal', reveal)).status).toBe(404)
    expect(await notes(testGateway)).toHaveLength(3)
  })
})
