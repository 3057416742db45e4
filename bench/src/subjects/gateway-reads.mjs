import { createGateway } from '@galla/gateway'
import pg from 'pg'
import { END_MS } from '../database/facts.mjs'
import { rollUp } from '../database/roll-up.mjs'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { CONSOLE_PASSWORD, GATEWAY_CLIENT } from '../lib/inputs.mjs'

const ORIGIN = 'http://localhost'
const DAY_MS = 86_400_000
/** Midnight in India, the end of the last whole day of the month. */
const DAY_END_MS = Math.floor((END_MS + 19_800_000) / DAY_MS) * DAY_MS - 19_800_000

const dayOf = (atMs) => new Date(atMs + 19_800_000).toISOString().slice(0, 10)
const YEAR = `from=${dayOf(DAY_END_MS - 365 * DAY_MS)}&to=${dayOf(DAY_END_MS - DAY_MS)}`

/** Reads of a seeded database: lists through the gateway's API, searches and the rest through the console's API. */
export async function prepare(connectionJson) {
  const connection = JSON.parse(connectionJson)
  await rollUp(connection, END_MS)
  const gateway = await createGateway({
    ...GATEWAY_CLIENT,
    client: cannedProvider({}),
    database: connection,
    console: { password: CONSOLE_PASSWORD },
    clock: { now: () => END_MS },
  })
  const ids = await sampleIds(connection)
  const get = await consoleOf(gateway)
  const list = (query) => gateway.orders.list(query)
  const at = (values, index) => values[index % values.length]
  const search = (values) => async (index) => {
    const { hits } = await get(`/search?q=${encodeURIComponent(at(values, index))}`)
    if (hits.length === 0) throw new Error(`The search for ${at(values, index)} found nothing`)
  }
  const day = `fromMs=${DAY_END_MS - DAY_MS}&toMs=${DAY_END_MS}`
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
    merchantOrderId: search(ids.merchantOrderId),
    orderId: search(ids.orderId),
    transactionId: search(ids.transactionId),
    earlierAttempt: search(ids.earlierAttempt),
    reference: search(ids.reference),
    utr: search(ids.utr),
    vpaEnd: search(ids.payerVpa.map((vpa) => vpa.slice(vpa.lastIndexOf('@') - 1))),
    vpa: search(ids.payerVpa),
    merchantRefundId: search(ids.merchantRefundId),
    refundId: search(ids.refundId),
    callbackId: search(ids.callbackId),
    orderPage: (index) => get(`/orders/${at(ids.merchantOrderId, index)}`),
    overview: () => get(`/overview?${day}`),
    overviewOfMonth: () => get(`/overview?fromMs=${DAY_END_MS - 30 * DAY_MS}&toMs=${DAY_END_MS}`),
    finance: () => get(`/finance?${YEAR}`),
    entries: () => get(`/ledger?${YEAR}&group=collected`),
    calls: () => get('/calls'),
    callsOfDay: () => get(`/calls?${day}&outcome=failed`),
    errorsOfDay: () => get(`/calls/errors?${day}`),
    callbacks: () => get('/callbacks'),
    reconciliation: () => get('/reconciliation'),
    health: () => get('/health'),
    csvOfDay: () => get(`/orders.csv?${day}`),
    stop: () => gateway.stop(),
  }
}

/** Ids of orders from all parts of the database. */
async function sampleIds(connection) {
  const client = new pg.Client(connection)
  await client.connect()
  const ids = {}
  const take = async (names, from) => {
    const { rows, fields } = await client.query(`select ${names} from ${from}`)
    for (const { name } of fields) ids[name] = rows.map((row) => String(row[name]))
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
  return ids
}

/** Logs in to the console and returns a function that reads its API. */
async function consoleOf(gateway) {
  const headers = { origin: ORIGIN, 'content-type': 'application/json' }
  const login = await gateway.admin.fetch(
    new Request(`${ORIGIN}/api/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ password: CONSOLE_PASSWORD }),
    }),
    { address: '127.0.0.1' },
  )
  if (!login.ok) throw new Error(`The login to the console failed: ${await login.text()}`)
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (path) => {
    const from = { address: '127.0.0.1' }
    const reply = await gateway.admin.fetch(new Request(`${ORIGIN}/api${path}`, { headers: { cookie } }), from)
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.headers.get('content-type')?.startsWith('text/csv') ? reply.text() : reply.json()
  }
}
