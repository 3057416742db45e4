import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { BillingCheckout, Checkout, MobileCheckout } from '@galla/contract/gateway-api/orders'

/** The provider's product: its calls, and the events of its callbacks. */
export type Product = 'standardCheckout' | 'customCheckout' | 'links' | 'subscriptions'

/** Provider's product of a checkout, and the field with which the payer pays. */
interface CheckoutKind {
  readonly product: Product
  /**
   * Field of the provider's response with which the payer pays: the order is opened by its start. Undefined: the payer chooses a payment mode first,
   * and `orders.pay` opens the order.
   */
  readonly paidWith: 'redirectUrl' | 'token' | undefined
}

const KINDS = {
  STANDARD: { product: 'standardCheckout', paidWith: 'redirectUrl' },
  CUSTOM: { product: 'customCheckout', paidWith: undefined },
  MOBILE: { product: 'standardCheckout', paidWith: 'token' },
  MOBILE_CUSTOM: { product: 'customCheckout', paidWith: 'token' },
  LINK: { product: 'links', paidWith: 'redirectUrl' },
  MANDATE: { product: 'subscriptions', paidWith: 'redirectUrl' },
  MANDATE_CHECK: { product: 'subscriptions', paidWith: 'redirectUrl' },
  DEBIT: { product: 'subscriptions', paidWith: undefined },
} as const satisfies { readonly [One in Checkout]: CheckoutKind }

export const productOf = <One extends Checkout>(checkout: One): (typeof KINDS)[One]['product'] =>
  KINDS[checkout].product

/** Checkouts of `orders.start`; `links.create` creates a link, and a subscription opens its own orders. */
export const STARTED_CHECKOUTS = (Object.keys(KINDS) as readonly Checkout[]).filter(
  (checkout): checkout is StartOrder['checkout'] => productOf(checkout) !== 'links' && !isOfSubscription(checkout),
)

/** True when the order belongs to a subscription, whose events tell what became of the order. */
export function isOfSubscription(checkout: Checkout): checkout is BillingCheckout {
  return productOf(checkout) === 'subscriptions'
}

/** True when the provider keeps nothing of what it takes: ₹2 that prove the mandate and are returned. */
export const isReturnedByProvider = (checkout: Checkout): boolean => checkout === 'MANDATE_CHECK'

/** True when the payer has no page before the provider has answered that it knows the order, so that a lost request is soon over. */
export const isOverWithItsRequest = (checkout: Checkout): checkout is 'LINK' | 'DEBIT' =>
  checkout === 'LINK' || checkout === 'DEBIT'

/** True when the order is opened when it is started: its payer chooses nothing on a page of the merchant. */
export const isOpenedByStart = (checkout: Checkout): boolean => KINDS[checkout].paidWith !== undefined

/** True when the payer pays on a page of the provider. The provider's response has the page's address. */
export const hasHostedPage = (checkout: Checkout): boolean => KINDS[checkout].paidWith === 'redirectUrl'

export const isMobile = (checkout: Checkout): checkout is MobileCheckout => KINDS[checkout].paidWith === 'token'

/** True when a response lets the payer pay. The mobile SDK needs the token and the provider's id of the order. */
export function isPayableWith(
  checkout: Checkout,
  opened: { readonly redirectUrl?: string; readonly token?: string } | undefined,
  orderId: string | undefined,
): boolean {
  const { paidWith } = KINDS[checkout]
  if (paidWith === undefined) return true
  return opened?.[paidWith] !== undefined && (paidWith !== 'token' || orderId !== undefined)
}
