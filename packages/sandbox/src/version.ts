/** The package's version, as `GET /_sandbox/health` tells it; a test holds it to package.json. */
export const VERSION = '0.1.0'
