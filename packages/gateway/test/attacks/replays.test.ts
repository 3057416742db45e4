import { expect, it, vi } from 'vitest'
import { setupConsoles } from '../helpers/console-gateway.ts'
import { seedCallback, seedOrder } from '../helpers/seed.ts'
import { startTestDatabase } from '../helpers/test-database.ts'
import { CART } from '../helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

const REPLAYED = 30

/** A gateway with a failed order, whose callback is stored many times, and a provider that holds the reads of its status. */
async function openFailedOrder() {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  const state = { isHolding: false, most: 0 }
  const opened = await createGatewayWithConsole({
    wrapProvider: (provider) => async (url, init) => {
      if (state.isHolding && /\/order\/failed\/status/.test(String(url instanceof Request ? url.url : url))) {
        held += 1
        state.most = Math.max(state.most, held)
        await released
        held -= 1
      }
      return provider(url, init)
    },
  })
  const { testGateway, post } = opened
  const { gateway, sandbox, rows } = testGateway
  await gateway.orders.start({ ...CART, reference: 'failed', merchantOrderId: 'failed' })
  await sandbox.simulatePayment('failed', { outcome: 'FAILURE' })
  await testGateway.drainJobs()
  await rows(
    `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "state", "headers", "content", "digest", "processedAtMs")
      select "receivedAtMs", 'accepted', "event", "merchantOrderId", "state", "headers", "content", "digest" || n, "processedAtMs"
      from (select * from galla.callbacks where "verdict" = 'accepted' limit 1) c, generate_series(1, ${REPLAYED}) n`,
  )
  const found = await rows<{ id: string }>(
    `select "callbackId"::text as "id" from galla.callbacks where "verdict" = 'accepted' order by "callbackId" desc limit ${REPLAYED}`,
  )
  const callbackIds = found.map(({ id }) => id)
  const replay = (ids = callbackIds) => post<{ replayed: number }>('/callbacks/replay', { callbackIds: ids })
  const stored = (ids = callbackIds) =>
    rows<{ dueAtMs: number | null; attempts: number; error: string | null }>(
      `select "callbackId", "dueAtMs", "attempts", "error" from galla.callbacks where "callbackId" = any($1::bigint[]) order by 1`,
      [ids],
    )
  return { ...opened, state, release, callbackIds, replay, stored }
}

it('a callback that arrives is processed while replayed ones wait for the provider', async () => {
  const { testGateway, replay, state, release } = await openFailedOrder()
  const { gateway, sandbox, rows } = testGateway
  state.isHolding = true
  try {
    await gateway.start()
    expect(await replay()).toEqual({ replayed: REPLAYED })
    await vi.waitFor(() => expect(state.most).toBeGreaterThan(1), { timeout: 20_000 })
    await gateway.orders.start({ ...CART, reference: 'paid', merchantOrderId: 'paid' })
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await sandbox.idle()
    // With the error of the callback's last attempt, which says why it is not processed.
    const text = `select o."state", c."error" from galla.orders o left join galla.callbacks c using ("merchantOrderId")
      where "merchantOrderId" = 'paid'`
    const isPaid = async () => {
      // A failed attempt is repeated later by this clock.
      await sandbox.clock.advance(1_000)
      expect(await rows(text)).toEqual([{ state: 'COMPLETED', error: null }])
    }
    await vi.waitFor(isPaid, { timeout: 20_000, interval: 200 })
    expect(state.most).toBe(2)
  } finally {
    release()
  }
})

it('a replay of callbacks that wait for theirs changes nothing, and is possible again once they are processed', async () => {
  const { testGateway, replay, stored } = await openFailedOrder()
  expect(await replay()).toEqual({ replayed: REPLAYED })
  const before = await stored()
  await testGateway.sandbox.clock.advance(5_000)
  expect(await replay()).toEqual({ replayed: 0 })
  expect(await stored()).toEqual(before)
  const entries = () => testGateway.rows(`select 1 from galla.audit where "what" = 'replayed'`)
  expect(await entries()).toHaveLength(REPLAYED)
  await testGateway.gateway.runPendingJobs()
  expect((await stored()).every(({ dueAtMs, error }) => dueAtMs === null && error === null)).toBe(true)
  expect(await replay()).toEqual({ replayed: REPLAYED })
  expect(await entries()).toHaveLength(2 * REPLAYED)
})

it('a replay leaves a callback in its place that has not had its turn, and brings the next attempt of a failed one forward', async () => {
  const { testGateway, replay, stored, callbackIds } = await openFailedOrder()
  const [due = '', later = ''] = callbackIds
  await testGateway.rows(
    `update galla.callbacks set "processedAtMs" = null, "attempts" = 3, "error" = 'Error: away',
      "dueAtMs" = case when "callbackId" = $1::bigint then 5 else 9e15 end where "callbackId" in ($1, $2)`,
    [due, later],
  )
  expect(await replay([due, later])).toEqual({ replayed: 1 })
  expect(await stored([due])).toMatchObject([{ dueAtMs: '5', attempts: 3 }])
  await testGateway.gateway.runPendingJobs()
  expect(await stored([later])).toMatchObject([{ dueAtMs: null, error: null }])
})

it('a replayed callback about an unknown order is again as one that arrives when the order is stored', async () => {
  const test = await startTestDatabase()
  const content = { kind: 'order', status: { state: 'COMPLETED', attempts: [] }, mode: 'classic' }
  const foreign = { merchantOrderId: 'order-1', content, reason: 'foreign', processedAtMs: 1, replayedAtMs: 1 }
  await seedCallback(test.database, foreign)
  await seedOrder(test.database, { merchantOrderId: 'order-1' })
  const { rows } = await test.database.query({
    text: `select "dueAtMs" > 0 as "due", "replayedAtMs" from galla.callbacks`,
  })
  await test.end()
  expect(rows).toEqual([{ due: true, replayedAtMs: null }])
})
