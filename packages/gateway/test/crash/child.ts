import { listen } from '@galla/http-server/listen'
import { Galla, paise } from '@galla/sdk'
import { createGateway, type RefundRequest, type StartOrder } from '../../src/index.ts'
import { fastClock } from './fast-clock.ts'
import type { ChildOrders } from './orders.ts'

/** One process of the shop: books, workers and a door for the test. It will be killed. */
const { database, provider, clock, seed, client, secret } = JSON.parse(process.argv[2] ?? '{}') as ChildOrders

let random = seed
const chance = () => {
  random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
  return random / 2 ** 32
}

const gateway = await createGateway({
  ...client,
  client: ({ tokenStore }) =>
    new Galla({
      ...client,
      clientVersion: 1,
      hosts: provider,
      tokenStore,
      timeoutMs: 3_000,
      callbackCredentials: secret,
    }),
  database: { ...database, max: 8 },
  clock: fastClock(clock),
  on: {
    'order.completed': async ({ order, deliveryId, tx }) => {
      await tx.query('insert into fulfilments values ($1, $2)', [deliveryId, order.reference])
      if (chance() < 0.1) throw new Error('a bad day at the counter')
    },
    'refund.completed': async ({ deliveryId, tx }) => {
      await tx.query('insert into fulfilments values ($1, $1)', [deliveryId])
    },
  },
})

const server = await listen(async (request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/callbacks') return gateway.fetch(request)
  const wanted = (await request.json()) as StartOrder & RefundRequest
  try {
    const amount = paise(wanted.amount)
    const reply =
      pathname === '/start'
        ? await gateway.orders.start({ ...wanted, amount })
        : await gateway.refunds.request({ ...wanted, amount })
    return Response.json(reply)
  } catch (error) {
    return Response.json({ error: String(error) }, { status: 409 })
  }
})
await gateway.start()

// The gateway' clock runs faster than the job engine's, so what is due is looked for here as well.
let looping = clock.speed > 1
const loop = (async () => {
  while (looping) {
    await gateway.runPendingJobs().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
})()

process.once('SIGTERM', async () => {
  looping = false
  await server.close()
  await loop
  await gateway.stop()
  process.exit(0)
})
// Last: from this line on it may be asked to end.
process.stdout.write(`${server.url}\n`)
