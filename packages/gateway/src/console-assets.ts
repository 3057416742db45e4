/** Where the built console lies: one step up from the sources, and one step up from the bundle. */
export const CONSOLE_FOLDER = new URL('../assets/console/', import.meta.url)
