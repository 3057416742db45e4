import { hash, timingSafeEqual } from 'node:crypto'
import pg from 'pg'
import { bareCalls } from './bare-call.mjs'
import { BODY, CALLBACK_HEADERS, CLASSIC, CONNECTIONS, callbackBody, ORDER } from './inputs.mjs'

const AUTHORIZATION = Buffer.from(CLASSIC.authorization)
const REQUEST = JSON.stringify({ redirectUrl: ORDER.redirectUrl, metaInfo: { udf1: 'cart-77' } })

const INSERT_ORDER = {
  name: 'order',
  text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "sentAtMs", "nextPollAtMs")
    select $1, $2, 'STANDARD', $3, 'CREATED', $4, $5, $5, $5, $6
    where not exists (select from galla.orders where "reference" = $2 and "resolution" = 'fulfil')`,
}
const SAVE_REPLY = {
  name: 'opened',
  text: `update galla.orders set "state" = 'PENDING', "orderId" = $2, "opened" = $3, "expiresAtMs" = $4, "updatedAtMs" = $5
    where "merchantOrderId" = $1 and "state" = 'CREATED'`,
}
const LOCK = {
  name: 'lock',
  text: 'select "merchantOrderId", "orderId", "amount", "state" from galla.orders where "merchantOrderId" = $1 for update',
}
const SAVE_PAYMENT = {
  name: 'paid',
  text: `update galla.orders set "state" = 'COMPLETED', "resolution" = 'fulfil', "attempts" = $2, "transactionId" = $3, "paymentMode" = $4,
    "instrument" = 'ACCOUNT', "rail" = 'UPI', "utr" = $5, "payerVpa" = 'su****a@ybl', "completedAtMs" = $6, "updatedAtMs" = $6, "nextPollAtMs" = null
    where "merchantOrderId" = $1`,
}
const INSERT_DECISION = {
  name: 'decision',
  text: `insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "events") values ($1, $2, $3, $4, $5, $6, $7)`,
}
const INSERT_CAPTURE = {
  name: 'capture',
  text: `insert into galla.ledger ("merchantOrderId", "atMs", "transferKey", "kind", "debitAccount", "creditAccount", "amount", "transactionId")
    values ($1, $2, $3, 'capture', 'payments', 'available', $4, $5)`,
}
const INSERT_EVENT = {
  name: 'event',
  text: `insert into galla.events ("eventId", "event", "merchantOrderId", "createdAtMs") values ($1, 'order.completed', $2, $3)`,
}

/** The row of a callback: its sender is verified, its body parsed, and its digest tells a repetition. */
function callbackRow(headers, body, nowMs) {
  const given = Buffer.from(headers.authorization)
  if (given.length !== AUTHORIZATION.length || !timingSafeEqual(given, AUTHORIZATION))
    throw new Error('The callback has another authorization')
  const { event, payload } = JSON.parse(body)
  const { merchantOrderId, orderId, state, amount, paymentDetails: attempts } = payload
  const content = { kind: 'order', mode: 'classic', status: { state, orderId, amount, attempts } }
  const masked = { ...headers, authorization: '****' }
  const digest = hash('sha256', body, 'base64url')
  return [nowMs, event, merchantOrderId, state, JSON.stringify(masked), body, JSON.stringify(content), digest]
}

const [, ...PREPARED] = callbackRow(CALLBACK_HEADERS, BODY, 0)

/** The row of a callback of which nothing is verified or parsed: the database's part alone. */
function preparedRow(index) {
  const [event, , state, headers, , content] = PREPARED
  const id = `ord_2025_${index}`
  return [Date.now(), event, id, state, headers, callbackBody(index), content, `digest-${id}`]
}

/**
 * Does by hand what a merchant's own code would do with `node:http` and `pg`, each statement prepared. An order is durable before the
 * provider is asked, and updated with the reply; a callback is verified, parsed and stored; a payment is read from the provider and stored under the order's lock.
 * @param everyRow true: with each change its row of history, and with a payment its row of the ledger and its event, in one transaction; a callback
 *   is verified and parsed
 */
export function bareMerchant(input, everyRow) {
  const { connection, origin } = JSON.parse(input)
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS })
  const call = bareCalls(origin)
  let callbacks = 0
  let carts = 0
  const started = []
  const transaction = async (work) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await work((statement, ...values) => client.query({ ...statement, values }))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  const seen = (state, atMs) => JSON.stringify([{ kind: 'status', atMs, state, amount: ORDER.amount }])

  return {
    async receive() {
      callbacks += 1
      await pool.query({
        name: 'callback',
        text: `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "state", "verifiedBy", "headers", "body", "content", "digest", "dueAtMs")
          values ($1, 'accepted', $2, $3, $4, 'classic', $5, $6, $7, $8, $1)`,
        values: everyRow ? callbackRow(CALLBACK_HEADERS, callbackBody(callbacks), Date.now()) : preparedRow(callbacks),
      })
    },
    async start() {
      carts += 1
      const nowMs = Date.now()
      const id = `o-${nowMs}-${carts}`
      const { rowCount } = await pool.query({
        ...INSERT_ORDER,
        values: [id, `cart-${carts}`, ORDER.amount, REQUEST, nowMs, nowMs + 20_000],
      })
      if (rowCount !== 1) throw new Error(`The cart of ${id} is paid`)
      const body = {
        merchantOrderId: id,
        amount: ORDER.amount,
        metaInfo: { udf1: 'cart-77' },
        paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: ORDER.redirectUrl } },
      }
      const { orderId, redirectUrl, expireAt } = await call('POST', '/own/pg/checkout/v2/pay', JSON.stringify(body))
      const reply = [id, orderId, JSON.stringify({ redirectUrl }), expireAt, nowMs]
      if (!everyRow) await pool.query({ ...SAVE_REPLY, values: reply })
      else
        await transaction(async (query) => {
          await query(SAVE_REPLY, ...reply)
          await query(INSERT_DECISION, id, nowMs, 'opened', 'CREATED', 'PENDING', seen('PENDING', nowMs), '[]')
        })
      started.push(id)
    },
    async complete() {
      const id = started.pop()
      const status = await call('GET', `/own/pg/checkout/v2/order/${id}/status?details=true`)
      const { transactionId, paymentMode, rail } = status.paymentDetails[0]
      await transaction(async (query) => {
        const { rows } = await query(LOCK, id)
        const [order] = rows
        if (status.state !== 'COMPLETED' || status.orderId !== order.orderId || status.amount !== Number(order.amount))
          throw new Error(`The status of ${id} is about another payment`)
        const nowMs = Date.now()
        const attempts = JSON.stringify(status.paymentDetails)
        await query(SAVE_PAYMENT, id, attempts, transactionId, paymentMode, rail.utr, nowMs)
        if (!everyRow) return
        const eventId = `order:${id}:completed`
        const events = JSON.stringify([eventId])
        await query(INSERT_CAPTURE, id, nowMs, `capture:${id}:${order.amount}`, order.amount, transactionId)
        await query(INSERT_DECISION, id, nowMs, 'paid', order.state, 'COMPLETED', seen('COMPLETED', nowMs), events)
        await query(INSERT_EVENT, eventId, id, nowMs)
      })
    },
  }
}
