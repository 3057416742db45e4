import type { Checkout, MobileCheckout } from '@galla/contract/gateway-api/orders'

/** How orders of one checkout are opened at the provider and paid. */
interface CheckoutKind {
  /** The provider's product: its calls, and the events of its callbacks. */
  readonly product: 'standardCheckout' | 'customCheckout'
  /**
   * Field of the provider's response with which the payer pays: the order is opened by its start. Undefined: the payer chooses a payment mode first,
   * and `orders.pay` opens the order.
   */
  readonly paidWith?: 'redirectUrl' | 'token'
}

const KINDS: { readonly [One in Checkout]: CheckoutKind } = {
  STANDARD: { product: 'standardCheckout', paidWith: 'redirectUrl' },
  CUSTOM: { product: 'customCheckout' },
  MOBILE: { product: 'standardCheckout', paidWith: 'token' },
  MOBILE_CUSTOM: { product: 'customCheckout', paidWith: 'token' },
}

export const CHECKOUTS = Object.keys(KINDS) as readonly Checkout[]

export const productOf = (checkout: Checkout): CheckoutKind['product'] => KINDS[checkout].product

/** Whether the order is opened when it is started: its payer chooses nothing on a page of the merchant. */
export const isOpenedByStart = (checkout: Checkout): boolean => KINDS[checkout].paidWith !== undefined

export const isMobile = (checkout: Checkout): checkout is MobileCheckout => KINDS[checkout].paidWith === 'token'

/** Whether a response lets the payer pay. The mobile SDK takes the token together with the provider's id of the order. */
export function isPayableWith(
  checkout: Checkout,
  opened: { readonly redirectUrl?: string; readonly token?: string } | undefined,
  orderId: string | undefined,
): boolean {
  const { paidWith } = KINDS[checkout]
  if (paidWith === undefined) return true
  return opened?.[paidWith] !== undefined && (paidWith !== 'token' || orderId !== undefined)
}
