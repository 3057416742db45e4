import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { NEWEST_ALIKE, NEWEST_SEARCHED } from '@galla/contract/gateway-api/search'
import { defined } from '../domain/defined.ts'
import { maskVpa } from '../domain/privacy/masking.ts'
import type { RefundIds } from '../domain/refunds/refund.ts'
import type { Queries } from './database.ts'
import { FAILURE } from './orders/order-list.ts'
import { withoutNulls } from './orders/orders.ts'
import { vpaEnds, wholeVpas } from './privacy/vpa-digests.ts'
import { idsOfShown, shownRefundId } from './refunds/refund-ids.ts'

/** Hits of each lookup. */
const MAX_HITS = 20

/** Rows read for one id before sorting; few rows share an id. */
const MAX_CANDIDATES = 200

/** A tilde marks what does not identify a record: a part of an id, an amount, a number. */
type FoundBy = SearchHit['foundBy'] | `~${SearchHit['foundBy']}`

/** The expression of the index: the last character before the @, and what follows. */
const VPA_END = `lower(substring("payerVpa" from '.@[^@]*$'))`

const ORDER_HIT =
  '"merchantOrderId", "reference", "state", "resolution", "errorCode", "detailedErrorCode", "needsReview", "amount", "createdAtMs"'
const REFUND_HIT = '"id", "merchantRefundId", "refundId", "merchantOrderId", "state", "amount", "createdAtMs"'
const SUBSCRIPTION_HIT = '"subscriptionId", "merchantSubscriptionId", "planId", "state", "amount", "createdAtMs"'

/** The columns of a hit; those that only orders have are null in the others. `foundBy` is an SQL expression. */
const orderHit = (foundBy: string) =>
  `'order' as "kind", "merchantOrderId" as "id", null as "refundId", ${foundBy} as "foundBy", "reference" as "title", "state", "resolution", "errorCode",
    "detailedErrorCode", case when "needsReview" is not null then true end as "needsReview", "amount", "createdAtMs" as "atMs"`
const literal = (foundBy: FoundBy) => `'${foundBy}'`
const NO_ORDER =
  'null as "resolution", null as "errorCode", null as "detailedErrorCode", null::boolean as "needsReview"'
const refundHit = (foundBy: string) =>
  `'refund' as "kind", "merchantRefundId" as "id", "refundId", ${foundBy} as "foundBy", "merchantOrderId" as "title", "state", ${NO_ORDER},
    "amount", "createdAtMs" as "atMs"`
const subscriptionHit = (foundBy: string) =>
  `'subscription' as "kind", "subscriptionId" as "id", null as "refundId", ${foundBy} as "foundBy",
    (select "name" from galla.plans p where p."planId" = found."planId") as "title", "state", ${NO_ORDER}, "amount", "createdAtMs" as "atMs"`

/**
 * The lookups, each served by its own index. `$1` is the query, `$2` ends of VPAs, `$3` a number, `$4` whole masked VPAs, `$5` a pattern of
 * texts that start with the query, `$6` of those that end with it (reversed), `$7` an amount in paise, `$8` a failure code. Lookups
 * without a value read nothing.
 */
const LOOKUPS: readonly string[] = [
  order('merchantOrderId', '"merchantOrderId" = $1'),
  order('orderId', '"orderId" = $1'),
  order(
    'transactionId',
    `"attempts" <> '[]' and jsonb_path_query_array("attempts", '$[*].transactionId') @> jsonb_build_array($1::text)`,
  ),
  order('reference', '"reference" = $1'),
  // Before parts of ids, which have the digits of the amount by chance.
  shared('~amount', '"amount" = $7::bigint'),
  // Before the orders of subscriptions, whose ids start with theirs.
  subscription('subscriptionId', '"subscriptionId" = $1'),
  mandate('merchantSubscriptionId', '"merchantSubscriptionId" = $1'),
  mandate('providerId', '"providerId" = $1'),
  subscription('~subscriptionId', '"subscriptionId" like $5::text'),
  subscription('~subscriptionId', 'reverse("subscriptionId") like $6::text'),
  mandate('~merchantSubscriptionId', '"merchantSubscriptionId" like $5::text'),
  mandate('~merchantSubscriptionId', 'reverse("merchantSubscriptionId") like $6::text'),
  mandate('~providerId', '"providerId" like $5::text'),
  order('~reference', '"reference" like $5::text'),
  order('~merchantOrderId', '"merchantOrderId" like $5::text'),
  order('~merchantOrderId', 'reverse("merchantOrderId") like $6::text'),
  order('~reference', 'reverse("reference") like $6::text'),
  order('~orderId', '"orderId" like $5::text'),
  order('utr', '"utr" = $1'),
  order('~utr', '"utr" like $5::text'),
  shared('~failure', `"state" = 'FAILED' and ${FAILURE} = $8::text`),
  shared('~failure', `"state" = 'FAILED' and "errorCode" = $8::text`),
  newest(`${VPA_END} = any_end.value`, 'unnest($2::text[]) as any_end(value)'),
  newest('lower("payerVpa") = any_whole.value', 'unnest($4::text[]) as any_whole(value)'),
  refund('merchantRefundId', '"merchantRefundId" = $1'),
  refund('~merchantRefundId', '"merchantRefundId" like $5::text'),
  refund('~merchantRefundId', 'reverse("merchantRefundId") like $6::text'),
  refund('refundId', '"refundId" = $1'),
  refund('~refundId', '"refundId" like $5::text'),
  refund('utr', '"utr" = $1'),
  `(select 'callback' as "kind", "callbackId"::text as "id", null as "refundId", '~callbackId' as "foundBy", "event" as "title", "verdict" as "state",
    ${NO_ORDER}, null::bigint as "amount", "receivedAtMs" as "atMs" from galla.callbacks where "callbackId" = $3::bigint)`,
]

