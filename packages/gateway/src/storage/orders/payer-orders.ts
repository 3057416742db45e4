import { isNamedIn, type PayerMatch } from '../../domain/privacy/payer-match.ts'
import { invalid } from '../../errors.ts'
import type { Queries } from '../database.ts'
import { decrypted, unreadableReason } from '../privacy/encrypted-columns.ts'
import { inUse, onHold } from '../privacy/retention.ts'
import type { OrderRow } from './order-row.ts'

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

/** True when a text may name the payer. Leaves out the masked address of a collect request, which several payers may share. */
const TEXT = `((o."request" - 'payerVpa')::text ~* $4)`
const MASK = `(lower(o."payerVpa") like any($5::text[])
  or exists (select 1 from jsonb_array_elements(o."attempts") a where lower(a.value ->> 'payerVpa') like any($5::text[])))`
const USER = `(o."request" ->> 'merchantUserId' = $6 or o."request" -> 'payerUserIds' ? $6)`

/** The digest of what the payer entered. */
const ENTERED = `(o."payFingerprint" ->> $7)`

const ENCRYPTED = `(o."request" ? '$encrypted' or jsonb_path_exists(o."attempts", '$[*]."$encrypted"'))`

const FLAGS = `${onHold('o."merchantOrderId"')} as "held", ${inUse('$1')} as "inUse"`

/** Tells whether the order's digest of a payment mode field is that of the payer's value. */
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
  const { merchantOrderId, merchantUserId = null, text, masks = null, entered } = match
  if (merchantOrderId !== undefined) {
    const { rows } = await on.query<PayerOrder>({
      text: `select o."merchantOrderId", false as "byMaskOnly", ${FLAGS} from galla.orders o where o."merchantOrderId" = $2`,
      values: [nowMs, merchantOrderId],
    })
    return rows
  }
  const found: PayerOrder[] = []
  let after: Position | undefined = { atMs: -1, id: '' }
  const matchOf = matcherOf(match)
  const wanted = { text: text?.candidates ?? null, masks, merchantUserId, path: entered?.path ?? null }
  while (after) {
    const page = await scanOrders(on, wanted, nowMs, after)
    for (const { isFound, byMaskOnly, entered: digest, row, ...order } of page.orders) {
      const isEnteredValue = digest !== null && isEntered(order.merchantOrderId, digest)
      const rowMatch = row === null ? undefined : matchOf(readableOrder(on, row))
      const isExact = isEnteredValue || rowMatch === 'exact' || (isFound && !byMaskOnly)
      if (isFound || isExact || rowMatch) found.push({ ...order, byMaskOnly: !isExact })
    }
    after = page.last
  }
  return found
}

/** @throws GatewayError INVALID_REQUEST naming the data key that is missing: without it, the payer of the order is unknown */
function readableOrder(on: Queries, row: ComparedOrder): ComparedOrder {
  const order = decrypted(on, 'orders', row)
  const reason = [order.request, ...order.attempts].map(unreadableReason).find((one) => one !== undefined)
  if (reason === undefined) return order
  const { merchantOrderId } = order
  throw invalid(
    'payer',
    `cannot be compared with order ${merchantOrderId}: ${reason}. Add the key to the data keys, or name the order by merchantOrderId`,
  )
}

/** Compares what a statement cannot: texts that are encoded, and rows that only this process can open. */
function matcherOf({
  text,
  masks = [],
  merchantUserId,
}: PayerMatch): (row: ComparedOrder) => 'exact' | 'mask' | undefined {
  const masked = masks.map(likeRegExp)
  return ({ request: { payerVpa: entered = '', ...request }, attempts }) => {
    if (text !== undefined && isNamedIn(request, text)) return 'exact'
    if (merchantUserId !== undefined && userIdsOf(request).includes(merchantUserId)) return 'exact'
    const isMasked = [entered, ...attempts.map(({ payerVpa = '' }) => payerVpa)].some((vpa) =>
      masked.some((one) => one.test(vpa.toLowerCase())),
    )
    return isMasked ? 'mask' : undefined
  }
}

const userIdsOf = ({ merchantUserId, payerUserIds = [] }: Partial<OrderRow['request']>) => [
  merchantUserId,
  ...payerUserIds,
]

/** A pattern of `like` with backslashes. */
const likeRegExp = (like: string): RegExp =>
  new RegExp(
    `^${like.replace(/\\(.)|%|([^\w\\])/gs, (one, quoted: string | undefined, other: string | undefined) =>
      one === '%' ? '.*' : `\\${quoted ?? other}`,
    )}$`,
    's',
  )

interface Position {
  readonly atMs: number
  readonly id: string
}

/** A row of the scan: a match, if there is one, and the last order that was read. */
type ScanRow = { [Field in keyof ScannedOrder]: ScannedOrder[Field] | null } & {
  lastMs: number
  lastId: string
}

/** An order that is found, or one that has to be compared here. */
interface ScannedOrder extends PayerOrder {
  readonly isFound: boolean
  /** The digest of the payment mode. */
  readonly entered: string | null
  /** When a column is encrypted, or a text may name the payer. */
  readonly row: ComparedOrder | null
}

type ComparedOrder = Pick<OrderRow, 'merchantOrderId' | 'request' | 'attempts'>

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
      found as (select o."merchantOrderId", o."createdAtMs", not coalesce(${USER}, false) as "byMaskOnly",
          coalesce(${MASK} or ${USER}, false) as "isFound", ${ENTERED} as "entered",
          case when ${ENCRYPTED} or ${TEXT} then jsonb_build_object('merchantOrderId', o."merchantOrderId", 'request', o."request", 'attempts', o."attempts") end as "row", ${FLAGS}
        from scanned o where ${TEXT} or ${MASK} or ${USER} or ${ENTERED} is not null or ${ENCRYPTED})
      select "merchantOrderId", "isFound", "entered", "row", "byMaskOnly", "held", "inUse", last.at as "lastMs", last.id as "lastId"
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
