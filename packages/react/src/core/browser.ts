import type { BrowserOS } from '@galla/contract/provider/payment-mode'

/** Use of the page: status checks pause while the page is hidden or offline. */
export interface Presence {
  /** True while the page is visible and the device is online. */
  readonly active: boolean
  /** True while the device is online. */
  readonly online: boolean
  /**
   * Calls `onChange` when `active` or `online` changes, and when the page returns from the back/forward cache.
   * Returns a function that unsubscribes.
   */
  subscribe(onChange: () => void): () => void
}

/** Presence of this document, from `visibilitychange`, `online`, `offline` and `pageshow`. */
export function browserPresence(): Presence {
  return {
    get active() {
      return !document.hidden && navigator.onLine
    },
    get online() {
      return navigator.onLine
    },
    subscribe(onChange) {
      const controller = new AbortController()
      const { signal } = controller
      // Timers do not run while a page is in the back/forward cache.
      const onPageShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) onChange()
      }
      document.addEventListener('visibilitychange', onChange, { signal })
      window.addEventListener('online', onChange, { signal })
      window.addEventListener('offline', onChange, { signal })
      window.addEventListener('pageshow', onPageShow, { signal })
      return () => controller.abort()
    },
  }
}

/** Operating system in the provider's spelling. A collect request must carry it. */
export function deviceOS(userAgent: string): BrowserOS {
  if (/Android/i.test(userAgent)) return 'Android'
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'iOS'
  if (/Windows/i.test(userAgent)) return 'Windows'
  return /Macintosh|Mac OS X/i.test(userAgent) ? 'Mac OS' : 'Other'
}

/** True when the device is a handheld with a touch screen, where UPI apps may be installed. The pointer decides, not the user agent. */
export function isPhone(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches
}

const STORAGE_KEY = 'galla-order'

/**
 * Stores an order's `payerToken` in `sessionStorage`. The page to which the payer returns reads the token with `storedOrder()`. If the
 * browser denies storage, the function does nothing, and your page must get the token from your server. `<CheckoutButton>` and
 * `useCheckout` call this function.
 *
 * @example
 * ```ts
 * storeOrder(payerToken)
 * ```
 */
export function storeOrder(payerToken: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, payerToken)
  } catch {
    // Storage is denied.
  }
}

/**
 * The `payerToken` of the order that this tab started last; undefined when the tab started no order or the browser denies storage.
 *
 * @example
 * ```tsx
 * <PaymentStatus payerToken={storedOrder() ?? tokenFromYourServer} />
 * ```
 */
export function storedOrder(): string | undefined {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}
