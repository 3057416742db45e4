import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { maskVpa } from '../domain/masking.ts'
import { STORED_CALLBACK_COLUMNS } from './callbacks.ts'
import type { Queries } from './database.ts'
import { ORDER_COLUMNS, withoutNulls } from './orders.ts'
import { REFUND_COLUMNS } from './refunds.ts'

/** Hits of each lookup. */
const MAX_HITS = 20

/** Rows read for one id before sorting; few rows share an id. */
const MAX_CANDIDATES = 200

/** The expression of the index: the last character before the @, and what follows. */
const VPA_END = `lower(substring("payerVpa" from '.@[^@]*$'))`

const ORDER_HIT = '"merchantOrderId", "reference", "state", "amount", "createdAtMs"'
const REFUND_HIT = '"merchantRefundId", "merchantOrderId", "state", "amount", "createdAtMs"'

/** The lookups, each served by its own index. `$1` is the query, `$2` ends of VPAs, `$3` a number, `$4` a whole masked VPA. */
const LOOKUPS: readonly string[] = [
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

/** Searches orders, refunds and callbacks by any of their ids. Matches are exact, except for a VPA, which matches by its end. */
export async function search(on: Queries, query: string): Promise<SearchHit[]> {
  const q = query.trim()
  if (q === '' || q.includes('\0')) return []
  const { ends, whole } = vpaIn(q.toLowerCase())
  const { rows } = await on.query<object>({
    // Unnamed, so that PostgreSQL plans it for the actual values: most lookups have none.
    text: LOOKUPS.join(' union all '),
    values: [q, ends, /^\d{1,15}$/.test(q) ? q : null, whole],
  })
  return rows.map((row) => withoutNulls<SearchHit>(row))
}

/** Characters that may precede the @; a star where the name is too short to be shown. */
const LAST_CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.-_*']

/**
 * The database stores of a VPA the first two characters, the last one before the @, and what follows. Six or more characters before
 * the @ may be a whole name and are masked in the same way; fewer may also be the end of a name, of which only the last is stored.
 */
function vpaIn(q: string): { ends?: readonly string[]; whole?: string } {
  const at = q.lastIndexOf('@')
  if (at < 0 || q.length - at < 3) return {}
  if (at === 0) return { ends: LAST_CHARACTERS.map((last) => last + q) }
  if (q.includes('*')) return q.startsWith('*') ? { ends: [endOf(q)] } : { whole: q }
  const whole = maskVpa(q)
  return at < 6 ? { ends: [endOf(q)], whole } : { whole }
}

const endOf = (vpa: string) => vpa.slice(vpa.lastIndexOf('@') - 1)

/**
 * Reads the matches from the index first and sorts them afterwards. Otherwise the planner scans all orders by time until enough match,
 * which for a rare id means the whole table.
 */
function order(foundBy: SearchHit['foundBy'], where: string): string {
  return `(with found as materialized (select ${ORDER_HIT} from galla.orders where ${where} limit ${MAX_CANDIDATES})
    select 'order' as "kind", "merchantOrderId" as "id", '${foundBy}' as "foundBy", "reference" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

/** Orders of a payer, which may be many: reads the newest of each end from the index, then keeps the newest of all. */
function newest(where: string, from = 'generate_series(1, 1)'): string {
  return `(with found as materialized (select mine."merchantOrderId", mine."createdAtMs" from ${from}, lateral (select "merchantOrderId", "createdAtMs" from galla.orders
      where ${where} order by "createdAtMs" desc limit ${MAX_HITS}) mine order by "createdAtMs" desc limit ${MAX_HITS})
    select 'order' as "kind", "merchantOrderId" as "id", 'vpa' as "foundBy", "reference" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found join galla.orders using ("merchantOrderId", "createdAtMs") order by "createdAtMs" desc)`
}

function refund(foundBy: SearchHit['foundBy'], where: string): string {
  return `(with found as materialized (select ${REFUND_HIT} from galla.refunds where ${where} limit ${MAX_CANDIDATES})
    select 'refund' as "kind", "merchantRefundId" as "id", '${foundBy}' as "foundBy", "merchantOrderId" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

const REVEALABLE = {
  callback: { table: 'callbacks', id: 'callbackId', type: 'bigint', columns: STORED_CALLBACK_COLUMNS },
  order: { table: 'orders', id: 'merchantOrderId', type: 'text', columns: ORDER_COLUMNS },
  refund: { table: 'refunds', id: 'merchantRefundId', type: 'text', columns: REFUND_COLUMNS },
} as const

/** One row with its stored columns, for a reveal in the console. */
export async function readStoredRow(
  on: Queries,
  kind: keyof typeof REVEALABLE,
  id: string,
): Promise<object | undefined> {
  const { table, id: column, type, columns } = REVEALABLE[kind]
  if (type === 'bigint' && !/^\d{1,15}$/.test(id)) return undefined
  const { rows } = await on.query<object>({
    text: `select ${columns} from galla.${table} where "${column}" = $1::${type}`,
    values: [id],
  })
  return rows[0]
}
