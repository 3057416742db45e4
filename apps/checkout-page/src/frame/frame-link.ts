import { type PageConclusion, type PageMessage, readShopMessage } from './messages.ts'

/** How the page ends: by going back to the shop, or, inside the shop's own page, by telling the script that opened it. */
export interface FrameLink {
  /** True when the page is shown inside another one. */
  readonly framed: boolean
  /** True once the shop's script has made itself known. */
  readonly linked: boolean
  conclude(word: PageConclusion): void
  subscribe(listener: () => void): () => void
}

/** Listens from the first moment: the script greets as soon as the frame has loaded. */
export function openFrameLink(self: Window = window): FrameLink {
  const framed = self.parent !== self
  const listeners = new Set<() => void>()
  let shop: { origin: string; nonce: string } | undefined

  const say = (type: PageMessage['type']) => {
    if (!shop) return
    const message: PageMessage = { checkout: 1, type, nonce: shop.nonce }
    self.parent.postMessage(message, shop.origin)
  }
  if (framed) {
    self.addEventListener('message', (event) => {
      const greeting = readShopMessage(event, self.parent)
      if (!greeting) return
      shop = greeting
      say('READY')
      for (const listener of listeners) listener()
    })
  }
  return {
    framed,
    get linked() {
      return shop !== undefined
    },
    conclude: say,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
