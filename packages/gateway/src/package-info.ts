import manifest from '../package.json' with { type: 'json' }

/** Version of the package, shown in the console. */
export const VERSION: string = manifest.version

/** Joined at run time: bundlers resolve a literal URL as a file, and this is a folder. */
const BESIDE = ['..', 'assets', 'console', ''].join('/')

/** Folder of the built console; the same relative path from `src/` and from `dist/`. */
export const CONSOLE_FOLDER = new URL(BESIDE, import.meta.url)
