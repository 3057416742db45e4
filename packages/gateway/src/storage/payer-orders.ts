import type { PayerMatch } from '../domain/payer-match.ts'
import type { Queries } from './database.ts'
import { inUse, onHold } from './retention.ts'

/** An order of the payer that is looked for. */
export interface PayerOrder {
  readonly merchantOrderId: string
  /** Found by a masked UPI address only. */
  readonly byMaskOnly: boolean
  readonly held: boolean
  readonly inUse: boolean
}

/** Orders that one statement reads. */
const SCANNED = 5_000

const TEXT = `(o."request"::text ~* $4)`
const MASK = `(lower(o."payerVpa") like any($5::text[])
  or exists (select 1 from jsonb_array_elements(o."attempts") a where lower(a.value ->> 'payerVpa') like any($5::text[])))`
const USER = `(o."request" ->> 'merchantUserId' = $6)`

const FLAGS = `${onHold('o."merchantOrderId"')} as "held", ${inUse('$1')} as "inUse"`

/**
 * The orders of a payer, oldest first. Without `merchantOrderId` it reads every order, in statements of 5 000 orders: an index of payers
 * would cost every payment, and erasure on request is rare.
 */
export async function findPayerOrders(on: Queries, match: PayerMatch, nowMs: number): Promise<PayerOrder[]> {
  const { merchantOrderId, merchantUserId = null, text = null, masks = null } = match
  if (merchantOrderId !== undefined) {
    const { rows } = await on.query<PayerOrder>({
      text: `select o."merchantOrderId", false as "byMaskOnly", ${FLAGS} from galla.orders o where o."merchantOrderId" = $2`,
      values: [nowMs, merchantOrderId],
    })
    return rows
  }
  const found: PayerOrder[] = []
  for (let after: { atMs: number; id: string } | undefined = { atMs: -1, id: '' }; after; ) {
    const { rows } = await on.query<Partial<PayerOrder> & { lastMs: number | null; lastId: string | null }>({
      text: `with scanned as materialized (
          select "merchantOrderId", "createdAtMs", "payerVpa", "attempts", "request", "state" from galla.orders
          where ("createdAtMs", "merchantOrderId") > ($2::bigint, $3) order by "createdAtMs", "merchantOrderId" limit ${SCANNED}),
        found as (select o."merchantOrderId", o."createdAtMs", not coalesce(${TEXT} or ${USER}, false) as "byMaskOnly", ${FLAGS}
          from scanned o where ${TEXT} or ${MASK} or ${USER})
        select "merchantOrderId", "byMaskOnly", "held", "inUse", last.at as "lastMs", last.id as "lastId"
        from (select "createdAtMs" as at, "merchantOrderId" as id from scanned order by 1 desc, 2 desc limit 1) last
        left join found on true order by found."createdAtMs", found."merchantOrderId"`,
      values: [nowMs, after.atMs, after.id, text, masks, merchantUserId],
    })
    for (const { merchantOrderId, byMaskOnly = false, held = false, inUse = false } of rows) {
      if (merchantOrderId != null) found.push({ merchantOrderId, byMaskOnly, held, inUse })
    }
    const [last] = rows
    after = last?.lastMs == null || last.lastId === null ? undefined : { atMs: last.lastMs, id: last.lastId }
  }
  return found
}
