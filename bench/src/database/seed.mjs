/**
 * The orders of one month of a shop. The database computes every value from the row number, so that every run has the same
 * data. Rare values are equally frequent in every size, so that compared pages have equally many rows.
 */
const SPAN_MS = 30 * 86_400_000
/** Epoch milliseconds of the end of the month; the clock of the gateway that reads. */
export const END_MS = 1_780_000_000_000
const HANDLES = ['ybl', 'okaxis', 'okhdfcbank', 'oksbi', 'paytm', 'ibl', 'axl', 'upi']
const MODES = ['UPI_QR', 'UPI_QR', 'UPI_INTENT', 'UPI_INTENT', 'UPI_INTENT', 'UPI_COLLECT', 'CARD', 'NET_BANKING']

/** SQL of a pseudo-random number from 0 to `limit` - 1, determined by the row `n` and by `salt`. */
const hashBelow = (limit, salt) => `abs(hashint8extended(n, ${salt}) % ${limit})`
const pick = (words, salt) => `(array['${words.join("','")}'])[1 + ${hashBelow(words.length, salt)}]`
const randomLetters = (count, salt) =>
  Array.from({ length: count }, (_, at) => `chr(97 + ${hashBelow(26, salt + at)}::int)`).join(' || ')

/** SQL of one row per order, with the values from which the rows of all tables are made; of the last orders from `first` on. */
const orderFacts = (orders, first = 1) => `
  select n, h.*,
    case when n > ${orders - 100} then 'PENDING' when ${hashBelow(10, 2)} = 0 then 'FAILED' else 'COMPLETED' end as state,
    'OMO' || lpad(n::text, 22, '0') as provider_id, 'OM' || lpad(n::text, 20, '0') as payment, 'OMX' || lpad(n::text, 19, '0') as earlier,
    ${END_MS - SPAN_MS}::bigint + (n * ${SPAN_MS}.0 / ${orders})::bigint as at,
    'o-' || lpad(to_hex(n), 9, '0') || substr(md5(n::text), 1, 16) as id
  from generate_series(${first}, ${orders}) n, lateral (select
    case when ${hashBelow(10, 3)} < 6 then 9900 + 1000 * ${hashBelow(40, 4)} else 100 * (1 + ${hashBelow(5_000, 5)}) end as amount,
    ${pick(MODES, 6)} as mode, lpad(${hashBelow(1_000_000_000_000, 7)}::text, 12, '0') as utr,
    ${randomLetters(2, 8)} || '****' || ${randomLetters(1, 10)} || '@' || ${pick(HANDLES, 11)} as vpa offset 0) h offset 0`

const attempt = (id, state, mode) => `jsonb_build_object('transactionId', ${id}, 'state', ${state}, 'amount', amount,
  'paymentMode', ${mode}, 'timestamp', at + 60000, 'instrument', 'ACCOUNT', 'rail', 'UPI', 'utr', utr, 'payerVpa', vpa)`

/** SQL of the time at which an order is paid in the ledger, whose entries are those of a year. */
const IN_YEAR = `at - n % 12 * ${SPAN_MS}::bigint`
const KIND_OF_STEP = `(array['capture', 'refund-hold', 'refund-posted'])[step]`

