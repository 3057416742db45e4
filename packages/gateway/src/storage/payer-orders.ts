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
  let after: Position | undefined = { atMs: -1, id: '' }
  while (after) {
    const page = await scanOrders(on, { text, masks, merchantUserId }, nowMs, after)
    found.push(...page.orders)
    after = page.last
  }
  return found
}

interface Position {
  readonly atMs: number
  readonly id: string
}

/** A row of the scan: a match, if there is one, and the last order that was read. */
interface ScanRow {
  merchantOrderId: string | null
  byMaskOnly: boolean | null
  held: boolean | null
  inUse: boolean | null
  lastMs: number
  lastId: string
}

async function scanOrders(
  on: Queries,
  wanted: { text: string | null; masks: readonly string[] | null; merchantUserId: string | null },
  nowMs: number,
  after: Position,
): Promise<{ orders: PayerOrder[]; last: Position | undefined }> {
  const { rows } = await on.query<ScanRow>({
    text: `with scanned as materialized (
        select "merchantOrderId", "createdAtMs", "payerVpa", "attempts", "request", "state" from galla.orders
        where ("createdAtMs", "merchantOrderId") > ($2::bigint, $3) order by "createdAtMs", "merchantOrderId" limit ${SCANNED}),
      found as (select o."merchantOrderId", o."createdAtMs", not coalesce(${TEXT} or ${USER}, false) as "byMaskOnly", ${FLAGS}
        from scanned o where ${TEXT} or ${MASK} or ${USER})
      select "merchantOrderId", "byMaskOnly", "held", "inUse", last.at as "lastMs", last.id as "lastId"
      from (select "createdAtMs" as at, "merchantOrderId" as id from scanned order by 1 desc, 2 desc limit 1) last
      left join found on true order by found."createdAtMs", found."merchantOrderId"`,
    values: [nowMs, after.atMs, after.id, wanted.text, wanted.masks, wanted.merchantUserId],
  })
  const orders = rows.flatMap(({ merchantOrderId, byMaskOnly, held, inUse: used }) =>
    merchantOrderId === null
      ? []
      : [{ merchantOrderId, byMaskOnly: byMaskOnly === true, held: held === true, inUse: used === true }],
  )
  const [first] = rows
  return { orders, last: first && { atMs: first.lastMs, id: first.lastId } }
}
