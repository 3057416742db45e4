import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { callShop, type OrderSummary } from '../shop-api.ts'
import { isCartPaid } from './order-status.ts'

interface Orders {
  /** Newest first; undefined until they are loaded. */
  readonly orders: readonly OrderSummary[] | undefined
  /** The last request failed. */
  readonly failed: boolean
  /** This browser had an open payment when the page was left. */
  readonly hadOpen: boolean
  readonly refresh: () => void
}

const OrdersContext = createContext<Orders | undefined>(undefined)

/** This browser's orders. A cart that was paid, in whichever tab, is replaced by a new one. */
export function OrdersProvider({ children }: { children: ReactNode }) {
  const { store } = useCart()
  const [orders, setOrders] = useState<readonly OrderSummary[]>()
  const [failed, setFailed] = useState(false)
  const [hadOpen] = useState(storedOpen)

  const refresh = useCallback(() => {
    callShop('GET /api/orders').then(
      (response) => {
        setOrders(response.orders)
        setFailed(false)
        storeOpen(response.orders.some((order) => order.resumable))
        for (const order of response.orders) if (isCartPaid(order)) store.replacePaid(order.cartId)
      },
      () => setFailed(true),
    )
  }, [store])
  useEffect(refresh, [refresh])

  const value = useMemo(() => ({ orders, failed, hadOpen, refresh }), [orders, failed, hadOpen, refresh])
  return <OrdersContext value={value}>{children}</OrdersContext>
}

export function useOrders(): Orders {
  const orders = useContext(OrdersContext)
  if (!orders) throw new Error('useOrders: the component must be inside <OrdersProvider>')
  return orders
}

const STORAGE_KEY = 'tea-open-payment'

function storedOpen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** For the next page, which loads the orders after it is drawn. */
export function storeOpen(open: boolean): void {
  try {
    if (open) localStorage.setItem(STORAGE_KEY, 'yes')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is denied: the strip appears when the orders are loaded.
  }
}
