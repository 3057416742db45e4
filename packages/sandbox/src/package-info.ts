/** The package's version, as `GET /_sandbox/health` tells it; a test holds it to package.json. */
export const VERSION = '0.1.0'

/** Where the built page lies: one step up from the sources, and one step up from the bundle. */
export const CHECKOUT_PAGE_FOLDER = new URL('../assets/checkout-page/', import.meta.url)
