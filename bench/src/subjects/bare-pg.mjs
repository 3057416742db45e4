import pg from 'pg'
import { BODY, CALLBACK_HEADERS, CONNECTIONS, callbackBody, ORDER } from '../lib/inputs.mjs'

const HEADERS = JSON.stringify({ ...CALLBACK_HEADERS, authorization: '****' })
const PAID = JSON.parse(BODY).payload
const CONTENT = JSON.stringify({
  kind: 'order',
  mode: 'classic',
  status: { state: 'COMPLETED', orderId: PAID.orderId, amount: PAID.amount, attempts: PAID.paymentDetails },
})
const REQUEST = JSON.stringify({ redirectUrl: ORDER.redirectUrl, metaInfo: { udf1: 'cart-77' } })
const OPENED = JSON.stringify({ redirectUrl: `https://pay.example/transact/uat_v2?token=${'t'.repeat(160)}` })

/** The minimum that a program can do with the driver: the same rows in the same tables, one statement each, without checks. */
export async function prepare(connection) {
  const pool = new pg.Pool({ ...JSON.parse(connection), max: CONNECTIONS })
  let callbacks = 0
  let carts = 0
  const started = []
  return {
    async receive() {
      callbacks += 1
      const nowMs = Date.now()
      const id = `ord_2025_${callbacks}`
      await pool.query({
        name: 'callback',
        text: `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "state", "verifiedBy", "headers", "body", "content", "digest", "dueAtMs")
          values ($1, 'accepted', 'checkout.order.completed', $2, 'COMPLETED', 'classic', $3, $4, $5, $6, $1)`,
        values: [nowMs, id, HEADERS, callbackBody(callbacks), CONTENT, `digest-${id}`],
      })
    },
    /** Inserts the order before the provider is called, and updates it with the reply. */
    async start() {
      carts += 1
      const nowMs = Date.now()
      const id = `o-${nowMs}-${carts}`
      await pool.query({
        name: 'order',
        text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "openedAtMs", "nextPollAtMs")
          values ($1, $2, 'STANDARD', $3, 'CREATED', $4, $5, $5, $5, $6)`,
        values: [id, `cart-${carts}`, ORDER.amount, REQUEST, nowMs, nowMs + 20_000],
      })
      await pool.query({
        name: 'opened',
        text: `update galla.orders set "state" = 'PENDING', "orderId" = $2, "opened" = $3, "expiresAtMs" = $4, "updatedAtMs" = $5 where "merchantOrderId" = $1`,
        values: [id, `OMO-${id}`, OPENED, nowMs + 900_000, nowMs],
      })
      started.push(id)
    },
    async complete() {
      const id = started.pop()
      const client = await pool.connect()
      await client.query('begin')
      const { rows } = await client.query({
        name: 'lock',
        text: 'select * from galla.orders where "merchantOrderId" = $1 for update',
        values: [id],
      })
      const nowMs = Date.now()
      await client.query({
        name: 'paid',
        text: `update galla.orders set "state" = 'COMPLETED', "resolution" = 'fulfil', "attempts" = $2, "transactionId" = $3, "paymentMode" = 'UPI_QR',
          "instrument" = 'ACCOUNT', "rail" = 'UPI', "utr" = $4, "payerVpa" = 'su****a@ybl', "completedAtMs" = $5, "updatedAtMs" = $5, "nextPollAtMs" = null
          where "merchantOrderId" = $1`,
        values: [rows[0].merchantOrderId, JSON.stringify(PAID.paymentDetails), `OM-${id}`, `utr-${id}`, nowMs],
      })
      await client.query('commit')
      client.release()
    },
  }
}
