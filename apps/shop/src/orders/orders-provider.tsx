import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { askShop, type ShownOrder } from '../shop-api.ts'
import { isBought } from './order-status.ts'

interface Orders {
  /** Newest first; undefined until they were heard of. */
  readonly orders: readonly ShownOrder[] | undefined
  readonly lost: boolean
  /** Asks the server now. */
  readonly look: () => void
}

const OrdersContext = createContext<Orders | undefined>(undefined)

/** What this browser has ordered. A cart that turns out to be paid makes room for a new one, in whichever tab it was paid. */
export function OrdersProvider({ children }: { children: ReactNode }) {
  const { store } = useCart()
  const [orders, setOrders] = useState<readonly ShownOrder[]>()
  const [lost, setLost] = useState(false)

  const look = useCallback(() => {
    askShop('GET /api/orders').then(
      (reply) => {
        setOrders(reply.orders)
        setLost(false)
        for (const order of reply.orders) if (isBought(order)) store.renewAfter(order.cartId)
      },
      () => setLost(true),
    )
  }, [store])
  useEffect(look, [look])

  const value = useMemo(() => ({ orders, lost, look }), [orders, lost, look])
  return <OrdersContext value={value}>{children}</OrdersContext>
}

export function useOrders(): Orders {
  const orders = useContext(OrdersContext)
  if (!orders) throw new Error('useOrders needs <OrdersProvider> above it')
  return orders
}
