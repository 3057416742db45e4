/** The package's version, as the console shows it; a test holds it to package.json. */
export const VERSION = '0.1.0'
