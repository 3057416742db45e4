import type { SearchHit } from '@galla/contract/books/console-routes'
import { maskVpa } from '../books/mask.ts'
import type { Queries } from './books.ts'
import { withoutNulls } from './order-row.ts'

/** Of each way to be found. */
const MOST_HITS = 20

/** A VPA's end may be that of many: so many of them are looked at, and the newest shown. */
const MOST_GATHERED = 200

/** Which part of which table, each by an index of its own. `$1` is the words, `$2` a VPA's end and `$4` a whole one, turned round; `$3` a number. */
const WAYS: readonly string[] = [
  order('merchantOrderId', '"merchantOrderId" = $1'),
  order('orderId', '"orderId" = $1'),
  order('transactionId', `"attempts" @> jsonb_build_array(jsonb_build_object('transactionId', $1::text))`),
  order('reference', '"reference" = $1'),
  order('utr', '"utr" = $1'),
  order('vpa', 'reverse("payerVpa") like $2::text'),
  order('vpa', 'reverse("payerVpa") = $4::text'),
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
  const { tail, whole } = vpaIn(q)
  const { rows } = await on.query<object>({
    // Without a name, so that it is planned for the values at hand: most of its ways have none.
    text: WAYS.join(' union all '),
    values: [
      q,
      tail === undefined ? null : `${turned(tail).replace(/[\\%_]/g, '\\$&')}%`,
      /^\d{1,15}$/.test(q) ? q : null,
      whole ? turned(whole) : null,
    ],
  })
  return rows.map((row) => withoutNulls<SearchHit>(row))
}

/**
 * Of a payer's VPA the books keep the first two characters, the last one before the @, and what follows. So many characters
 * could be a whole name and are masked as ours are; fewer may be the end of one, of which the last is known.
 */
function vpaIn(q: string): { tail?: string; whole?: string } {
  const at = q.lastIndexOf('@')
  if (at < 0 || q.length - at < 3) return {}
  if (at === 0 || q.includes('*')) return { tail: q }
  const whole = maskVpa(q)
  return at < 6 ? { tail: q.slice(at - 1), whole } : { whole }
}

const turned = (text: string) => [...text].reverse().join('')

/**
 * What an index finds is gathered first and sorted afterwards. Left to itself, the planner would rather walk all orders by time
 * until it has met enough that fit, which for an id that is rare, as ids are, is all of them.
 */
function order(foundBy: SearchHit['foundBy'], where: string): string {
  return `(with found as materialized (select * from galla.orders where ${where} limit ${MOST_GATHERED})
    select 'order' as "kind", "merchantOrderId" as "id", '${foundBy}' as "foundBy", "reference" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found order by "createdAtMs" desc limit ${MOST_HITS})`
}

function refund(foundBy: SearchHit['foundBy'], where: string): string {
  return `(with found as materialized (select * from galla.refunds where ${where} limit ${MOST_GATHERED})
    select 'refund' as "kind", "merchantRefundId" as "id", '${foundBy}' as "foundBy", "merchantOrderId" as "title", "state",
    "amount", "createdAtMs" as "atMs" from found order by "createdAtMs" desc limit ${MOST_HITS})`
}
