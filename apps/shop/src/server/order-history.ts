import { setTimeout } from 'node:timers/promises'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Gateway } from '@galla/gateway'
import { paidCardName } from '@galla/react/components'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { parseLines } from '../products/catalogue.ts'
import type { FailureCodes, OrderSummary, Receipt } from '../shop-api.ts'
import { refundsOf } from './order-refunds.ts'

const COOKIE = 'tea-orders'
const MAX_ORDERS = 12
const MAX_AGE_SEC = 90 * 86_400
const CHECK_EVERY_MS = 5_000
const CHECK_WITHIN_MS = 1_500
const REFERENCE_PREFIX = 'cart-'

export const referenceOf = (cartId: string): string => REFERENCE_PREFIX + cartId

/** An order, and whether the provider has answered about it. */
interface Checked {
  readonly order: Order
  readonly isAnswered: boolean
}

interface Check {
  /** When it began. Epoch milliseconds. */
  readonly atMs: number
  readonly result: Promise<Checked>
}

/** The orders of one browser: their ids in a signed, HttpOnly cookie, their states from the gateway. */
export class OrderHistory {
  readonly #secret: string
  readonly #gateway: Gateway
  readonly #now: () => number
  /** The last checks of open orders, the oldest first, by merchantOrderId. */
  readonly #checked = new Map<string, Check>()

  /** `now`: the gateway's clock, epoch milliseconds. */
  constructor(secret: string, gateway: Gateway, now: () => number) {
    this.#secret = secret
    this.#gateway = gateway
    this.#now = now
  }

