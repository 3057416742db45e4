import { expect, it } from 'vitest'
import { CartStore } from './cart-store.tsx'

/** Storage shared by several tabs: each write is announced to the other tabs, as browsers do. */
function sharedStorage() {
  let text: string | null = null
  let lastId = 0
  const tabs: { onChange: () => void; isWriting: () => boolean }[] = []
  const openTab = () => {
    let writing = false
    return new CartStore({
      read: () => text,
      write(next) {
        text = next
        writing = true
        for (const { onChange, isWriting } of tabs) if (!isWriting()) onChange()
        writing = false
      },
      newId: () => `0000000${++lastId}-0000-4000-8000-000000000000`,
      subscribe(onChange) {
        tabs.push({ onChange, isWriting: () => writing })
        return () => tabs.splice(0)
      },
    })
  }
  return { openTab }
}

it('shares one cart between two tabs', () => {
  const { openTab } = sharedStorage()
  const [first, second] = [openTab(), openTab()]
  let changes = 0
  first.subscribe(() => {})
  second.subscribe(() => changes++)
  first.setQuantity('assam', 2)
  expect(changes).toBe(1)
  expect(second.snapshot()).toEqual(first.snapshot())
})

it('replaces a paid cart, but not one that was started since', () => {
  const store = sharedStorage().openTab()
  store.setQuantity('assam', 2)
  const { cartId } = store.snapshot().cart
  store.replacePaid('6a1f0c6e-2d0b-4c9d-9a55-0123456789ab')
  expect(store.snapshot().cart).toMatchObject({ cartId, lines: [{ quantity: 2 }] })
  store.replacePaid(cartId)
  expect(store.snapshot().cart.lines).toEqual([])
  expect(store.snapshot().cart.cartId).not.toBe(cartId)
})