/** An id as lists shorten it: `o-0mwwhdw2m34… f28c77`. */
const SHORTENED = /^(\S+?)\s*(?:…|\.{3})\s*(\S+)$/

/** Patterns of an id that the text is a part of: of its start, of its reversed end, and of any of its parts. */
function partPatterns(q: string): { start: string | null; end: string | null; middle: string | null } {
  const [, head = '', tail = ''] = SHORTENED.exec(q) ?? []
  // The end is looked up first: many ids share their start.
  if (tail.length >= MIN_PART && q.length <= MAX_PART) {
    return { start: null, end: `${reversed(tail)}%${reversed(head)}`, middle: `${escaped(head)}%${escaped(tail)}` }
  }
  if (q.length < MIN_PART || q.length > MAX_PART) return { start: null, end: null, middle: null }
  return { start: `${escaped(q)}%`, end: `${reversed(q)}%`, middle: /[@₹\s]/.test(q) ? null : `%${escaped(q)}%` }
}

/**
 * The newest orders, refunds and subscriptions of which `$1` is a pattern of an id: no index serves the middle of a text, so as many are read as
 * a search may wait for, however many there are.
 */
const NEWEST_LOOKUP = [
  newestLike('orders', 'merchantOrderId', ORDER_HIT, orderHit, ['merchantOrderId', 'reference', 'orderId', 'utr']),
  newestLike('refunds', 'id', REFUND_HIT, refundHit, ['merchantRefundId', 'refundId', 'utr']),
  newestLike('plan_subscriptions', 'subscriptionId', SUBSCRIPTION_HIT, subscriptionHit, [
    'subscriptionId',
    'merchantSubscriptionId',
  ]),
].join(' union all ')

/** Reads the newest rows from the index by time, and filters them. */
function newestLike(
  table: 'orders' | 'refunds' | 'plan_subscriptions',
  key: string,
  columns: string,
  hit: (foundBy: string) => string,
  ids: readonly SearchHit['foundBy'][],
): string {
  const all = [...new Set([...columns.split(', '), ...ids.map((id) => `"${id}"`)])].join(', ')
  const foundBy = ids.map((id) => `when "${id}" like $1::text then ${literal(`~${id}`)}`).join(' ')
  return `(with newest as materialized (select ${all} from galla.${table} order by "createdAtMs" desc, "${key}" desc limit ${NEWEST_SEARCHED})
    select ${hit(`case ${foundBy} end`)} from newest found where ${ids.map((id) => `"${id}" like $1::text`).join(' or ')} order by "createdAtMs" desc limit ${MAX_HITS})`
}

/**
 * Searches orders, refunds, callbacks and subscriptions by any of their ids: whole, from three characters on also by the start or the end, a
 * VPA by its end; orders also by amount and failure code, subscriptions by their mandates. Where the text is a whole id, only its records; each
 * record once, by the first way it was found. When no id starts or ends with the text, the newest orders, refunds and subscriptions are
 * searched for any part.
 */
export async function search(on: Queries, query: string): Promise<SearchHit[]> {
  const { merchantRefundId, refundId } = idsOfShown(query.trim())
  const q = merchantRefundId ?? refundId ?? ''
  if (q === '' || q.includes('\0')) return []
  const { start, end, middle } = partPatterns(q)
  const hits = await hitsOf(on, LOOKUPS.join(' union all '), lookupValues(on, q, start, end))
  const identified = hits.filter(({ foundBy }) => !foundBy.startsWith('~'))
  if (identified.length > 0) return unique(identified)
  if (middle === null || hits.some(({ foundBy }) => !SHARED.has(foundBy))) return unique(hits)
  return unique([...hits, ...(await hitsOf(on, NEWEST_LOOKUP, [middle]))])
}

