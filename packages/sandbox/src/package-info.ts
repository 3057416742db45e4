import manifest from '../package.json' with { type: 'json' }

/** The package version in `GET /_sandbox/health`. */
export const VERSION: string = manifest.version

/** The built checkout page. The path is the same from `src/` and from `dist/`. */
export const CHECKOUT_PAGE_FOLDER = new URL('../assets/checkout-page/', import.meta.url)
