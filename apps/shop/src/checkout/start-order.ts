import type { Checkout } from '@galla/contract/gateway-api/orders'
import { storeOrder } from '@galla/react'
import { useState } from 'react'
import { type Cart, quantitiesOf } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.tsx'
import type { Words } from '../i18n/en.ts'
import { useOrders } from '../orders/orders-provider.tsx'
import { go } from '../route.tsx'
import { askShop, type OpenedForPayer, ShopError } from '../shop-api.ts'

/** Has the server open an order for the cart, and keeps its token for this tab. @throws ShopError */
export async function startOrder({ cartId, lines }: Cart, checkout: Checkout): Promise<OpenedForPayer> {
  const opened = await askShop('POST /api/orders', { cartId, lines: quantitiesOf(lines), checkout })
  storeOrder(opened.payerToken)
  return opened
}

/** What to tell a payer whose order did not open. A cart that is paid already is no failure: the order is shown. */
export function useRefusal() {
  const { cart, store } = useCart()
  const { look } = useOrders()
  const [told, setTold] = useState<keyof Words>()
  const refused = (error: unknown) => {
    const code = error instanceof ShopError ? error.code : 'LOST'
    if (code === 'CART_PAID') {
      store.renewAfter(cart.cartId)
      look()
      return go('/orders', { note: 'cartPaid' })
    }
    setTold(code === 'AWAY' || code === 'LOST' ? 'startFailed' : 'cartRefused')
  }
  return { told, refused, clear: () => setTold(undefined) }
}
