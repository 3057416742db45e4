/** Where the built page lies: one step up from the sources, and one step up from the bundle. */
export const CHECKOUT_PAGE_FOLDER = new URL('../assets/checkout-page/', import.meta.url)
