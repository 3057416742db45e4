import { fillTable } from './fill-table.mjs'

/**
 * Books as a month of a shop leaves them, made by the database itself from nothing but the row's number, so that every
 * run has the same. What is rare is as frequent in small books as in large ones: a page that is compared has equally many rows.
 */
const SPAN_MS = 30 * 86_400_000
/** The moment after the month: the clock of whoever looks at these books. */
export const END_MS = 1_780_000_000_000
const HANDLES = ['ybl', 'okaxis', 'okhdfcbank', 'oksbi', 'paytm', 'ibl', 'axl', 'upi']
const MODES = ['UPI_QR', 'UPI_QR', 'UPI_INTENT', 'UPI_INTENT', 'UPI_INTENT', 'UPI_COLLECT', 'CARD', 'NET_BANKING']

/** A number below `below` that belongs to the row `n` and to the purpose `salt`. */
const dice = (below, salt) => `abs(hashint8extended(n, ${salt}) % ${below})`
const pick = (words, salt) => `(array['${words.join("','")}'])[1 + ${dice(words.length, salt)}]`
const letters = (count, salt) =>
  Array.from({ length: count }, (_, at) => `chr(97 + ${dice(26, salt + at)}::int)`).join(' || ')

/** One row for each order, with everything that its own rows and those of other tables are made of. */
const facts = (orders) => `
  select n, h.*,
    case when n > ${orders - 100} then 'PENDING' when ${dice(10, 2)} = 0 then 'FAILED' else 'COMPLETED' end as state,
    'OMO' || lpad(n::text, 22, '0') as provider_id, 'OM' || lpad(n::text, 20, '0') as payment, 'OMX' || lpad(n::text, 19, '0') as earlier,
    ${END_MS - SPAN_MS}::bigint + (n * ${SPAN_MS}.0 / ${orders})::bigint as at,
    'o-' || lpad(to_hex(n), 9, '0') || substr(md5(n::text), 1, 16) as id
  from generate_series(1, ${orders}) n, lateral (select
    case when ${dice(10, 3)} < 6 then 9900 + 1000 * ${dice(40, 4)} else 100 * (1 + ${dice(5_000, 5)}) end as amount,
    ${pick(MODES, 6)} as mode, lpad(${dice(1_000_000_000_000, 7)}::text, 12, '0') as utr,
    ${letters(2, 8)} || '****' || ${letters(1, 10)} || '@' || ${pick(HANDLES, 11)} as vpa offset 0) h offset 0`

const attempt = (id, state, mode) => `jsonb_build_object('transactionId', ${id}, 'state', ${state}, 'amount', amount,
  'paymentMode', ${mode}, 'timestamp', at + 60000, 'instrument', 'ACCOUNT', 'rail', 'UPI', 'utr', utr, 'payerVpa', vpa)`

const TABLES = {
  orders: (
    orders,
  ) => `("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "orderId", "attempts",
      "errorCode", "needsReview", "request", "opened", "transactionId", "paymentMode", "instrument", "rail", "utr", "payerVpa",
      "createdAtMs", "updatedAtMs", "expiresAtMs", "completedAtMs", "openedAtMs", "nextPollAtMs", "version")
    select id, 'cart-' || n, 'STANDARD', amount, state, case when state = 'COMPLETED' then 'fulfil' end, provider_id,
      case when state = 'PENDING' then '[]' when ${dice(8, 12)} = 0
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
  deliveries: () => `("deliveryId", "event", "merchantOrderId", "state", "attempts", "createdAtMs", "doneAtMs")
    select id || ':' || lower(state), 'order.' || lower(state), id, 'done', 1, at + 60500, at + 60500`,
  calls:
    () => `("atMs", "endpoint", "method", "path", "attempts", "httpStatus", "tookMs", "errorKind", "outcome", "merchantOrderId")
    select at + step * 30000, case step when 1 then 'standardPay' else 'orderStatus' end, case step when 1 then 'POST' else 'GET' end,
      '/checkout/v2/pay', 1, case when n % 499 = 0 then 503 else 200 end, 40 + ${dice(200, 13)}, case when n % 499 = 0 then 'server-error' end,
      case when n % 499 = 0 then 'unknown' end, id`,
  refunds:
    () => `("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "refundId", "utr", "createdAtMs", "updatedAtMs")
    select 'r-' || n, id, 100, case when n % 32 = 0 then 'FAILED' else 'COMPLETED' end, 'api', 'OMR' || lpad(n::text, 22, '0'),
      'r' || utr, at + 3600000, at + 3660000`,
}
/** Which orders have a row there, and how many: `step` counts them. */
const FROM = {
  orders: 'from facts',
  decisions: 'from facts, generate_series(1, 2) step',
  callbacks: "from facts where state <> 'PENDING'",
  deliveries: "from facts where state <> 'PENDING'",
  calls: 'from facts, generate_series(1, 2) step',
  refunds: "from facts where state = 'COMPLETED' and n % 30 = 0",
}

/** Fills empty books. */
export async function seedBooks(client, { orders }) {
  // The rows fit each other as they are made; a look for each of them would take longer than making them.
  await client.query('set session_replication_role = replica')
  await client.query(`create temp table facts as ${facts(orders)}`)
  for (const table of Object.keys(TABLES))
    await fillTable(client, `galla.${table}`, `${TABLES[table](orders)} ${FROM[table]}`)
  await client.query('drop table facts')
  await client.query('set session_replication_role = origin')
}
