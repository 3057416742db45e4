import type { BrowserOS } from '@galla/contract/provider/payment-mode'

/** The device's system in the provider's words, which a collect request must carry. */
export function deviceOS(userAgent: string): BrowserOS {
  if (/Android/i.test(userAgent)) return 'Android'
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'iOS'
  if (/Windows/i.test(userAgent)) return 'Windows'
  return /Macintosh|Mac OS X/i.test(userAgent) ? 'Mac OS' : 'Other'
}