/** Values that many orders share: a text that is one may still be a part of an id. */
const SHARED: ReadonlySet<FoundBy> = new Set<FoundBy>(['~amount', '~failure'])

type Found = Omit<SearchHit, 'foundBy'> & { foundBy: FoundBy }

const withRefundId = ({ refundId, ...hit }: Found & RefundIds): Found =>
  hit.kind === 'refund'
    ? { ...hit, id: shownRefundId(defined({ merchantRefundId: hit.id as string | undefined, refundId })) }
    : hit

/** Unnamed, so that PostgreSQL plans it for the actual values: most lookups have none. */
async function hitsOf(on: Queries, text: string, values: readonly unknown[]): Promise<Found[]> {
  const { rows } = await on.query<object>({ text, values: [...values] })
  return rows.map((row) => withRefundId(withoutNulls<Found & RefundIds>(row)))
}

function lookupValues(on: Queries, q: string, start: string | null, end: string | null): unknown[] {
  const { ends, whole } = vpaIn(q.toLowerCase())
  return [
    q,
    ends && [...ends, ...ends.flatMap((one) => vpaEnds(on, one))],
    /^\d{1,15}$/.test(q) ? q : null,
    whole === undefined ? null : [whole, ...wholeVpas(on, whole)],
    start,
    end,
    paiseIn(q),
    /^[A-Za-z][A-Za-z0-9_]{1,60}$/.test(q) ? q.toUpperCase() : null,
  ]
}

/** Shorter parts of ids would match too much; longer ones are not part of any id. */
const MIN_PART = 3
const MAX_PART = 64

/** Without the meaning that these characters have in a pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const reversed = (text: string): string => escaped([...text].reverse().join(''))

/** An amount as it is written: `499`, `1,499.50`, `₹ 499`. Paise; null when the text is none. */
function paiseIn(q: string): number | null {
  const [, rupees = '', paise = ''] = /^(?:₹|rs\.?)?\s*(\d{1,3}(?:,\d{2,3})*|\d{1,9})(?:\.(\d{1,2}))?$/i.exec(q) ?? []
  if (rupees === '') return null
  return Number(rupees.replaceAll(',', '')) * 100 + Number(paise.padEnd(2, '0'))
}

function unique(hits: readonly Found[]): SearchHit[] {
  const byId = new Map<string, SearchHit>()
  for (const hit of hits) {
    const key = `${hit.kind} ${hit.id}`
    if (!byId.has(key)) byId.set(key, { ...hit, foundBy: hit.foundBy.replace('~', '') as SearchHit['foundBy'] })
  }
  return [...byId.values()]
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
function order(foundBy: FoundBy, where: string): string {
  return `(with found as materialized (select ${ORDER_HIT} from galla.orders where ${where} limit ${MAX_CANDIDATES})
    select ${orderHit(literal(foundBy))} from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

/** Orders of a payer, which may be many: reads the newest of each end from the index, then keeps the newest of all. */
function newest(where: string, from = 'generate_series(1, 1)'): string {
  return `(with found as materialized (select mine."merchantOrderId", mine."createdAtMs" from ${from}, lateral (select "merchantOrderId", "createdAtMs" from galla.orders
      where ${where} order by "createdAtMs" desc limit ${MAX_HITS}) mine order by "createdAtMs" desc limit ${MAX_HITS})
    select ${orderHit(literal('vpa'))} from found join galla.orders using ("merchantOrderId", "createdAtMs") order by "createdAtMs" desc)`
}

/** Orders that share a value, which may be many: the newest ones, read in the order of their index. */
function shared(foundBy: FoundBy, where: string): string {
  return `(select ${orderHit(literal(foundBy))} from galla.orders where ${where} order by "createdAtMs" desc, "merchantOrderId" desc limit ${NEWEST_ALIKE + 1})`
}

function refund(foundBy: FoundBy, where: string): string {
  return `(with found as materialized (select ${REFUND_HIT} from galla.refunds where ${where} limit ${MAX_CANDIDATES})
    select ${refundHit(literal(foundBy))} from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

function subscription(foundBy: FoundBy, where: string): string {
  return `(with found as materialized (select ${SUBSCRIPTION_HIT} from galla.plan_subscriptions where ${where} limit ${MAX_CANDIDATES})
    select ${subscriptionHit(literal(foundBy))} from found order by "createdAtMs" desc limit ${MAX_HITS})`
}

/** Subscriptions of mandates, also of mandates that others have followed. */
function mandate(foundBy: FoundBy, where: string): string {
  const ids = `select "subscriptionId" from galla.mandates where ${where} limit ${MAX_CANDIDATES}`
  return subscription(foundBy, `"subscriptionId" = any(array(${ids}))`)
}