const TABLES = {
  orders: (
    orders,
  ) => `("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "orderId", "attempts",
      "errorCode", "needsReview", "request", "opened", "transactionId", "paymentMode", "instrument", "rail", "utr", "payerVpa",
      "createdAtMs", "updatedAtMs", "expiresAtMs", "completedAtMs", "sentAtMs", "nextPollAtMs", "version")
    select id, 'cart-' || n, 'STANDARD', amount, state, case when state = 'COMPLETED' then 'fulfil' end, provider_id,
      case when state = 'PENDING' then '[]' when ${hashBelow(8, 12)} = 0
        then jsonb_build_array(${attempt('earlier', "'FAILED'", 'mode')}, ${attempt('payment', 'state', 'mode')})
        else jsonb_build_array(${attempt('payment', 'state', 'mode')}) end,
      case when state = 'FAILED' then 'TXN_CANCELLED' end,
      case when n % ${orders / 100} = 0 and state <> 'COMPLETED' then '{"rule":"amount-mismatch","reason":"a test","atMs":1}'::jsonb end,
      '{"redirectUrl":"https://shop.example/thanks","metaInfo":{"udf1":"cart-77"}}',
      jsonb_build_object('redirectUrl', 'https://pay.example/transact/uat_v2?token=' || repeat('t', 160)),
      case when state <> 'PENDING' then payment end, case when state <> 'PENDING' then mode end,
      case when state <> 'PENDING' then 'ACCOUNT' end, case when state <> 'PENDING' then 'UPI' end,
      case when state <> 'PENDING' then utr end, case when state <> 'PENDING' then vpa end,
      at, at + 60000, at + 900000, case when state = 'COMPLETED' then at + 60000 end, at,
      case when state = 'PENDING' then ${END_MS}::bigint + 86400000 end, 3`,
  decisions: () => `("merchantOrderId", "atMs", "rule", "from", "to", "observations", "events")
    select id, at + step * 30000, case step when 1 then 'opened' else 'completed-by-status' end,
      case step when 1 then 'CREATED' else 'PENDING' end, case step when 1 then 'PENDING' else state end,
      jsonb_build_array(jsonb_build_object('kind', 'status', 'atMs', at, 'state', state, 'amount', amount)), '[]'`,
  callbacks:
    () => `("receivedAtMs", "verdict", "event", "merchantOrderId", "state", "verifiedBy", "headers", "body", "content", "digest", "processedAtMs", "attempts")
    select at + 60000, case when n % 997 = 0 then 'refused' else 'accepted' end,
      case state when 'FAILED' then 'checkout.order.failed' else 'checkout.order.completed' end, id, state, 'classic',
      '{"host":"shop.example","content-type":"application/json","authorization":"****"}',
      jsonb_build_object('event', 'checkout.order.completed', 'payload', jsonb_build_object('merchantOrderId', id, 'orderId', provider_id,
        'state', state, 'amount', amount, 'paymentDetails', jsonb_build_array(${attempt('payment', 'state', 'mode')}))),
      jsonb_build_object('kind', 'order', 'mode', 'classic', 'status', jsonb_build_object('state', state, 'orderId', provider_id,
        'amount', amount, 'attempts', jsonb_build_array(${attempt('payment', 'state', 'mode')}))),
      md5(id), at + 60500, 1`,
  events: () => `("eventId", "event", "merchantOrderId", "createdAtMs")
    select 'order:' || id || ':' || lower(state), 'order.' || lower(state), id, at + 60500`,
  deliveries:
    () => `("eventId", "subscriber", "event", "merchantOrderId", "state", "attempts", "createdAtMs", "doneAtMs")
    select 'order:' || id || ':' || lower(state), 'handlers', 'order.' || lower(state), id, 'done', 1, at + 60500, at + 60500`,
  calls:
    () => `("atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome", "merchantOrderId")
    select at + step * 30000, case step when 1 then 'standardPay' else 'orderStatus' end, case step when 1 then 'POST' else 'GET' end,
      '/checkout/v2/pay', 1, case when n % 499 = 0 then 503 else 200 end, 40 + ${hashBelow(200, 13)}, case when n % 499 = 0 then 'server-error' end,
      case when n % 499 = 0 then 'unknown' end, id`,
  refunds:
    () => `("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "refundId", "utr", "createdAtMs", "updatedAtMs")
    select 'r-' || n, id, 100, case when n % 32 = 0 then 'FAILED' else 'COMPLETED' end, 'api', 'OMR' || lpad(n::text, 22, '0'),
      'r' || utr, at + 3600000, at + 3660000`,
  ledger:
    () => `("transferKey", "atMs", "paidAtMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "merchantRefundId", "transactionId", "origin")
    select step || id, ${IN_YEAR} + 60500, case step when 1 then ${IN_YEAR} + 60000 end, ${KIND_OF_STEP},
      (array['payments', 'available', 'held'])[step], (array['available', 'held', 'refunded'])[step], case step when 1 then amount else 100 end, id,
      case when step > 1 then 'r-' || n end, case when step = 1 then payment end, case when step > 1 then 'api' end`,
  // What the trigger of the ledger writes.
  ledger_tail: () => `("entryId", "dayMs", "kind", "origin", "amount")
    select row_number() over (), (${IN_YEAR} + 60000 + 19800000) / 86400000 * 86400000 - 19800000, ${KIND_OF_STEP},
      case step when 1 then '' else 'api' end, case step when 1 then amount else 100 end`,
}
/** Which orders have rows in a table; `step` numbers several rows of one order. */
const SOURCES = {
  orders: 'from facts',
  decisions: 'from facts, generate_series(1, 2) step',
  callbacks: "from facts where state <> 'PENDING'",
  events: "from facts where state <> 'PENDING'",
  deliveries: "from facts where state <> 'PENDING'",
  calls: 'from facts, generate_series(1, 2) step',
  refunds: "from facts where state = 'COMPLETED' and n % 30 = 0",
  ledger: "from facts, generate_series(1, 3) step where state = 'COMPLETED' and (step = 1 or n % 30 = 0)",
  ledger_tail: "from facts, generate_series(1, 3, 2) step where state = 'COMPLETED' and (step = 1 or n % 30 = 0)",
}

