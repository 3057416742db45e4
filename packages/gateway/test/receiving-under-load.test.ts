import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

const statusPath = /\/(?:order|refund)\/[^/]+\/status/

/** A provider that answers no status read until the gate opens; counts those in flight. */
function silentStatuses() {
  const answers = gate()
  const inFlight = { now: 0, most: 0, kinds: new Set<string>() }
  let silent = false
  return {
    inFlight,
    silence: () => {
      silent = true
    },
    open: answers.open,
    wrapProvider:
      (provider: TestGateway['sandbox']['fetch']): TestGateway['sandbox']['fetch'] =>
      async (url, init) => {
        const [kind] = statusPath.exec(String(url instanceof Request ? url.url : url)) ?? []
        if (kind === undefined || !silent) return provider(url, init)
        inFlight.now += 1
        inFlight.most = Math.max(inFlight.most, inFlight.now)
        inFlight.kinds.add(kind.split('/')[1] ?? '')
        await answers.opened
        inFlight.now -= 1
        return provider(url, init)
      },
  }
}

async function startOrder({ gateway }: TestGateway, merchantOrderId: string): Promise<void> {
  await gateway.orders.start({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
}

const post = ({ gateway }: TestGateway, merchantOrderId: string, filler: number) =>
  gateway.fetch(
    new Request(CALLBACK_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        event: 'checkout.order.completed',
        payload: { merchantOrderId, state: 'COMPLETED', amount: CART.amount, filler },
      }),
    }),
  )

it.each([undefined, 1])(
  'stores and answers callbacks while 24 handlers hang and every status read is unanswered, with max: %s',
  async (max) => {
    const handlers = gate()
    const provider = silentStatuses()
    const on = { 'order.completed': () => handlers.opened }
    const testGateway = await createTestGateway({
      wrapProvider: provider.wrapProvider,
      gateway: { policy: { handlerLimitMs: 60_000 } },
    })
    const database = { ...(testGateway.settings.database as object), ...(max !== undefined && { max }) }
    const gateway = await testGateway.replica({ database, on })
    const here = { ...testGateway, gateway }
    for (let n = 0; n < 24; n += 1) {
      await startOrder(here, `paid-${n}`)
      await testGateway.sandbox.simulatePayment(`paid-${n}`, { outcome: 'SUCCESS' })
    }
    // Without code: applies the payments and leaves the deliveries.
    await testGateway.sandbox.idle()
    await testGateway.gateway.runPendingJobs()
    for (let n = 0; n < 12; n += 1) await startOrder(here, `open-${n}`)
    provider.silence()
    await gateway.start()
    for (let n = 0; n < 12; n += 1) expect((await post(here, `open-${n}`, 0)).status).toBe(200)
    while (provider.inFlight.now < 6) await pause(5)
    for (let n = 0; n < 40; n += 1) {
      const answers = await Promise.all([post(here, `open-${n % 12}`, n + 1), post(here, `paid-${n % 24}`, n + 1)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    const [stored] = await testGateway.rows<{ n: number }>(
      `select count(*)::int as "n" from galla.callbacks where "body" ->> 'event' is not null and "verdict" = 'accepted' and ("body" -> 'payload' ->> 'filler') is not null`,
    )
    expect(stored).toEqual({ n: 92 })
    expect(provider.inFlight.most).toBe(6)
    handlers.open()
    provider.open()
  },
)

it('has at most six status reads in flight over callbacks, polls of orders, and refunds', async () => {
  const provider = silentStatuses()
  const testGateway = await createTestGateway({
    wrapProvider: provider.wrapProvider,
    sandbox: { refundTiming: false },
  })
  const { gateway, sandbox } = testGateway
  for (let n = 0; n < 8; n += 1) {
    await startOrder(testGateway, `paid-${n}`)
    await sandbox.simulatePayment(`paid-${n}`, { outcome: 'SUCCESS' })
  }
  await testGateway.drainJobs()
  for (let n = 0; n < 8; n += 1) {
    await gateway.refunds.request({ merchantRefundId: `r-${n}`, merchantOrderId: `paid-${n}`, amount: CART.amount })
    await startOrder(testGateway, `polled-${n}`)
    await startOrder(testGateway, `called-${n}`)
  }
  await gateway.runPendingJobs()
  await sandbox.clock.advance(60_000)
  for (let n = 0; n < 8; n += 1) await post(testGateway, `called-${n}`, n)
  await testGateway.rows('update galla.orders set "nextPollAtMs" = 0 where "nextPollAtMs" is not null')
  await testGateway.rows('update galla.refunds set "nextPollAtMs" = 0 where "nextPollAtMs" is not null')
  provider.silence()
  await gateway.start()
  while (provider.inFlight.now < 6) await pause(5)
  await pause(1_500)
  expect(provider.inFlight.most).toBe(6)
  provider.open()
  const due = async () =>
    (await gateway.health()).queues.filter(({ name }) => ['callbacks', 'orders', 'refunds'].includes(name))
  while ((await due()).some(({ waiting }) => waiting > 0)) await pause(20)
  expect(provider.inFlight.most).toBe(6)
  expect([...provider.inFlight.kinds].sort()).toEqual(['order', 'refund'])
})
