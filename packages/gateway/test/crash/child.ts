import { listen } from '@galla/http-server/listen'
import { Galla, paise } from '@galla/sdk'
import {
  type CreateLink,
  createGateway,
  type DayCloseEvent,
  type RefundRequest,
  type SettlementEvent,
  type StartOrder,
} from '../../src/index.ts'
import { fastClock } from './fast-clock.ts'
import type { ChildConfig } from './orders.ts'

/** One gateway process with workers and an HTTP server for the test. The test kills it at random moments. */
const {
  database,
  provider,
  clock,
  seed,
  client,
  secret,
  tells = false,
} = JSON.parse(process.argv[2] ?? '{}') as ChildConfig

let random = seed
const nextRandom = () => {
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
  // Leases run on the database's clock, which is not faster: what a killed process had leased is soon free.
  policy: { leaseMs: 2_000 },
  on: {
    'order.completed': async ({ order, deliveryId, tx }) => {
      await tx.query('insert into fulfilments values ($1, $2)', [deliveryId, order.reference])
      if (nextRandom() < 0.1) throw new Error('random handler failure')
    },
    'refund.completed': async ({ deliveryId, tx }) => {
      await tx.query('insert into fulfilments values ($1, $1)', [deliveryId])
    },
    ...(tells && {
      'settlement.processed': async ({ settlement, tx }: SettlementEvent) => {
        await tx.query('insert into told values ($1)', [settlement.settlementId])
      },
      'day.closed': async ({ dayClose, tx }: DayCloseEvent) => {
        await tx.query('insert into told values ($1)', [dayClose.day])
      },
    }),
  },
})

const server = await listen(async (request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/callbacks') return gateway.fetch(request)
  const body = (await request.json()) as StartOrder & CreateLink & RefundRequest
  try {
    const amount = paise(body.amount)
    const answer = {
      '/start': gateway.orders.start,
      '/link': gateway.links.create,
      '/refund': gateway.refunds.request,
    }[pathname]
    return Response.json(await answer?.({ ...body, amount }))
  } catch (error) {
    return Response.json({ error: String(error) }, { status: 409 })
  }
})
await gateway.start()

// The gateway's clock runs faster than the job engine's, so due jobs are also started here.
let running = clock.speed > 1
const loop = (async () => {
  while (running) {
    await gateway.runPendingJobs().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
})()

process.once('SIGTERM', async () => {
  running = false
  await server.close()
  await loop
  await gateway.stop()
  process.exit(0)
})
// Last: after this line the process may get SIGTERM.
process.stdout.write(`${server.url}\n`)
