import { type PageConclusion, readPageMessage, type ShopMessage } from '../frame/messages.ts'
import { type Overlay, openOverlay } from './overlay.ts'

export interface TransactInput {
  /** `redirectUrl` of the pay reply, unchanged. */
  tokenUrl: string
  /** Told once how the frame was left. Ask your server for the order's status either way: this word is no proof of payment. */
  callback?: (response: PageConclusion) => void
  /** `IFRAME` opens the page over yours; without it the browser goes to the page. */
  type?: 'IFRAME' | 'REDIRECT'
}

/** The provider's own script API. */
export interface CheckoutScript {
  /** @throws TypeError when `tokenUrl` is no http(s) address, or `callback` is missing in IFRAME mode. */
  transact(input: TransactInput): void
  /** Closes the frame by hand, without a word to the callback: whoever calls knows. */
  closePage(): void
}

interface Opening {
  overlay: Overlay
  nonce: string
  pageOrigin: string
  callback: (response: PageConclusion) => void
}

export function createCheckoutScript(shop: Window): CheckoutScript {
  let open: Opening | undefined

  const close = (word?: PageConclusion) => {
    const closing = open
    if (!closing) return
    open = undefined
    closing.overlay.close()
    if (word) closing.callback(word)
  }

  shop.addEventListener('message', (event) => {
    if (!open) return
    const { overlay, pageOrigin: origin, nonce } = open
    const word = readPageMessage(event, { source: overlay.frame.contentWindow, origin, nonce })
    if (word === 'READY') overlay.ready()
    else if (word) close(word)
  })

  return {
    transact({ tokenUrl, callback, type }) {
      const url = pageUrl(tokenUrl, shop)
      if (type !== 'IFRAME') {
        shop.location.assign(url.href)
        return
      }
      if (typeof callback !== 'function') {
        throw new TypeError('PhonePeCheckout.transact: callback must be a function when type is IFRAME')
      }
      close()
      const nonce = shop.crypto.getRandomValues(new Uint32Array(4)).join('-').padEnd(16, '-')
      const overlay = openOverlay(shop.document, url.href, () => close('USER_CANCEL'))
      const hello: ShopMessage = { checkout: 1, type: 'HELLO', nonce }
      overlay.frame.addEventListener('load', () => overlay.frame.contentWindow?.postMessage(hello, url.origin))
      open = { overlay, nonce, pageOrigin: url.origin, callback }
    },
    closePage: () => close(),
  }
}

function pageUrl(tokenUrl: string, shop: Window): URL {
  const url = readUrl(tokenUrl, shop.location.href)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new TypeError('PhonePeCheckout.transact: tokenUrl must be the redirectUrl of the pay reply, an http(s) address')
}

function readUrl(text: unknown, base: string): URL | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
