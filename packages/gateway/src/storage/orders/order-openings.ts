import { defined } from '../../domain/defined.ts'
import type { Fingerprint } from '../../domain/orders/fingerprint.ts'
import type { Queries } from '../database.ts'
import { decrypted, encrypted, unreadableReason } from '../privacy/encrypted-columns.ts'
import { storedVpa } from '../privacy/vpa-digests.ts'
import { ORDER_COLUMNS } from './order-columns.ts'
import type { OrderRow } from './order-row.ts'
import { decryptOrder, IS_UNCLEAR, REPLACED_BY } from './orders.ts'

/** An order with the fingerprint of the request that started it. */
export interface FingerprintedOrder extends OrderRow {
  readonly startFingerprint: Fingerprint
  /** Why the page of the order cannot be decrypted. */
  readonly unreadablePage?: string
  /** Its review does not say whether it is paid. */
  readonly isUnclear: boolean
  /** The newest order of the reference, when a later one has another amount: a payment of this one is refunded. */
  readonly replacedBy?: string
}

const FINGERPRINTED = `${ORDER_COLUMNS}, "startFingerprint", ${IS_UNCLEAR} as "isUnclear", ${REPLACED_BY} as "replacedBy"`

/** The orders that decide whether a reference may get another order: those that are open, the one that is paid, those that may be, and `merchantOrderId`. */
export async function ordersToStart(
  on: Queries,
  reference: string,
  merchantOrderId: string | undefined,
): Promise<FingerprintedOrder[]> {
  const { rows } = await on.query({
    name: 'orders-to-start',
    text: `select ${FINGERPRINTED} from galla.orders o where "reference" = $1 and ("state" in ('CREATED', 'PENDING') or "resolution" = 'fulfil' or ${IS_UNCLEAR})
      union all select ${FINGERPRINTED} from galla.orders o where "merchantOrderId" = $2
        and not ("reference" = $1 and ("state" in ('CREATED', 'PENDING') or "resolution" is not distinct from 'fulfil' or (${IS_UNCLEAR})))
      order by "createdAtMs", "merchantOrderId"`,
    values: [reference, merchantOrderId],
  })
  return rows.map((row) => {
    const { opened } = decrypted<Pick<OrderRow, 'opened'>>(on, 'orders', row)
    const unreadablePage = unreadableReason(opened)
    return { ...decryptOrder<FingerprintedOrder>(on, row), ...defined({ unreadablePage }) }
  })
}

export async function readPayFingerprint(on: Queries, merchantOrderId: string): Promise<Fingerprint | undefined> {
  const { rows } = await on.query<{ payFingerprint: Fingerprint | null }>({
    name: 'read-pay-fingerprint',
    text: 'select "payFingerprint" from galla.orders where "merchantOrderId" = $1',
    values: [merchantOrderId],
  })
  return rows[0]?.payFingerprint ?? undefined
}

export interface Opening {
  merchantOrderId: string
  sentAtMs: number
  sendByMs: number
  expiresAtMs: number
  nextPollAtMs: number
  /** Custom checkout: the mode that the payer chose, and the fingerprint of the choice. */
  paymentMode?: string
  payFingerprint?: Fingerprint
  /** The order's request, when it changes with the choice: it holds the masked UPI id that a collect request is sent to. */
  request?: OrderRow['request']
}

/**
 * Begins the payment of an order that was not sent yet. Returns the row for exactly one caller, which may send the request; undefined
 * for others, and when the reference is paid. Call it with the reference locked.
 */
export async function beginOpening(on: Queries, opening: Opening): Promise<OrderRow | undefined> {
  const { rows } = await on.query({
    name: 'begin-opening',
    text: `update galla.orders o set "opening" = 'sending', "sentAtMs" = $2, "sendByMs" = $3, "expiresAtMs" = $4, "nextPollAtMs" = $5, "paymentMode" = $6, "payFingerprint" = $7,
      "request" = coalesce($8, "request"), "payerVpa" = $9, "updatedAtMs" = $2, "version" = "version" + 1
      where "merchantOrderId" = $1 and "state" = 'CREATED' and "sentAtMs" is null and "needsReview" is null
        and not exists (select 1 from galla.orders p where p."reference" = o."reference" and p."resolution" = 'fulfil')
      returning ${ORDER_COLUMNS}`,
    values: [
      opening.merchantOrderId,
      opening.sentAtMs,
      opening.sendByMs,
      opening.expiresAtMs,
      opening.nextPollAtMs,
      opening.paymentMode,
      opening.payFingerprint,
      encrypted(on, 'orders', opening).request,
      storedVpa(on, opening.request?.payerVpa),
    ],
  })
  return rows[0] && decryptOrder<OrderRow>(on, rows[0])
}
