import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const failing = async ({ gateway }: TestGateway) =>
  (await gateway.health()).checks.filter(({ ok }) => !ok).map(({ name }) => name)

it('is not well when the last worker died without saying so', async () => {
  const testGateway = await createTestGateway()
  await testGateway.gateway.start()
  expect(await failing(testGateway)).toEqual([])
  await testGateway.gateway.stop()
  const other = await testGateway.replica()
  await testGateway.rows(
    `insert into galla.workers values ('killed', 0, (extract(epoch from clock_timestamp()) * 1000)::bigint - 60000)`,
  )
  const { ok, checks, workers } = await other.health()
  expect([ok, workers, checks.find(({ name }) => name === 'workers')?.ok]).toEqual([false, [], false])
})

it('names the running processes with other limits of refunds, but none of a release that does not say which it has', async () => {
  const refundControls = { approvalAbove: 20_000, dailyLimits: { finance: 50_000, admin: 90_000 } }
  const testGateway = await createTestGateway({ gateway: { refundControls } })
  const check = async () =>
    (await testGateway.gateway.health()).checks.find(({ name }) => name === 'refundControls') as object
  // The same limits in another order, and with what is the default.
  const same = { dailyLimits: { admin: 90_000, finance: 50_000 }, approvalHours: 72, approvalAbove: 20_000 }
  await (await testGateway.replica({ refundControls: same })).runPendingJobs()
  await testGateway.rows(
    `insert into galla.workers ("workerId", "startedAtMs", "heartbeatAtMs")
      values ('another release', 0, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
  )
  expect(await check()).toEqual({ name: 'refundControls', ok: true, differing: [] })
  await (await testGateway.replica({ refundControls: { approvalAbove: 20_000 } })).runPendingJobs()
  const [other] = await testGateway.rows<{ workerId: string }>(
    'select "workerId" from galla.workers order by "startedAtMs" desc limit 1',
  )
  expect(await check()).toEqual({ name: 'refundControls', ok: false, differing: [other?.workerId] })
})

it('keeps its heartbeat while a reconciliation takes long', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reads = 0
  const testGateway = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      if (String(url instanceof Request ? url.url : url).includes('/status')) {
        reads += 1
        await held
      }
      return provider(url, init)
    },
  })
  const { gateway, sandbox } = testGateway
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await testGateway.rows('update galla.orders set "nextPollAtMs" = 9e15')
  await sandbox.clock.advance(86_400_000 + 1_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await gateway.start()
    const heartbeat = async () =>
      Number((await testGateway.rows<{ at: string }>('select "heartbeatAtMs" as "at" from galla.workers'))[0]?.at)
    const until = async (condition: () => boolean | Promise<boolean>) => {
      while (!(await condition())) await new Promise(setImmediate)
    }
    await until(() => reads > 0)
    const before = await heartbeat()
    await until(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return (await heartbeat()) > before
    })
  } finally {
    vi.useRealTimers()
    release()
    await pause(0)
  }
})
