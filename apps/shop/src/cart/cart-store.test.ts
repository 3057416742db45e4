import { expect, it } from 'vitest'
import { CartStore } from './cart-store.tsx'

/** Storage that two tabs share, as a browser has it: the other tab hears of each write. */
function shared() {
  let text: string | null = null
  let minted = 0
  const tabs: { changed: () => void; own: () => boolean }[] = []
  const tab = () => {
    let writing = false
    const store = new CartStore({
      read: () => text,
      write(next) {
        text = next
        writing = true
        for (const { changed, own } of tabs) if (!own()) changed()
        writing = false
      },
      mint: () => `0000000${++minted}-0000-4000-8000-000000000000`,
      watch(changed) {
        tabs.push({ changed, own: () => writing })
        return () => tabs.splice(0)
      },
    })
    return store
  }
  return { tab }
}

it('is one cart in two tabs', () => {
  const { tab } = shared()
  const [one, other] = [tab(), tab()]
  let heard = 0
  one.subscribe(() => {})
  other.subscribe(() => heard++)
  one.put('assam', 2)
  expect(heard).toBe(1)
  expect(other.snapshot()).toEqual(one.snapshot())
})

it('is a new one after it was paid, and only after it was: another that was begun meanwhile stays', () => {
  const store = shared().tab()
  store.put('assam', 2)
  const { cartId } = store.snapshot().cart
  store.renewAfter('6a1f0c6e-2d0b-4c9d-9a55-0123456789ab')
  expect(store.snapshot().cart).toMatchObject({ cartId, lines: [{ quantity: 2 }] })
  store.renewAfter(cartId)
  expect(store.snapshot().cart.lines).toEqual([])
  expect(store.snapshot().cart.cartId).not.toBe(cartId)
})
