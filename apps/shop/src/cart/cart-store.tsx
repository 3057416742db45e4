import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import type { ProductId } from '../products/catalogue.ts'
import { parseCart, type RestoredCart, serializeCart, withQuantity } from './cart.ts'

export interface CartStoreDependencies {
  /** The stored text, or null. Must not throw. */
  read(): string | null
  /** Must not throw. */
  write(text: string): void
  newId(): string
  /** Calls `onChange` when another tab has written. Returns a function that unsubscribes. */
  subscribe(onChange: () => void): () => void
}

const STORAGE_KEY = 'tea-cart'

/** One cart for all tabs of a browser. `subscribe` and `snapshot` fit React's `useSyncExternalStore`. */
export class CartStore {
  readonly #dependencies: CartStoreDependencies
  readonly #listeners = new Set<() => void>()
  #current: RestoredCart
  #unsubscribe = () => {}

  constructor(dependencies: CartStoreDependencies) {
    this.#dependencies = dependencies
    this.#current = parseCart(dependencies.read(), dependencies.newId)
  }

  readonly snapshot = (): RestoredCart => this.#current

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unsubscribe = this.#dependencies.subscribe(this.#reload)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#unsubscribe()
    }
  }

  setQuantity(productId: ProductId, quantity: number): void {
    this.#save({ cart: withQuantity(this.#current.cart, productId, quantity), removedCount: 0 })
  }

  /** Starts an empty cart with a new id, if the paid cart is still the current one. */
  replacePaid(cartId: string): void {
    if (this.#current.cart.cartId !== cartId) return
    this.#save({ cart: { cartId: this.#dependencies.newId(), lines: [] }, removedCount: 0 })
  }

  readonly #reload = () => {
    this.#current = parseCart(this.#dependencies.read(), this.#dependencies.newId)
    this.#notify()
  }

  #save(next: RestoredCart): void {
    this.#current = next
    this.#dependencies.write(serializeCart(next.cart))
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** A cart in `localStorage`; where storage is denied, it lasts until the page is left. */
function browserCart(): CartStore {
  return new CartStore({
    read() {
      try {
        return localStorage.getItem(STORAGE_KEY)
      } catch {
        return null
      }
    },
    write(text) {
      try {
        localStorage.setItem(STORAGE_KEY, text)
      } catch {
        // Denied or full.
      }
    },
    newId: () => crypto.randomUUID(),
    subscribe(onChange) {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === STORAGE_KEY || key === null) onChange()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  })
}

const CartContext = createContext<CartStore | undefined>(undefined)

/** Provides the cart of this browser. */
export function BrowserCart({ children }: { children: ReactNode }) {
  const [store] = useState(browserCart)
  return <CartContext value={store}>{children}</CartContext>
}

export function useCart(): RestoredCart & { store: CartStore } {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart: the component must be inside <CartProvider>')
  return { ...useSyncExternalStore(store.subscribe, store.snapshot), store }
}
