/** The package version in `GET /_sandbox/health`. A test compares it with package.json. */
export const VERSION = '0.1.0'

/** The built checkout page. The path is the same from `src/` and from `dist/`. */
export const CHECKOUT_PAGE_FOLDER = new URL('../assets/checkout-page/', import.meta.url)
