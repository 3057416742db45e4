import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createPaidOrder, setupConsoles } from '../helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

/** A gateway with paid orders, and a provider that holds the reads of their statuses until the test releases them. */
async function openPaidOrders(count: number) {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const reads = { areHeld: false, inFlight: 0, most: 0 }
  const { testGateway, request } = await createGatewayWithConsole({
    wrapProvider: (provider) => async (url, init) => {
      if (!reads.areHeld || !/\/status/.test(String(url instanceof Request ? url.url : url))) return provider(url, init)
      reads.inFlight += 1
      reads.most = Math.max(reads.most, reads.inFlight)
      await released
      reads.inFlight -= 1
      return provider(url, init)
    },
  })
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await createPaidOrder(testGateway, `cart-${n}`))
  reads.areHeld = true
  const repair = (merchantOrderIds: readonly string[]) =>
    request('POST', '/reconciliation/repair', { merchantOrderIds })
  const repaired = () => testGateway.rows(`select 1 from galla.audit where "what" = 'repaired a discrepancy'`)
  /** Time for whatever would be sent now. */
  const settle = async () => {
    for (let n = 0; n < 20; n += 1) {
      await testGateway.rows('select 1')
      await turn()
    }
  }
  return { testGateway, request, ids, reads, release, repair, repaired, settle }
}

it('repairs that are asked for at the same time run one after the other', async () => {
  const { ids, reads, release, repair, repaired, settle } = await openPaidOrders(8)
  const responses = Promise.all([repair(ids), repair(ids), repair(ids)])
  try {
    await vi.waitFor(() => expect(reads.inFlight).toBeGreaterThanOrEqual(4), { timeout: 20_000 })
    await settle()
    expect(reads.inFlight).toBe(4)
    expect(await repaired()).toHaveLength(ids.length)
  } finally {
    release()
  }
  expect((await responses).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await repaired()).toHaveLength(3 * ids.length)
})

it('a repair shares the limit of status reads with the jobs', async () => {
  const { testGateway, ids, reads, release, repair, repaired, settle } = await openPaidOrders(12)
  const polled = ids.slice(4)
  await testGateway.rows(
    `update galla.orders set "state" = 'PENDING', "resolution" = null, "completedAtMs" = null, "nextPollAtMs" = 0 where "merchantOrderId" = any($1)`,
    [polled],
  )
  try {
    await testGateway.gateway.start()
    await vi.waitFor(() => expect(reads.inFlight).toBe(6), { timeout: 20_000 })
    const response = repair(ids.slice(0, 4))
    await vi.waitFor(async () => expect(await repaired()).toHaveLength(4), { timeout: 20_000 })
    await settle()
    expect(reads.inFlight).toBe(6)
    release()
    expect((await response).status).toBe(200)
    expect(reads.most).toBe(6)
  } finally {
    release()
  }
})

it('comparisons and previews of replays share the limit of status reads, and run one at a time', async () => {
  const { testGateway, request, reads, release, settle } = await openPaidOrders(12)
  const rows = await testGateway.rows<{ id: string }>(
    `select "callbackId"::text as "id" from galla.callbacks where "verdict" = 'accepted'`,
  )
  const callbackIds = rows.map(({ id }) => id)
  const asked = Array.from({ length: 3 }, () => [
    request('POST', '/reconciliation/run', {}),
    request('POST', '/callbacks/replay-preview', { callbackIds }),
  ]).flat()
  try {
    await vi.waitFor(() => expect(reads.inFlight).toBe(6), { timeout: 20_000 })
    await settle()
    expect(reads.inFlight).toBe(6)
  } finally {
    release()
  }
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses).toEqual(Array(6).fill(200))
  expect(reads.most).toBe(6)
})

it('refuses a repair while many others wait, and runs those', async () => {
  const { ids, reads, release, repair, repaired, settle } = await openPaidOrders(1)
  const first = repair(ids)
  try {
    await vi.waitFor(() => expect(reads.inFlight).toBe(1), { timeout: 20_000 })
    const waiting = Array.from({ length: 3 }, () => repair(ids))
    await settle()
    const refused = await repair(ids)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '5',
      expect.objectContaining({ code: 'BUSY' }),
    ])
    release()
    const statuses = await Promise.all([first, ...waiting].map(async (response) => (await response).status))
    expect(statuses).toEqual(Array(4).fill(200))
    expect(await repaired()).toHaveLength(4)
  } finally {
    release()
  }
})