/**
 * Fills an empty gateway database.
 * @param shares part of the orders, the newest, that have rows in a table, by its name. @default 1
 */
export async function seedMonth(client, { orders, shares = {}, onTable = () => {} }) {
  // Disables the checks of foreign keys: the rows are consistent, and checking takes longer than inserting.
  await client.query('set session_replication_role = replica')
  for (const table of Object.keys(TABLES)) {
    onTable(table)
    const first = 1 + Math.floor(orders * (1 - (shares[table] ?? 1)))
    const facts = `(${orderFacts(orders, first)}) facts`
    await insertRows(
      client,
      `galla.${table}`,
      `${TABLES[table](orders)} ${SOURCES[table].replace('from facts', `from ${facts}`)}`,
    )
  }
  await client.query('set session_replication_role = origin')
}

/** Epoch milliseconds from which on the pending orders become due, one after the other. */
export const POLLING_START_MS = 1_780_000_000_000
export const DUE_INTERVAL_MS = 1_000
/** An order that expired two hours ago is polled once and then not for a day, which is longer than any bench run. */
export const EXPIRED_AT_MS = POLLING_START_MS - 7_200_000

/** Inserts pending orders whose next poll is in the future, one per second. */
export async function seedPendingOrders(client, { orders }) {
  await insertRows(
    client,
    'galla.orders',
    `("merchantOrderId", "reference", "checkout", "amount", "state", "orderId", "request", "createdAtMs", "updatedAtMs",
      "expiresAtMs", "sentAtMs", "nextPollAtMs", "version")
    select id, 'cart-' || n, 'STANDARD', 49900, 'PENDING', 'OMO-' || id, '{"redirectUrl":"https://shop.example/thanks"}',
      ${EXPIRED_AT_MS - 900_000}, ${EXPIRED_AT_MS}, ${EXPIRED_AT_MS}, ${EXPIRED_AT_MS - 900_000}, ${POLLING_START_MS} + n * ${DUE_INTERVAL_MS}::bigint, 2
    from (select n, 'o-' || md5(n::text) as id from generate_series(1, ${orders}) n) t`,
  )
}

/** Inserts with one statement. The indexes are dropped before and recreated after it, which is many times faster. */
export async function insertRows(client, table, insert) {
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(`insert into ${table} ${insert}`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query(`vacuum (analyze) ${table}`)
}
