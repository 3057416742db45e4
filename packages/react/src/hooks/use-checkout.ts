import { useCallback, useEffect, useRef, useState } from 'react'
import { storeOrder } from '../core/browser.ts'
import { type FrameExit, openCheckoutFrame } from '../core/checkout-frame.ts'
import { webUrl } from '../core/upi.ts'
import { useGalla } from './provider.tsx'

/** The payer's exit from the provider's page. The exit does not prove a payment: check the order's status after every result. */
export interface CheckoutResult {
  /** Always `check-status`: show `<PaymentStatus>`, or read the order on your server. */
  readonly next: 'check-status'
  /** `concluded`: the page reached an end, good or bad. `dismissed`: the payer left the page. `closed`: your page closed the frame. */
  readonly exit: FrameExit
  /** The reason given to `close`, or `unmounted`; only with `exit: 'closed'`. */
  readonly reason?: string
}

/** The part of `gateway.orders.start`'s result that a checkout on the provider's page needs. */
export interface StartedOrder {
  /** Token that gives the browser access to this order only. */
  readonly payerToken: string
  /** URL of the provider's page. */
  readonly redirectUrl: string
}

/** Result of `useCheckout`. */
export interface UseCheckoutResult {
  /** `opening`: from the call of `open` until the frame is visible or the browser navigates. `open`: while the frame is visible. */
  readonly status: 'idle' | 'opening' | 'open'
  /**
   * Opens the provider's page. With `redirect`, the browser navigates; the promise resolves only if the payer returns through the
   * back/forward cache. With `iframe`, the promise resolves when the frame closes.
   *
   * @throws TypeError when `redirectUrl` is not an http(s) URL, or when `mode` is `iframe` and `checkoutScript` is missing.
   * @throws Error when the provider's script does not load.
   */
  open(order: StartedOrder): Promise<CheckoutResult>
  /** Closes the frame, or cancels the opening of the frame. A payment in progress continues. */
  close(reason: string): void
}

/** Options of `useCheckout()`. */
export interface UseCheckoutOptions {
  /** Way in which the hosted page opens. @default 'redirect' */
  mode?: 'redirect' | 'iframe'
}

/**
 * Opens the provider's page, by redirect or in a frame over your page. `<CheckoutButton>` is this hook with a button.
 *
 * @param options `mode`: `redirect` (default) or `iframe`, which needs `<GallaProvider checkoutScript>`.
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * const { status, open, close } = useCheckout({ mode: 'iframe' })
 * const pay = async () => {
 *   await open(await startOrder())
 *   navigate('/thanks')
 * }
 * ```
 */
export function useCheckout({ mode = 'redirect' }: UseCheckoutOptions = {}): UseCheckoutResult {
  const { checkoutScript, sessionOf } = useGalla()
  const [status, setStatus] = useState<UseCheckoutResult['status']>('idle')
  const frame = useRef<AbortController | undefined>(undefined)
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
      frame.current?.abort('unmounted')
    }
  }, [])

  const open = useCallback(
    async ({ payerToken, redirectUrl }: StartedOrder): Promise<CheckoutResult> => {
      const tokenUrl = webUrl(redirectUrl)
      if (!tokenUrl)
        throw new TypeError('checkout: redirectUrl must be the http(s) URL that gateway.orders.start returned')
      if (mode === 'iframe' && !checkoutScript) {
        throw new TypeError("checkout: mode 'iframe' needs <GallaProvider checkoutScript>")
      }
      setStatus('opening')
      storeOrder(payerToken)
      if (mode === 'redirect' || !checkoutScript) {
        const returned = returnFromHistory()
        location.assign(tokenUrl)
        await returned
        setStatus('idle')
        void sessionOf(payerToken).refresh()
        return { next: 'check-status', exit: 'dismissed' }
      }
      const closing = new AbortController()
      frame.current = closing
      // The component may have unmounted while the server was starting the order.
      if (unmounted.current) closing.abort('unmounted')
      try {
        const { signal } = closing
        const onOpen = () => setStatus('open')
        const exit = await openCheckoutFrame({ scriptUrl: checkoutScript, tokenUrl, onOpen, signal })
        void sessionOf(payerToken).refresh()
        return { next: 'check-status', exit, ...(exit === 'closed' && { reason: String(signal.reason) }) }
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

/** Resolves when the browser restores this document from its back/forward cache. */
export function returnFromHistory(): Promise<void> {
  return new Promise((resolve) => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      window.removeEventListener('pageshow', onPageShow)
      resolve()
    }
    window.addEventListener('pageshow', onPageShow)
  })
}
