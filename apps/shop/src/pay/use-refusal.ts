import { useState } from 'react'
import { useCart } from '../cart/use-cart.tsx'
import { useOrders } from '../orders/use-orders.tsx'
import { go } from '../route.tsx'
import { ShopError } from '../shop-client.ts'
import type { Words } from '../words/en.ts'

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
