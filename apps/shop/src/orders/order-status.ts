import type { Cart } from '../cart/cart.ts'
import type { Messages } from '../i18n/en.ts'
import { totalOf } from '../products/catalogue.ts'
import type { OrderSummary } from '../shop-api.ts'

/** An order's status for its payer: a message, a colour and an icon. */
export interface OrderStatus {
  readonly message: keyof Messages
  readonly tone: 'good' | 'wait' | 'bad'
  readonly icon: 'good' | 'wait' | 'bad' | 'back'
  /** The reason beside the status, such as why the money goes back. */
  readonly reason?: keyof Messages
}

const CHECKING: OrderStatus = { message: 'statusChecking', tone: 'wait', icon: 'wait' }
const OPEN: OrderStatus = { message: 'statusOpen', tone: 'wait', icon: 'wait' }
const QR_SHOWN: OrderStatus = { ...OPEN, reason: 'justPaid' }
const BANK_PENDING: OrderStatus = { message: 'statusBankPending', tone: 'wait', icon: 'wait', reason: 'doNotPayAgain' }
const FAILED: OrderStatus = { message: 'statusFailed', tone: 'bad', icon: 'bad' }
const PAID_ELSEWHERE: OrderStatus = { ...FAILED, tone: 'wait', reason: 'reasonPaidElsewhere' }
const REFUNDED: OrderStatus = { message: 'statusRefunded', tone: 'wait', icon: 'back' }
const REFUNDING: OrderStatus = { message: 'statusRefunding', tone: 'wait', icon: 'back' }
const PARTLY_REFUNDED: OrderStatus = { message: 'statusPartlyRefunded', tone: 'good', icon: 'good' }
const PACKING: OrderStatus = { message: 'statusPacking', tone: 'good', icon: 'good' }

export function statusOf({
  state,
  resolution,
  checking,
  paidElsewhere,
  bankPending,
  qrShown,
  amount,
  refundedAmount,
}: OrderSummary): OrderStatus {
  if (checking) return CHECKING
  if (paidElsewhere) return PAID_ELSEWHERE
  if (bankPending) return BANK_PENDING
  if (state === 'FAILED') return FAILED
  if (state !== 'COMPLETED') return qrShown ? QR_SHOWN : OPEN
  const back = refundedAmount >= amount ? REFUNDED : REFUNDING
  if (resolution === 'late-refund') return { ...back, reason: 'reasonLate' }
  if (resolution === 'duplicate-refund')
    return { ...back, reason: back === REFUNDED ? 'reasonWasPaidBefore' : 'reasonPaidBefore' }
  if (back === REFUNDED || resolution !== 'fulfil') return back
  return refundedAmount > 0 ? PARTLY_REFUNDED : PACKING
}

/** The latest order of the cart, when it has failed and the cart is as it was then: paying the cart tries it again. */
export function orderToTryAgain(orders: readonly OrderSummary[], { cartId, lines }: Cart): OrderSummary | undefined {
  const [latest, ...earlier] = orders.filter((order) => order.cartId === cartId)
  if (latest?.state !== 'FAILED' || latest.paidElsewhere || latest.checking) return undefined
  if (latest.amount !== totalOf(lines) || earlier.some(({ resumable, checking }) => resumable || checking))
    return undefined
  return latest
}

/** True when the order's cart is paid, so that it must not be paid again. */
export function isCartPaid({ state, resolution }: OrderSummary): boolean {
  return state === 'COMPLETED' && resolution === 'fulfil'
}
