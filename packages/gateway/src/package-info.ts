/** The package's version, as the console shows it; a test holds it to package.json. */
export const VERSION = '0.1.0'

/** Put together here, as bundlers take a written-out address for a file of theirs, and this is a folder. */
const BESIDE = ['..', 'assets', 'console', ''].join('/')

/** Where the built console lies: one step up from the sources, and one step up from the bundle. */
export const CONSOLE_FOLDER = new URL(BESIDE, import.meta.url)