  async add(c: Context, merchantOrderId: string): Promise<void> {
    const others = (await this.#ids(c)).filter((id) => id !== merchantOrderId)
    const ids = [merchantOrderId, ...others].slice(0, MAX_ORDERS)
    const secure = new URL(c.req.url).protocol === 'https:'
    const options = { path: '/api', httpOnly: true, sameSite: 'Strict', maxAge: MAX_AGE_SEC, secure } as const
    await setSignedCookie(c, COOKIE, ids.join('.'), this.#secret, options)
  }

  /** True when this browser started the order. */
  async has(c: Context, merchantOrderId: string): Promise<boolean> {
    return (await this.#ids(c)).includes(merchantOrderId)
  }

  /** Newest first. */
  async list(c: Context): Promise<OrderSummary[]> {
    const found = await Promise.all((await this.#ids(c)).map((id) => this.#gateway.orders.get(id)))
    const stored = found.filter((order) => order !== undefined)
    const open = stored.find(({ state, needsReview }) => isOpen(state) && !needsReview)
    const checked = open && (await this.#check(open))
    const orders = stored.map((order) => (order === open ? (checked?.order ?? order) : order))
    const paid = new Set(orders.flatMap(({ reference, resolution }) => (resolution === 'fulfil' ? [reference] : [])))
    const refunds = await Promise.all(orders.map((order) => refundsOf(this.#gateway, order)))
    const nowMs = this.#now()
    return orders.map((order, index) => ({
      ...summaryOf(order, paid.has(order.reference), orders.some(replaces(order)), nowMs),
      unpaid: order === checked?.order && checked.isAnswered && isUnpaid(order),
      refunds: refunds[index] ?? [],
    }))
  }

  /**
   * The state of an open order at the provider: the payer may have closed the page that waited for it, and its callback may be lost. The
   * stored one without an answer in time, and when it was checked just now: payers may reload the page without end.
   */
  async #check(order: Order): Promise<Checked> {
    const nowMs = this.#now()
    for (const [id, { atMs }] of this.#checked) {
      if (Math.abs(nowMs - atMs) < CHECK_EVERY_MS) break
      this.#checked.delete(id)
    }
    const { merchantOrderId } = order
    const unanswered: Checked = { order, isAnswered: false }
    const before = this.#checked.get(merchantOrderId)
    if (before) {
      // The order was read before this check ended.
      const { isAnswered } = await before.result
      return { order: (await this.#gateway.orders.get(merchantOrderId)) ?? order, isAnswered }
    }
    const synced = this.#gateway.orders.sync(merchantOrderId).then(
      (order): Checked => ({ order, isAnswered: true }),
      () => unanswered,
    )
    const result = Promise.race([synced, setTimeout(CHECK_WITHIN_MS, unanswered, { ref: false })])
    this.#checked.set(merchantOrderId, { atMs: nowMs, result })
    return result
  }

  async #ids(c: Context): Promise<string[]> {
    const text = await getSignedCookie(c, this.#secret, COOKIE)
    return text ? text.split('.') : []
  }
}

const isOpen = (state: Order['state']) => state === 'CREATED' || state === 'PENDING'

/** True when an attempt of an open order can still be confirmed. */
const isAttemptOpen = ({ state, needsReview, latestAttempt }: Order) =>
  isOpen(state) && !needsReview && latestAttempt !== undefined && latestAttempt.state !== 'FAILED'

/** The provider does not say whether a QR code was scanned, and its page shows one on its own. */
const isQrShown = (order: Order) => isAttemptOpen(order) && order.paymentMode === 'UPI_QR'

/** True when the provider has answered that nothing was paid. False while it has not answered. */
export function isUnpaid(order: Order): boolean {
  return isOpen(order.state) && !order.needsReview && !isAttemptOpen(order) && order.unansweredPolls === undefined
}

/** True when the order of a paid cart was paid as well, or may still be. An attempt shows only after a status check. */
export const isSecondPayment = ({ resolution, state }: Order): boolean =>
  resolution === 'duplicate-refund' || isOpen(state)

function receiptOf({ paidAtMs, paymentMode, card, transactionId, utr }: Order): Receipt {
  return {
    ...(paidAtMs !== undefined && { paidAtMs }),
    ...(paymentMode !== undefined && { paymentMode }),
    ...(card !== undefined && { card: paidCardName(card) }),
    ...(transactionId !== undefined && { transactionId }),
    ...(utr !== undefined && { utr }),
  }
}

/** Returns the failure of an order; for an open order, the failure of the last attempt, if it failed. */
function failedOf(order: Order): FailureCodes | undefined {
  if (order.state === 'FAILED') return order
  return isOpen(order.state) && order.latestAttempt?.state === 'FAILED' ? order.latestAttempt : undefined
}

function codesOf({ errorCode, detailedErrorCode }: FailureCodes): FailureCodes {
  return {
    ...(errorCode !== undefined && { errorCode }),
    ...(detailedErrorCode !== undefined && { detailedErrorCode }),
  }
}

/** True when another order has the newer total of the cart. A payment of this order would be refunded. */
const replaces =
  ({ reference, amount, createdAtMs }: Order) =>
  (other: Order): boolean =>
    other.reference === reference && other.amount !== amount && other.createdAtMs > createdAtMs

function summaryOf(
  order: Order,
  isCartPaid: boolean,
  isReplaced: boolean,
  nowMs: number,
): Omit<OrderSummary, 'refunds' | 'unpaid'> {
  const {
    merchantOrderId,
    reference,
    amount,
    refundedAmount,
    state,
    resolution,
    needsReview,
    createdAtMs,
    expiresAtMs,
  } = order
  const failed = failedOf(order)
  const paidElsewhere = isCartPaid && state !== 'COMPLETED'
  const isInTime = expiresAtMs === undefined || nowMs < expiresAtMs
  return {
    merchantOrderId,
    cartId: reference.slice(REFERENCE_PREFIX.length),
    amount,
    refundedAmount,
    state,
    checking: needsReview !== undefined,
    resumable: isOpen(state) && needsReview === undefined && isInTime && !paidElsewhere && !isReplaced,
    paidElsewhere,
    checkout: order.checkout,
    bankPending: isAttemptOpen(order) && !isQrShown(order),
    qrShown: isQrShown(order),
    createdAtMs,
    ...(failed && { lastFailure: codesOf(failed) }),
    ...(state === 'COMPLETED' && { receipt: receiptOf(order) }),
    lines: parseLines(order.metaInfo?.udf1),
    ...(resolution !== undefined && { resolution }),
  }
}
