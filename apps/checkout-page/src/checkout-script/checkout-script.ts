import { type PageConclusion, readPageMessage, type ShopMessage } from '../frame/frame-messages.ts'

declare global {
  interface Window {
    PhonePeCheckout: CheckoutScript
  }
}

/** Input of `PhonePeCheckout.transact`. */
interface TransactInput {
  /** `redirectUrl` of the pay reply, unchanged. */
  tokenUrl: string
  /** Called once, when the frame closes. Read the order's status on your server either way: the response does not prove a payment. */
  callback?: (response: PageConclusion) => void
  /** `IFRAME` opens the page over yours; otherwise the browser navigates to it. */
  type?: 'IFRAME' | 'REDIRECT'
}

/** API of the provider's browser script. */
interface CheckoutScript {
  /** @throws TypeError when `tokenUrl` is not an http(s) URL, or `callback` is missing in IFRAME mode. */
  transact(input: TransactInput): void
  /** Closes the frame without calling the callback. */
  closePage(): void
}

interface OpenFrame {
  overlay: Overlay
  nonce: string
  pageOrigin: string
  callback: (response: PageConclusion) => void
}

window.PhonePeCheckout = createCheckoutScript(window)

function createCheckoutScript(shop: Window): CheckoutScript {
  let open: OpenFrame | undefined

  const close = (result?: PageConclusion) => {
    const closing = open
    if (!closing) return
    open = undefined
    closing.overlay.close()
    if (result) closing.callback(result)
  }

  shop.addEventListener('message', (event) => {
    if (!open) return
    const { overlay, pageOrigin: origin, nonce } = open
    const message = readPageMessage(event, { source: overlay.frame.contentWindow, origin, nonce })
    if (message === 'READY') overlay.onReady()
    else if (message === 'AWAY') overlay.onAway()
    else if (message) close(message)
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
      overlay.frame.addEventListener('load', () => {
        // An error page of the browser or of a proxy may have been loaded: only the page says that it is ready.
        overlay.onAway()
        overlay.frame.contentWindow?.postMessage(hello, url.origin)
      })
      open = { overlay, nonce, pageOrigin: url.origin, callback }
    },
    closePage: () => close(),
  }
}

function pageUrl(tokenUrl: string, shop: Window): URL {
  const url = parseUrl(tokenUrl, shop.location.href)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new TypeError('PhonePeCheckout.transact: tokenUrl must be the redirectUrl of the pay reply, an http(s) URL')
}

function parseUrl(text: unknown, base: string): URL | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

interface Overlay {
  readonly frame: HTMLIFrameElement
  /** The page has its own close button now: removes the overlay's. */
  onReady(): void
  /** The page may have none, as while it is loaded: shows the overlay's, and takes the focus, so that Escape closes the frame. */
  onAway(): void
  close(): void
}

/**
 * The frame over the shop's page, in a modal `<dialog>`: the browser keeps the focus inside, makes the rest inert and
 * restores the focus afterwards. Styled through the CSSOM, which a strict content security policy allows.
 */
function openOverlay(document: Document, url: string, onDismiss: () => void): Overlay {
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
  // A sheet over the dimmed shop; on a phone the whole screen.
  const margin = 'clamp(0px, (100vw - 640px) * 9, 32px)'
  Object.assign(frame.style, {
    width: 'min(100%, 1040px)',
    height: `calc(100% - 2 * ${margin})`,
    margin: `${margin} auto`,
    border: '0',
    borderRadius: 'clamp(0px, (100vw - 640px) * 9, 12px)',
    display: 'block',
    colorScheme: 'light dark',
  })

  const closeButton = document.createElement('button')
  closeButton.type = 'button'
  closeButton.setAttribute('aria-label', 'Close payment')
  closeButton.textContent = '×'
  Object.assign(closeButton.style, {
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

  closeButton.addEventListener('click', onDismiss)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onDismiss()
  })
  dialog.append(frame)
  // Not the button, which a second press of Enter would click.
  dialog.tabIndex = -1
  dialog.style.outline = 'none'
  const onAway = () => {
    dialog.append(closeButton)
    dialog.focus()
  }
  document.body.append(dialog)
  const overflow = document.documentElement.style.overflow
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()
  onAway()

  return {
    frame,
    onAway,
    onReady() {
      closeButton.remove()
      frame.focus()
    },
    close() {
      document.documentElement.style.overflow = overflow
      dialog.close()
      dialog.remove()
    },
  }
}
