import { expect, it } from 'vitest'
import type { Handlers } from '../src/index.ts'
import { CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()

it('three replicas poll each order once, and share one token', async () => {
  const shop = await open({ gateway: {} })
  const others = [await shop.replica(), await shop.replica()]
  const all = [shop.gateway, ...others]
  await shop.sandbox.setFaults({ profile: 'no-callbacks' })
  await Promise.all(Array.from({ length: 30 }, (_, n) => all[n % 3]?.orders.start({ ...CART, reference: `cart-${n}` })))
  await shop.sandbox.clock.advance(20_000)
  await Promise.all(all.map((one) => one.runPendingJobs()))
  const reads = shop.sandbox.journal({ kind: 'api' }).filter(({ name }) => /status/i.test(name))
  expect(reads).toHaveLength(30)
  expect(new Set(reads.map(({ merchantOrderId }) => merchantOrderId)).size).toBe(30)
  // All three began at once and found no token yet; from then on there is one.
  expect(shop.sandbox.journal({ name: 'token' }).length).toBeLessThanOrEqual(3)
  const late = await shop.replica()
  await late.orders.start({ ...CART, reference: 'late' })
  expect(shop.sandbox.journal({ name: 'token' }).length).toBeLessThanOrEqual(3)
})

it('over its whole life an order is looked at as often by three replicas as by one', async () => {
  const looksOf = async (replicas: number): Promise<readonly [string, number][]> => {
    const looks = new Map<string, number>()
    const shop = await open({
      gateway: { policy: { erasePayerAfterDays: undefined } },
      wire: (provider) => async (url, init) => {
        const [, id] = /order\/([\w-]+)\/status/.exec(String(url)) ?? []
        if (id) looks.set(id, (looks.get(id) ?? 0) + 1)
        return provider(url, init)
      },
    })
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    const all = [shop.gateway]
    while (all.length < replicas) all.push(await shop.replica())
    for (const id of ['never-paid', 'paid-late', 'paid-soon']) {
      await shop.gateway.orders.start({ ...CART, reference: id, merchantOrderId: id, expireAfter: 300 })
    }
    await shop.sandbox.simulatePayment('paid-soon', { outcome: 'SUCCESS' })
    const steps = [
      ...Array<number>(40).fill(8_000),
      ...Array<number>(6).fill(3_600_000),
      ...Array<number>(4).fill(86_400_000),
    ]
    for (const [at, ms] of steps.entries()) {
      await shop.sandbox.clock.advance(ms)
      if (at === 20) await shop.sandbox.simulatePayment('paid-late', { outcome: 'SUCCESS' })
      // All at once, and each of them with everything.
      await Promise.all(all.flatMap((one) => [one.runPendingJobs(), one.runPendingJobs()]))
    }
    return [...looks].sort()
  }
  const alone = await looksOf(1)
  expect(alone.map(([id]) => id)).toEqual(['never-paid', 'paid-late', 'paid-soon'])
  expect(new Map(alone).get('never-paid')).toBeGreaterThan(10)
  expect(await looksOf(3)).toEqual(alone)
}, 60_000)

it('however many hear of a payment at once, the handler runs once', async () => {
  const on: Handlers = {
    'order.completed': async ({ deliveryId, tx }) => {
      await tx.query('insert into parcels values ($1)', [deliveryId])
    },
  }
  const shop = await open({ gateway: { on } })
  await shop.rows('create table parcels ("deliveryId" text)')
  const all = [shop.gateway, await shop.replica(), await shop.replica()]
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await shop.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await shop.sandbox.idle()
  await Promise.all([...all.flatMap((one) => [one.orders.sync('one'), one.orders.sync('one'), one.runPendingJobs()])])
  expect(await shop.rows('select * from parcels')).toHaveLength(1)
})

it('a payer who looks at one replica sees what another one learns', async () => {
  const shop = await open()
  const other = await shop.replica()
  const { order, payerToken } = await shop.gateway.orders.start(CART)
  const { merchantOrderId } = order
  const stream = await other.fetch(
    new Request(`http://shop.localhost/orders/${merchantOrderId}/live`, {
      headers: { authorization: `Bearer ${payerToken}` },
    }),
  )
  const reader = stream.body?.getReader()
  const until = async (word: string): Promise<void> => {
    for (let seen = ''; !seen.includes(word); ) {
      const { value } = (await reader?.read()) ?? {}
      seen += new TextDecoder().decode(value)
    }
  }
  await until('"state":"PENDING"')
  // It listens as soon as it can; nobody waits for that.
  for (;;) {
    const recordingHandlers = await shop.rows(
      `select 1 from pg_stat_activity where datname = current_database() and query = 'listen galla_live'`,
    )
    if (recordingHandlers.length > 0) break
  }
  await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await shop.processAll()
  await until('"state":"COMPLETED"')
  await reader?.cancel()
})

it('two orders of one cart, paid in the same moment on two replicas: one is delivered, one goes back', async () => {
  const shop = await open()
  const other = await shop.replica()
  for (let cart = 0; cart < 10; cart += 1) {
    const ids = [`a-${cart}`, `b-${cart}`]
    for (const merchantOrderId of ids) {
      await shop.gateway.orders.start({ ...CART, reference: `cart-${cart}`, merchantOrderId })
      await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    }
    const both = await Promise.all([shop.gateway.orders.sync(`a-${cart}`), other.orders.sync(`b-${cart}`)])
    expect(both.map(({ resolution }) => resolution).sort()).toEqual(['duplicate-refund', 'fulfil'])
  }
})
