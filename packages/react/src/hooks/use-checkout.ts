import { useCallback, useEffect, useRef, useState } from 'react'
import { storeOrder } from '../core/browser.ts'
import { openFrame } from '../core/checkout-frame.ts'
import { pageAddress } from '../core/upi.ts'
import { useDesk } from './provider.tsx'

/**
 * How the payment page was left. It says nothing about money, whichever it is: `next` is the only thing to do.
 * `concluded`: the page came to an end, good or bad. `left`: the payer dismissed it. `closed`: you did.
 */
export interface CheckoutResult {
  readonly next: 'ask-the-server'
  readonly how: 'concluded' | 'left' | 'closed'
  /** As given to `close`. */
  readonly reason?: string
}

/** An order that the shop's server has just opened for the provider's page. */
export interface OpenedOrder {
  readonly payerToken: string
  readonly redirectUrl: string
}

export interface UseCheckout {
  readonly status: 'idle' | 'opening' | 'open'
  /**
   * Sends the payer to the page. With `redirect` the browser leaves, and the promise resolves only if the payer
   * comes back by the browser's own button to this very page; with `iframe` it resolves when the page is left. @throws Error when the address is none, or the script does not load.
   */
  open(order: OpenedOrder): Promise<CheckoutResult>
  /** Closes the frame by hand, or calls it off while it opens. The payment, if one is under way, still counts. */
  close(reason: string): void
}

/** The provider's page, by redirect or over the shop's own. The order is asked for at the server after every result. */
export function useCheckout({ mode = 'redirect' }: { mode?: 'redirect' | 'iframe' } = {}): UseCheckout {
  const { checkoutScript, sessionOf } = useDesk()
  const [status, setStatus] = useState<UseCheckout['status']>('idle')
  const frame = useRef<AbortController | undefined>(undefined)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      frame.current?.abort('unmounted')
    }
  }, [])

  const open = useCallback(
    async ({ payerToken, redirectUrl }: OpenedOrder): Promise<CheckoutResult> => {
      const tokenUrl = pageAddress(redirectUrl)
      if (!tokenUrl) throw new TypeError('checkout: redirectUrl must be the http(s) address that the server was given')
      if (mode === 'iframe' && !checkoutScript) {
        throw new TypeError("checkout: mode 'iframe' needs <GallaProvider checkoutScript>")
      }
      setStatus('opening')
      storeOrder(payerToken)
      if (mode === 'redirect' || !checkoutScript) {
        const back = backFromHistory()
        location.assign(tokenUrl)
        await back
        setStatus('idle')
        void sessionOf(payerToken).look()
        return { next: 'ask-the-server', how: 'left' }
      }
      const closing = new AbortController()
      frame.current = closing
      // The page may have gone while its server was still opening the order.
      if (gone.current) closing.abort('unmounted')
      try {
        const { signal } = closing
        const how = await openFrame({ scriptUrl: checkoutScript, tokenUrl, opened: () => setStatus('open'), signal })
        void sessionOf(payerToken).look()
        return { next: 'ask-the-server', how, ...(how === 'closed' && { reason: String(signal.reason) }) }
      } finally {
        if (frame.current === closing) frame.current = undefined
        setStatus('idle')
      }
    },
    [checkoutScript, mode, sessionOf],
  )
  const close = useCallback((reason: string) => frame.current?.abort(reason), [])
  return { status, open, close }
}

/** A page that the browser kept whole and shows again carries on where it was. */
function backFromHistory(): Promise<void> {
  return new Promise((resolve) => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      window.removeEventListener('pageshow', shown)
      resolve()
    }
    window.addEventListener('pageshow', shown)
  })
}
