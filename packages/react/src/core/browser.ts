import type { BrowserOS } from '@galla/contract/provider/payment-mode'

/** Whether anybody looks at the page, and whether there is a network. */
export interface Presence {
  readonly here: boolean
  readonly online: boolean
  /** Calls back on every change, and when the page comes back from the browser's history. Returns the way to stop. */
  watch(changed: () => void): () => void
}

export function browserPresence(): Presence {
  return {
    get here() {
      return !document.hidden && navigator.onLine
    },
    get online() {
      return navigator.onLine
    },
    watch(changed) {
      const stop = new AbortController()
      const { signal } = stop
      // A page that the browser kept whole and shows again: its timers slept.
      const shownAgain = ({ persisted }: PageTransitionEvent) => {
        if (persisted) changed()
      }
      document.addEventListener('visibilitychange', changed, { signal })
      window.addEventListener('online', changed, { signal })
      window.addEventListener('offline', changed, { signal })
      window.addEventListener('pageshow', shownAgain, { signal })
      return () => stop.abort()
    },
  }
}

/** The device's system in the provider's words, which a collect request must carry. */
export function deviceOS(userAgent: string): BrowserOS {
  if (/Android/i.test(userAgent)) return 'Android'
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'iOS'
  if (/Windows/i.test(userAgent)) return 'Windows'
  return /Macintosh|Mac OS X/i.test(userAgent) ? 'Mac OS' : 'Other'
}

/** A device held in the hand, where UPI apps may live. Asked of the pointer, not of the browser's name. */
export function isPhone(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches
}

const KEY = 'galla-order'

/** Keeps the order's token for this tab, so that the page which the payer comes back to can ask for the order. */
export function storeOrder(payerToken: string): void {
  try {
    sessionStorage.setItem(KEY, payerToken)
  } catch {
    // Storage may be denied: the shop's own page then has to bring the token.
  }
}

/** The order that this tab began last, if storage still knows it. */
export function storedOrder(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
