import { type CspPolicy, type CspSource, pageHeaders } from '@galla/http-server/csp'
import { staticFiles } from '@galla/http-server/static-files'
import type { ShopSettings } from './settings.ts'

/** Where the built page lies, seen from the sources and from the bundle alike: both are two steps below the app. */
const FOLDER = new URL('../../dist/public/', import.meta.url)

const PAGES = new Set(['/', '/cart', '/pay', '/thanks', '/orders'])

export const isPage = (path: string): boolean => PAGES.has(path)

/** The page and its files. It may run its own scripts and the provider's one, frame the provider's page, and ask this server. */
export function shopPages({
  checkoutScript,
  paymentPages = [checkoutScript],
}: Pick<ShopSettings, 'checkoutScript' | 'paymentPages'>): (request: Request) => Promise<Response | undefined> {
  const policy: CspPolicy = {
    scripts: ["'self'", checkoutScript as CspSource],
    styles: ["'self'"],
    // The provider's own picture of a QR code comes as data.
    images: ["'self'", 'data:'],
    fonts: ["'self'"],
    connections: ["'self'"],
    frames: paymentPages.map((page) => new URL(page).origin as CspSource),
    // One policy, which lets one address through: see checkout-script.ts.
    trustedTypes: ['default'],
  }
  return staticFiles({
    root: FOLDER,
    mount: '/',
    index: {
      at: isPage,
      headers: () => pageHeaders(policy),
      whenMissing: 'The shop is not built yet. Build it with: npm run build',
    },
  })
}
