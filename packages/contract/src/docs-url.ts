/** Where the documentation site is published, without a slash at its end. */
export const DOCS_URL = 'https://galla-payments.github.io/galla'

/** Its page with a section for each code. Anchors are `<group>-<code>`: `gateway-reference-paid`, `check-database-tls`. */
export const ERRORS_URL: string = `${DOCS_URL}/api/errors-by-code`
