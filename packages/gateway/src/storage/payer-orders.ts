import type { PayerMatch } from '../domain/payer-match.ts'
import { invalid } from '../errors.ts'
import type { Queries } from './database.ts'
import { decrypted, unreadableReason } from './encrypted-columns.ts'
import type { OrderRow } from './orders.ts'
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

/** Without the masked address of a collect request, which several payers may share. */
const TEXT = `((o."request" - 'payerVpa')::text ~* $4)`
const MASK = `(lower(o."payerVpa") like any($5::text[])
  or exists (select 1 from jsonb_array_elements(o."attempts") a where lower(a.value ->> 'payerVpa') like any($5::text[])))`
const USER = `(o."request" ->> 'merchantUserId' = $6 or o."request" -> 'payerUserIds' ? $6)`

/** The digest of what the payer entered. */
const ENTERED = `(o."payFingerprint" ->> $7)`

const ENCRYPTED = `(o."request" ? '$encrypted' or jsonb_path_exists(o."attempts", '$[*]."$encrypted"'))`

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
  const inRow = matcherOf(match)
  while (after) {
    const page = await scanOrders(on, { text, masks, merchantUserId, path: entered?.path ?? null }, nowMs, after)
    for (const { isFound, entered: digest, encryptedRow, ...order } of page.orders) {
      const isEnteredValue = digest !== null && isEntered(order.merchantOrderId, digest)
      const encryptedMatch = encryptedRow === null ? undefined : inRow(readableOrder(on, encryptedRow))
      const isExact = isEnteredValue || encryptedMatch === 'exact'
      if (isFound || isExact || encryptedMatch)
        found.push({ ...order, byMaskOnly: isFound ? order.byMaskOnly && !isExact : !isExact })
    }
    after = page.last
  }
  return found
}

/** @throws GatewayError INVALID_REQUEST naming the data key that is missing: without it, the payer of the order is unknown */
function readableOrder(on: Queries, row: EncryptedOrder): EncryptedOrder {
  const order = decrypted(on, 'orders', row)
  const reason = [order.request, ...order.attempts].map(unreadableReason).find((one) => one !== undefined)
  if (reason === undefined) return order
  const { merchantOrderId } = order
  throw invalid(
    'payer',
    `cannot be compared with order ${merchantOrderId}: ${reason}. Add the key to the data keys, or name the order by merchantOrderId`,
  )
}

/** As the statement does it, for rows that only this process can open: exact by a text or an id, or by the mask of an address. */
function matcherOf({
  text,
  masks = [],
  merchantUserId,
}: PayerMatch): (row: EncryptedOrder) => 'exact' | 'mask' | undefined {
  const pattern = text === undefined ? undefined : new RegExp(text, 'i')
  const masked = masks.map(likeRegExp)
  return ({ request: { payerVpa: entered = '', ...request }, attempts }) => {
    if (pattern?.test(JSON.stringify(request))) return 'exact'
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

/** An order that is found, or one whose digest of the payment mode has to be compared. */
interface ScannedOrder extends PayerOrder {
  readonly isFound: boolean
  readonly entered: string | null
  /** The encrypted columns, when there are any: they are decrypted and compared here. */
  readonly encryptedRow: EncryptedOrder | null
}

type EncryptedOrder = Pick<OrderRow, 'merchantOrderId' | 'request' | 'attempts'>

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
          coalesce(${TEXT} or ${MASK} or ${USER}, false) as "isFound", ${ENTERED} as "entered",
          case when ${ENCRYPTED} then jsonb_build_object('merchantOrderId', o."merchantOrderId", 'request', o."request", 'attempts', o."attempts") end as "encryptedRow", ${FLAGS}
        from scanned o where ${TEXT} or ${MASK} or ${USER} or ${ENTERED} is not null or ${ENCRYPTED})
      select "merchantOrderId", "isFound", "entered", "encryptedRow", "byMaskOnly", "held", "inUse", last.at as "lastMs", last.id as "lastId"
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
