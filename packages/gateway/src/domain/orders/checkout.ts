import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { Checkout, MobileCheckout } from '@galla/contract/gateway-api/orders'

/** The provider's product: its calls, and the events of its callbacks. */
export type Product = 'standardCheckout' | 'customCheckout' | 'links'

/** How orders of one checkout are opened at the provider and paid. */
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
} as const satisfies { readonly [One in Checkout]: CheckoutKind }

export const productOf = <One extends Checkout>(checkout: One): (typeof KINDS)[One]['product'] =>
  KINDS[checkout].product

/** Checkouts of `orders.start`; a link is created by `links.create`. */
export const STARTED_CHECKOUTS = (Object.keys(KINDS) as readonly Checkout[]).filter(
  (checkout): checkout is StartOrder['checkout'] => productOf(checkout) !== 'links',
)

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
