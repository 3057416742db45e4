import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { FoundCart } from './cart.ts'
import type { CartStore } from './cart-store.ts'

const CartContext = createContext<CartStore | undefined>(undefined)

export function CartProvider({ store, children }: { store: CartStore; children: ReactNode }) {
  return <CartContext value={store}>{children}</CartContext>
}

export function useCart(): FoundCart & { store: CartStore } {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart needs <CartProvider> above it')
  return { ...useSyncExternalStore(store.subscribe, store.snapshot), store }
}
