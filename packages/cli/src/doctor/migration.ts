import { type Check, note, ok, problem } from './check.ts'
import { codeOf, findLines, formatPlaces } from './project.ts'

const PACKAGE_NAMES = ['@phonepe-pg/pg-sdk-node', 'pg-sdk-node']
const IMPORT = /(?:from|import|require\()\s*\(?\s*['"](?:@phonepe-pg\/)?pg-sdk-node(?:\/[^'"]*)?['"]/
const COMPAT_IMPORT = /['"]@galla\/sdk\/compat['"]/
const STRICT = /\bvalidation\s*:\s*['"`]strict['"`]/
const INTERNAL_IMPORT = /['"](?:@phonepe-pg\/)?pg-sdk-node\/[^'"]+['"]/

/** Checks whether the official package is still in use. */
export const officialPackage: Check = ({ project }) => {
  const listed = project.manifests.flatMap(({ path, dependencies }) =>
    PACKAGE_NAMES.filter((name) => name in dependencies).map((name) => ({ path, name })),
  )
  const compat = findLines(project.sources, COMPAT_IMPORT)
  const strict = project.sources.some((file) => STRICT.test(codeOf(file)))
  const imports = findLines(project.sources, IMPORT)
  const internalImports = findLines(project.sources, INTERNAL_IMPORT)
  return [
    ...(imports.length > 0
      ? [
          problem(
            `The official package is imported: ${formatPlaces(imports)}`,
            "import the same names from '@galla/sdk/compat'",
          ),
        ]
      : []),
    ...(internalImports.length > 0
      ? [
          problem(
            `An internal file of the official package is imported: ${formatPlaces(internalImports)}`,
            "import the name from '@galla/sdk/compat'; internal files have no counterpart",
          ),
        ]
      : []),
    ...(listed.length > 0
      ? [
          problem(
            listed.map(({ path, name }) => `${path} lists ${name}`).join(', '),
            `when nothing imports it any more: npm uninstall ${[...new Set(listed.map(({ name }) => name))].join(' ')}`,
          ),
        ]
      : []),
    ...(listed.length + imports.length === 0 ? [ok('The official package is not in use')] : []),
    ...(compat.length > 0 && !strict
      ? [
          note(
            `@galla/sdk/compat sends what the official package sends, unchecked: ${formatPlaces(compat)}`,
            "configure({ validation: 'strict' }) refuses what the provider would refuse, with the name of the field, before it is sent",
          ),
        ]
      : []),
    ...(project.manifests.some(({ dependencies }) => '@galla/sdk' in dependencies)
      ? []
      : [problem('package.json does not list @galla/sdk', 'npm install @galla/sdk')]),
  ]
}

interface ProtocolSign {
  readonly pattern: RegExp
  readonly name: string
  readonly fix: string
  /** A name that code for v2 can have as well: a sign only beside another one, or where no code is for v2. */
  readonly weak?: true
}

/** Code for version 2 of the provider's API. */
const SECOND_PROTOCOL =
  /\bmerchantOrderId\b|\b(?:checkout|payments)\/v2\b|['"](?:@galla\/sdk|(?:@phonepe-pg\/)?pg-sdk-node)\b/

/** Code that belongs to version 1 of the provider's API. */
const PROTOCOL_SIGNS: readonly ProtocolSign[] = [
  {
    pattern: /['"`]x-verify['"`]/i,
    name: 'X-VERIFY checksums',
    fix: 'remove them: in v2 the client authorizes calls with an access token, and callbacks have an Authorization header',
  },
  {
    pattern: /\bsalt[-_]?(?:key|index)\b/i,
    name: 'salt keys',
    fix: 'use the client id, client secret and client version of the dashboard; v2 has no salt key',
  },
  {
    pattern: /\/pg\/v1\/(?:pay|status|refund)|\/apis\/hermes\b/,
    name: 'v1 paths',
    fix: 'use galla.standardCheckout.pay, .getOrderStatus and galla.refunds.create, which know the v2 paths',
  },
  {
    pattern: /\bmerchantTransactionId\b/,
    name: 'merchantTransactionId',
    fix: 'use merchantOrderId: one order with any number of payment attempts',
    weak: true,
  },
]

/** Checks whether the project still contains code for the provider's v1 API. */
export const firstProtocol: Check = ({ project: { sources } }) => {
  const second = sources.filter((file) => SECOND_PROTOCOL.test(codeOf(file)))
  const isMixed = PROTOCOL_SIGNS.some(({ pattern, weak }) => !weak && findLines(sources, pattern).length > 0)
  const weakIn = second.length === 0 ? sources : isMixed ? sources.filter((file) => !second.includes(file)) : []
  const found = PROTOCOL_SIGNS.flatMap(({ pattern, name, fix, weak }) => {
    const places = findLines(weak ? weakIn : sources, pattern)
    return places.length > 0 ? [problem(`Code for the v1 API, ${name}: ${formatPlaces(places)}`, fix)] : []
  })
  return found.length > 0 ? found : [ok('No code for the v1 API')]
}
