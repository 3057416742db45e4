/** Messages between the shop's script and the framed page. The nonce ties both to one opening of the frame. */
export interface ShopMessage {
  checkout: 1
  type: 'HELLO'
  nonce: string
}

/** `READY`: the page has a close button of its own. `AWAY`: the page is left, as when it is loaded again. */
export interface PageMessage {
  checkout: 1
  type: 'READY' | 'AWAY' | PageConclusion
  nonce: string
}

/** The two results that the provider's script reports to the shop. Neither proves anything about the payment. */
export type PageConclusion = 'USER_CANCEL' | 'CONCLUDED'

/** The fields of a `MessageEvent` that the checks read. */
interface ReceivedMessage {
  data: unknown
  origin: string
  source: unknown
}

/** The shop's greeting, if it came from the window that frames this page and from a real origin. */
export function readShopMessage(
  event: ReceivedMessage,
  parent: unknown,
): { origin: string; nonce: string } | undefined {
  if (event.source !== parent || !/^https?:\/\//.test(event.origin)) return undefined
  const { checkout, type, nonce } = fieldsOf(event.data)
  if (checkout !== 1 || type !== 'HELLO' || typeof nonce !== 'string' || nonce.length < 16) return undefined
  return { origin: event.origin, nonce }
}

/** The page's message, if it came from the expected frame and origin and carries the nonce of this opening. */
export function readPageMessage(
  event: ReceivedMessage,
  expected: { source: unknown; origin: string; nonce: string },
): PageMessage['type'] | undefined {
  const { checkout, type, nonce } = fieldsOf(event.data)
  if (event.origin !== expected.origin || checkout !== 1 || nonce !== expected.nonce) return undefined
  // The window of a page that is left is gone when its last message arrives.
  if (event.source !== expected.source && !(type === 'AWAY' && event.source === null)) return undefined
  return type === 'READY' || type === 'AWAY' || type === 'USER_CANCEL' || type === 'CONCLUDED' ? type : undefined
}

function fieldsOf(data: unknown): { checkout?: unknown; type?: unknown; nonce?: unknown } {
  return typeof data === 'object' && data !== null ? data : {}
}

/** The page's connection to the shop's script, when the page is shown in a frame. */
export interface FrameLink {
  /** True when the page is in a frame. */
  readonly framed: boolean
  /** True once the shop's script has sent its greeting. */
  readonly linked: boolean
  /** Reports that the page shows a close button: the script removes its own one. */
  ready(): void
  /** Reports the result; the script then closes the frame. */
  conclude(result: PageConclusion): void
  subscribe(listener: () => void): () => void
}

/** Must run before the frame's load event, on which the script sends its greeting. */
export function openFrameLink(self: Window = window): FrameLink {
  const framed = self.parent !== self
  const listeners = new Set<() => void>()
  let shop: { origin: string; nonce: string } | undefined
  let isReady = false

  const post = (type: PageMessage['type']) => {
    if (!shop) return
    const message: PageMessage = { checkout: 1, type, nonce: shop.nonce }
    self.parent.postMessage(message, shop.origin)
  }
  if (framed) {
    self.addEventListener('message', (event) => {
      const greeting = readShopMessage(event, self.parent)
      if (!greeting) return
      shop = greeting
      for (const listener of listeners) listener()
    })
    self.addEventListener('pagehide', () => post('AWAY'))
    // Also after the back/forward cache.
    self.addEventListener('pageshow', () => isReady && post('READY'))
  }
  return {
    framed,
    get linked() {
      return shop !== undefined
    },
    ready() {
      isReady = true
      post('READY')
    },
    conclude: post,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
