import addresses from './addresses.json' with { type: 'json' }

const docs: string | null = addresses.docs
const site = docs === null ? null : `${docs}/api/errors-by-code`

/**
 * Page with a section for each code, by the package whose codes they are: on the documentation site, or, while none is set in
 * `addresses.json`, the file that the package ships. Anchors are `<group>-<code>`: `gateway-reference-paid`, `check-database-tls`.
 */
export const ERRORS_URL: { readonly '@galla/gateway': string; readonly galla: string } = {
  '@galla/gateway': site ?? 'node_modules/@galla/gateway/docs/errors.md',
  galla: site ?? 'node_modules/galla/docs/errors.md',
}
