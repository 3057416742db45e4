/** Version of the package, shown in the console. A test compares it with package.json. */
export const VERSION = '0.1.0'

/** Joined at run time: bundlers resolve a literal URL as a file, and this is a folder. */
const BESIDE = ['..', 'assets', 'console', ''].join('/')

/** Folder of the built console; the same relative path from `src/` and from `dist/`. */
export const CONSOLE_FOLDER = new URL(BESIDE, import.meta.url)
