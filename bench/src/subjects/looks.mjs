import { createGateway } from '@galla/gateway'
import pg from 'pg'
import { END_MS } from '../books/seed.mjs'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { PASSWORD, SHOP } from '../lib/shop.mjs'

const ORIGIN = 'http://localhost'
const DAY_MS = 86_400_000

/** Seeded books as those see them who look: pages through the gateway's own door, searches and the rest through the console's API. */
export async function prepare(where) {
  const connection = JSON.parse(where)
  const gateway = await createGateway({
    ...SHOP,
    client: cannedProvider({}),
    database: connection,
    console: { password: PASSWORD },
    clock: { now: () => END_MS },
  })
  const known = await someIds(connection)
  const get = await consoleOf(gateway)
  const list = (query) => gateway.orders.list(query)
  const at = (ids, index) => ids[index % ids.length]
  const search = (ids) => async (index) => {
    const { hits } = await get(`/search?q=${encodeURIComponent(at(ids, index))}`)
    if (hits.length === 0) throw new Error(`Nothing was found by ${at(ids, index)}`)
  }
  const span = `fromMs=${END_MS - 2 * DAY_MS}&toMs=${END_MS - DAY_MS}`
  const middle = await list({ toMs: END_MS - 10 * DAY_MS })
  return {
    newestPage: () => list({}),
    middlePage: () => list({ after: middle.next }),
    byAmountPage: () => list({ sort: 'amount' }),
    byState: () => list({ state: 'FAILED' }),
    byMode: () => list({ paymentMode: 'CARD' }),
    byUnusedMode: () => list({ paymentMode: 'TOKEN' }),
    byDay: () => list({ fromMs: END_MS - 11 * DAY_MS, toMs: END_MS - 10 * DAY_MS }),
    byOneAmount: () => list({ minAmount: 19900, maxAmount: 19900 }),
    byAmounts: () => list({ minAmount: 100000, maxAmount: 200000, sort: 'amount' }),
    byAmountsNewest: () => list({ minAmount: 400000, maxAmount: 450000 }),
    merchantOrderId: search(known.merchantOrderId),
    orderId: search(known.orderId),
    transactionId: search(known.transactionId),
    earlierAttempt: search(known.earlierAttempt),
    reference: search(known.reference),
    utr: search(known.utr),
    vpaEnd: search(known.payerVpa.map((vpa) => vpa.slice(vpa.lastIndexOf('@') - 1))),
    vpa: search(known.payerVpa),
    merchantRefundId: search(known.merchantRefundId),
    refundId: search(known.refundId),
    callbackId: search(known.callbackId),
    orderPage: (index) => get(`/orders/${at(known.merchantOrderId, index)}`),
    overview: () => get(`/overview?${span}`),
    calls: () => get('/calls'),
    callsOfDay: () => get(`/calls?${span}&outcome=failed`),
    errorsOfDay: () => get(`/calls/errors?${span}`),
    callbacks: () => get('/callbacks'),
    drift: () => get('/drift'),
    health: () => get('/health'),
    csvOfDay: () => get(`/orders.csv?${span}`),
  }
}

/** Ids of orders from all over the books. */
async function someIds(connection) {
  const client = new pg.Client(connection)
  await client.connect()
  const known = {}
  const take = async (names, from) => {
    const { rows, fields } = await client.query(`select ${names} from ${from}`)
    for (const { name } of fields) known[name] = rows.map((row) => String(row[name]))
  }
  const paid = `galla.orders where "state" = 'COMPLETED'`
  await take(
    '"merchantOrderId", "orderId", "transactionId", "reference", "utr", "payerVpa"',
    `(select * from ${paid} order by md5("merchantOrderId") limit 50) chosen`,
  )
  await take(
    `"attempts" -> 0 ->> 'transactionId' as "earlierAttempt"`,
    `${paid} and jsonb_array_length("attempts") > 1 limit 50`,
  )
  await take('"merchantRefundId", "refundId"', 'galla.refunds order by md5("merchantRefundId") limit 50')
  await take('"callbackId"', 'galla.callbacks order by md5("callbackId"::text) limit 50')
  await client.end()
  return known
}

/** The console's API behind one login. */
async function consoleOf(gateway) {
  const headers = { origin: ORIGIN, 'content-type': 'application/json' }
  const login = await gateway.admin.fetch(
    new Request(`${ORIGIN}/api/session`, { method: 'POST', headers, body: JSON.stringify({ password: PASSWORD }) }),
  )
  if (!login.ok) throw new Error(`The console let nobody in: ${await login.text()}`)
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (path) => {
    const reply = await gateway.admin.fetch(new Request(`${ORIGIN}/api${path}`, { headers: { cookie } }))
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.headers.get('content-type')?.startsWith('text/csv') ? reply.text() : reply.json()
  }
}
