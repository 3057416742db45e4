import { type PageConclusion, readPageMessage, type ShopMessage } from '../frame/frame-messages.ts'

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

export interface Overlay {
  readonly frame: HTMLIFrameElement
  /** The page is up and offers its own way out: ours steps aside. */
  ready(): void
  close(): void
}

/**
 * The frame over the shop's page: a modal `<dialog>`, so that the browser keeps focus inside, makes the rest inert and
 * gives focus back at the end. Styled through the object model, which a strict policy of the shop allows.
 */
export function openOverlay(document: Document, url: string, dismissed: () => void): Overlay {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Payment')
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'rgb(20 17 12 / 60%)',
  })

  const frame = document.createElement('iframe')
  frame.title = 'Payment'
  frame.src = url
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' })

  const exit = document.createElement('button')
  exit.type = 'button'
  exit.setAttribute('aria-label', 'Close payment')
  exit.textContent = '×'
  Object.assign(exit.style, {
    position: 'absolute',
    top: '8px',
    right: '8px',
    width: '44px',
    height: '44px',
    border: '0',
    borderRadius: '6px',
    background: '#fffdf8',
    color: '#211c15',
    font: '24px sans-serif',
    cursor: 'pointer',
  })

  exit.addEventListener('click', dismissed)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    dismissed()
  })
  dialog.append(frame, exit)
  document.body.append(dialog)
  const overflow = document.documentElement.style.overflow
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()

  return {
    frame,
    ready() {
      exit.remove()
      frame.focus()
    },
    close() {
      document.documentElement.style.overflow = overflow
      dialog.close()
      dialog.remove()
    },
  }
}

declare global {
  interface Window {
    PhonePeCheckout: CheckoutScript
  }
}

window.PhonePeCheckout = createCheckoutScript(window)
