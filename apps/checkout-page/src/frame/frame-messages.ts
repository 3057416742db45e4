/** What the shop's script and the framed page say to each other. The nonce ties both to one opening of the page. */
export interface ShopMessage {
  checkout: 1
  type: 'HELLO'
  nonce: string
}

export interface PageMessage {
  checkout: 1
  type: 'READY' | PageConclusion
  nonce: string
}

/** The two words that the provider's script hands to the shop. Neither says anything about money. */
export type PageConclusion = 'USER_CANCEL' | 'CONCLUDED'

interface Heard {
  data: unknown
  origin: string
  source: unknown
}

/** The shop's greeting, if it came from the window that frames us and from a real origin. */
export function readShopMessage(event: Heard, parent: unknown): { origin: string; nonce: string } | undefined {
  if (event.source !== parent || !/^https?:\/\//.test(event.origin)) return undefined
  const { checkout, type, nonce } = fields(event.data)
  if (checkout !== 1 || type !== 'HELLO' || typeof nonce !== 'string' || nonce.length < 16) return undefined
  return { origin: event.origin, nonce }
}

/** The page's word, if it came from our frame, from the page's own origin, and answers this very opening. */
export function readPageMessage(
  event: Heard,
  expected: { source: unknown; origin: string; nonce: string },
): PageMessage['type'] | undefined {
  if (event.source !== expected.source || event.origin !== expected.origin) return undefined
  const { checkout, type, nonce } = fields(event.data)
  if (checkout !== 1 || nonce !== expected.nonce) return undefined
  return type === 'READY' || type === 'USER_CANCEL' || type === 'CONCLUDED' ? type : undefined
}

function fields(data: unknown): { checkout?: unknown; type?: unknown; nonce?: unknown } {
  return typeof data === 'object' && data !== null ? data : {}
}

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
