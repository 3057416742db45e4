import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { ProductId } from '../products/catalogue.ts'
import { type FoundCart, readCart, withQuantity, writeCart } from './cart.ts'

export interface CartPorts {
  /** The text that this device keeps; null when it keeps none. Neither may throw. */
  read(): string | null
  write(text: string): void
  /** A new cart's id. */
  mint(): string
  /** Calls back when another tab has written. Returns the way to stop. */
  watch(changed: () => void): () => void
}

const KEY = 'tea-cart'

/** One cart for all tabs of a browser, kept over reloads. An external store: `subscribe` and `snapshot` fit React's hook. */
export class CartStore {
  readonly #ports: CartPorts
  readonly #listeners = new Set<() => void>()
  #found: FoundCart
  #unwatch = () => {}

  constructor(ports: CartPorts) {
    this.#ports = ports
    this.#found = readCart(ports.read(), ports.mint)
  }

  readonly snapshot = (): FoundCart => this.#found

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unwatch = this.#ports.watch(this.#readAgain)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#unwatch()
    }
  }

  put(productId: ProductId, quantity: number): void {
    this.#keep({ cart: withQuantity(this.#found.cart, productId, quantity), gone: 0 })
  }

  /** It was paid: the next one has an id of its own. Says nothing of a cart that is another by now. */
  renewAfter(cartId: string): void {
    if (this.#found.cart.cartId === cartId) this.#keep({ cart: { cartId: this.#ports.mint(), lines: [] }, gone: 0 })
  }

  readonly #readAgain = () => {
    this.#found = readCart(this.#ports.read(), this.#ports.mint)
    this.#tell()
  }

  #keep(found: FoundCart): void {
    this.#found = found
    this.#ports.write(writeCart(found.cart))
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Kept in the browser; where storage is denied, the cart lasts as long as the page. */
export function browserCart(): CartStore {
  return new CartStore({
    read() {
      try {
        return localStorage.getItem(KEY)
      } catch {
        return null
      }
    },
    write(text) {
      try {
        localStorage.setItem(KEY, text)
      } catch {
        // Denied or full.
      }
    },
    mint: () => crypto.randomUUID(),
    watch(changed) {
      const heard = ({ key }: StorageEvent) => {
        if (key === KEY || key === null) changed()
      }
      window.addEventListener('storage', heard)
      return () => window.removeEventListener('storage', heard)
    },
  })
}

const CartContext = createContext<CartStore | undefined>(undefined)

export function CartProvider({ store, children }: { store: CartStore; children: ReactNode }) {
  return <CartContext value={store}>{children}</CartContext>
}

export function useCart(): FoundCart & { store: CartStore } {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart needs <CartProvider> above it')
  return { ...useSyncExternalStore(store.subscribe, store.snapshot), store }
}
