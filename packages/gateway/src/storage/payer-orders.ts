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

/** The digest of what the payer entered. */
const ENTERED = `(o."payFingerprint" ->> $7)`

const FLAGS = `${onHold('o."merchantOrderId"')} as "held", ${inUse('$1')} as "inUse"`

/** Whether the digest that an order has of a field of its payment mode is that of the payer's value. */
export type IsEntered = (merchantOrderId: string, digest: string) => boolean

/**
 * The orders of a payer, oldest first. Without `merchantOrderId` it reads every order, in statements of 5 000 orders: an index of payers
 * would cost every payment, and erasure on request is rare.
 */
export async function findPayerOrders(
  on: Queries,
  match: PayerMatch,
  isEntered: IsEntered,
  nowMs: number,
): Promise<PayerOrder[]> {
  const { merchantOrderId, merchantUserId = null, text = null, masks = null, entered } = match
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
    const page = await scanOrders(on, { text, masks, merchantUserId, path: entered?.path ?? null }, nowMs, after)
    for (const { isFound, entered: digest, ...order } of page.orders) {
      const isExact = digest !== null && isEntered(order.merchantOrderId, digest)
      if (isFound || isExact) found.push({ ...order, byMaskOnly: order.byMaskOnly && !isExact })
    }
    after = page.last
  }
  return found
}

interface Position {
  readonly atMs: number
  readonly id: string
}

/** A row of the scan: a match, if there is one, and the last order that was read. */
type ScanRow = { [Field in keyof ScannedOrder]: ScannedOrder[Field] | null } & {
  lastMs: number
  lastId: string
}

/** An order that is found, or one whose digest of the payment mode has to be compared. */
interface ScannedOrder extends PayerOrder {
  readonly isFound: boolean
  readonly entered: string | null
}

async function scanOrders(
  on: Queries,
  wanted: { text: string | null; masks: readonly string[] | null; merchantUserId: string | null; path: string | null },
  nowMs: number,
  after: Position,
): Promise<{ orders: ScannedOrder[]; last: Position | undefined }> {
  const { rows } = await on.query<ScanRow>({
    text: `with scanned as materialized (
        select "merchantOrderId", "createdAtMs", "payerVpa", "attempts", "request", "payFingerprint", "state" from galla.orders
        where ("createdAtMs", "merchantOrderId") > ($2::bigint, $3) order by "createdAtMs", "merchantOrderId" limit ${SCANNED}),
      found as (select o."merchantOrderId", o."createdAtMs", not coalesce(${TEXT} or ${USER}, false) as "byMaskOnly",
          coalesce(${TEXT} or ${MASK} or ${USER}, false) as "isFound", ${ENTERED} as "entered", ${FLAGS}
        from scanned o where ${TEXT} or ${MASK} or ${USER} or ${ENTERED} is not null)
      select "merchantOrderId", "isFound", "entered", "byMaskOnly", "held", "inUse", last.at as "lastMs", last.id as "lastId"
      from (select "createdAtMs" as at, "merchantOrderId" as id from scanned order by 1 desc, 2 desc limit 1) last
      left join found on true order by found."createdAtMs", found."merchantOrderId"`,
    values: [nowMs, after.atMs, after.id, wanted.text, wanted.masks, wanted.merchantUserId, wanted.path],
  })
  // Without a match, the only row has nothing but the last order.
  const orders = rows.flatMap(({ lastMs: _, lastId: __, ...order }) =>
    order.merchantOrderId === null ? [] : [order as ScannedOrder],
  )
  const [first] = rows
  return { orders, last: first && { atMs: first.lastMs, id: first.lastId } }
}
