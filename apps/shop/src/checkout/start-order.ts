import type { Checkout } from '@galla/contract/gateway-api/orders'
import { storeOrder } from '@galla/react'
import { useState } from 'react'
import { type Cart, quantitiesOf } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.tsx'
import type { Messages } from '../i18n/en.ts'
import type { Locale } from '../i18n/locales.ts'
import { storeOpen, useOrders } from '../orders/orders-provider.tsx'
import { navigate } from '../router.tsx'
import { callShop, type OrderForPayer, ShopError } from '../shop-api.ts'

/** Starts an order for the cart on the server, and stores its token for this tab. @throws ShopError */
export async function startOrder({ cartId, lines }: Cart, checkout: Checkout, locale: Locale): Promise<OrderForPayer> {
  const order = await callShop('POST /api/orders', { cartId, lines: quantitiesOf(lines), checkout, locale })
  storeOrder(order.payerToken)
  storeOpen(true)
  return order
}

/** The message for an order that did not start. A cart that is already paid leads to its order instead. */
export function useStartError() {
  const { cart, store } = useCart()
  const { refresh } = useOrders()
  const [message, setMessage] = useState<keyof Messages>()
  const handleError = (error: unknown) => {
    const code = error instanceof ShopError ? error.code : 'NO_ANSWER'
    if (code === 'CART_PAID') {
      store.replacePaid(cart.cartId)
      refresh()
      return navigate('/orders', { note: 'cartPaid' })
    }
    if (code === 'CART_IN_REVIEW') return setMessage('cartInReview')
    setMessage(code === 'UNAVAILABLE' || code === 'NO_ANSWER' ? 'startFailed' : 'cartRefused')
  }
  return { message, handleError, clear: () => setMessage(undefined) }
}
