import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { maskVpa } from '../domain/masking.ts'
import type { Queries } from './database.ts'
import { withoutNulls } from './orders.ts'

/** Of each way to be found. */
const MAX_HITS = 20

/** Few have an id in common: so many of them are looked at, and the newest shown. */
const MAX_GATHERED = 200

/** As the index has it: the last character before the @, and what follows. */
const VPA_END = `lower(substring("payerVpa" from '.@[^@]*$'))`

/** Which part of which table, each by an index of its own. `$1` is the words, `$2` ends of VPAs, `$3` a number, `$4` a whole VPA, masked. */
const WAYS: readonly string[] = [
  order('merchantOrderId', '"merchantOrderId" = $1'),
  order('orderId', '"orderId" = $1'),
  order(
    'transactionId',
    `"attempts" <> '[]' and jsonb_path_query_array("attempts", '$[*].transactionId') @> jsonb_build_array($1::text)`,
  ),
  order('reference', '"reference" = $1'),
  order('utr', '"utr" = $1'),
  newest(`${VPA_END} = any_end.value`, 'unnest($2::text[]) as any_end(value)'),
  newest('lower("payerVpa") = $4::text'),
  refund('merchantRefundId', '"merchantRefundId" = $1'),
  refund('refundId', '"refundId" = $1'),
  refund('utr', '"utr" = $1'),
  `(select 'callback' as "kind", "callbackId"::text as "id", 'callbackId' as "foundBy", "event" as "title", "verdict" as "state",
    null::bigint as "amount", "receivedAtMs" as "atMs" from galla.callbacks where "callbackId" = $3::bigint)`,
]

/** One search for every id that a person may hold in the hand. Exact but for a VPA, of which the end is enough. */
export async function search(on: Queries, words: string): Promise<SearchHit[]> {
  const q = words.trim()
  if (q === '' || q.includes('\0')) return []
  const { ends, whole } = vpaIn(q.toLowerCase())
  const { rows } = await on.query<object>({
    // Without a name, so that it is planned for the values at hand: most of its ways have none.
    text: WAYS.join(' union all '),
    values: [q, ends, /^\d{1,15}$/.test(q) ? q : null, whole],
  })
  return rows.map((row) => withoutNulls<SearchHit>(row))
}

/** What may stand before the @; a star where the name is too short to be shown. */
const LAST = [...'abcdefghijklmnopqrstuvwxyz0123456789.-_*']

/**
 * Of a payer's VPA the database keep the first two characters, the last one before the @, and what follows. So many characters
 * could be a whole name and are masked as ours are; fewer may be the end of one, of which the last is known.
 */
function vpaIn(q: string): { ends?: readonly string[]; whole?: string } {
  const at = q.lastIndexOf('@')
  if (at < 0 || q.length - at < 3) return {}
  if (at === 0) return { ends: LAST.map((last) => last + q) }
  if (q.includes('*')) return q.startsWith('*') ? { ends: [endOf(q)] } : { whole: q }
  const whole = maskVpa(q)
  return at < 6 ? { ends: [endOf(q)], whole } : { whole }
}

const endOf = (vpa: string) => vpa.slice(vpa.lastIndexOf('@') - 1)

/**
 * What an index finds is gathered first and sorted afterwards. Left to itself, the planner would rather walk all orders by time
 * until it has met enough that fit, which for an id that is rare, as ids are, is all of them.
 */
function order(foundBy: SearchHit['foundBy'], where: string): string {
  return `(with found as materialized (select * from galla.orders where ${where} limit ${MAX_GATHERED})
    select 'order' as "kind", "merchantOrderId" as "id", '${foundBy}' as "foundBy", "reference" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

/** Orders by their payer, of which there may be many: the newest of each end, by the index alone, and then the newest of all. */
function newest(where: string, from = 'generate_series(1, 1)'): string {
  return `(with found as materialized (select mine.* from ${from}, lateral (select "merchantOrderId", "createdAtMs" from galla.orders
      where ${where} order by "createdAtMs" desc limit ${MAX_HITS}) mine order by "createdAtMs" desc limit ${MAX_HITS})
    select 'order' as "kind", "merchantOrderId" as "id", 'vpa' as "foundBy", "reference" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found join galla.orders using ("merchantOrderId", "createdAtMs") order by "createdAtMs" desc)`
}

function refund(foundBy: SearchHit['foundBy'], where: string): string {
  return `(with found as materialized (select * from galla.refunds where ${where} limit ${MAX_GATHERED})
    select 'refund' as "kind", "merchantRefundId" as "id", '${foundBy}' as "foundBy", "merchantOrderId" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

const REVEALABLE = {
  callback: { table: 'callbacks', id: 'callbackId', type: 'bigint' },
  order: { table: 'orders', id: 'merchantOrderId', type: 'text' },
  refund: { table: 'refunds', id: 'merchantRefundId', type: 'text' },
} as const

/** One row with all its columns, as a reveal reads it. */
export async function readStoredRow(
  on: Queries,
  kind: keyof typeof REVEALABLE,
  id: string,
): Promise<object | undefined> {
  const { table, id: column, type } = REVEALABLE[kind]
  if (type === 'bigint' && !/^\d{1,15}$/.test(id)) return undefined
  const { rows } = await on.query<object>({
    text: `select * from galla.${table} where "${column}" = $1::${type}`,
    values: [id],
  })
  return rows[0]
}
