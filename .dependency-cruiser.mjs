/**
 * Import rules of the repository, types included. `scripts/architecture/imports.test.ts` runs them in `npm run check`
 * and proves that each can fail. To see one folder: `npx depcruise packages/gateway/src`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const TEST = '\\.(?:test|test-d)\\.tsx?$|(?:^|/)test/'
const WIRE = '^packages/contract/src/(?:provider/[\\w-]+|hosts-without-tls|money|received-request)\\.ts$'
const CONTRACT = '^packages/contract/'
/** Parts of the examples that create-galla puts beside the files of a framework. */
const SHARED_PARTS = '^examples/starter/'
/** Fonts that several pages share; how a page is built belongs to scripts/. */
const SHARED_STYLES = '^scripts/lib/[\\w-]+\\.css$'
// The seed is checked against the types of the gateway's rows, which no merchant sees.
const SEED_TYPES = '^bench/src/database/row-types\\.ts$'
const HTTP_SERVER = '^packages/http-server/src/'
const SDK = '^packages/sdk/src'
const GATEWAY = '^packages/gateway/src'
const npm = (...names) => `(?:^|/)node_modules/(?:${names.join('|')})/`

/** Every file that `exports` of a published package names: what an importer outside the package may use. */
const published = readdirSync(new URL('packages', import.meta.url))
  .map((folder) => ({ folder, manifest: new URL(`packages/${folder}/package.json`, import.meta.url) }))
  .filter(({ manifest }) => existsSync(manifest))
  .map(({ folder, manifest }) => ({ folder, ...JSON.parse(readFileSync(manifest, 'utf8')) }))
  .filter((manifest) => !manifest.private)
const publicFiles = published.flatMap(({ folder, exports = {} }) =>
  Object.values(exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .map((target) => `^packages/${folder}/${target.slice(2).replaceAll('.', '\\.')}$`),
)
const entryOf = (...folders) =>
  publicFiles.filter((file) => folders.some((name) => file.startsWith(`^packages/${name}/`)))

/** A folder imports its own files, what `may` lists and, where `builtins` says so, the modules of Node. */
const only = (name, { from, not = [], may = [], builtins = false, why, fix }) => ({
  name,
  severity: 'error',
  comment: `${why}. Fix: ${fix}`,
  from: { path: from, pathNot: [TEST, ...not] },
  to: { pathNot: [from, ...may], ...(builtins && { dependencyTypesNot: ['core'] }) },
})

/** A folder never imports from another one; `testsToo`: its tests neither. */
const never = (name, { from, not = [], testsToo = false, to, why, fix, ...more }) => ({
  name,
  severity: 'error',
  comment: `${why}. Fix: ${fix}`,
  from: { path: from, pathNot: testsToo ? not : [TEST, ...not] },
  to: { path: to, ...more },
})

const PACKAGES = [
  only('contract-imports-nothing', {
    from: '^packages/contract/src/',
    why: 'Every package reads the contract: types and constants, no code',
    fix: 'move what needs an import to the package that uses it',
  }),
  only('http-server-imports-nothing-of-ours', {
    from: HTTP_SERVER,
    may: [npm('@hono/node-server')],
    builtins: true,
    why: 'http-server is a leaf: modules of Node and its server adapter',
    fix: 'take what you need as an argument',
  }),
  only('postgres-imports-nothing-of-ours', {
    from: '^packages/postgres/src/',
    may: [
      '^packages/http-server/src/package-files\\.ts$',
      '^packages/postgres/package.json$',
      '(?:^|/)node_modules/(?!@galla/)',
    ],
    builtins: true,
    why: 'postgres knows nothing of payments',
    fix: 'take what you need as an argument',
  }),
  only('sdk-imports-the-wire-only', {
    from: `${SDK}/`,
    may: [WIRE, npm('undici', '@opentelemetry/api')],
    builtins: true,
    why: 'The sdk has no runtime dependency and shares no code with the sandbox',
    fix: 'write it in the sdk, or take it as an option',
  }),
  never('sdk-loads-no-builtin', {
    from: `${SDK}/`,
    dependencyTypes: ['core'],
    dependencyTypesNot: ['type-only', 'type-import'],
    why: 'The sdk also runs on workers, where a static import of a Node module fails',
    fix: "reach it through process.getBuiltinModule('node:…')",
  }),
  only('sandbox-imports', {
    from: '^packages/sandbox/src/',
    may: [CONTRACT, HTTP_SERVER, '^packages/sandbox/package.json$', npm('hono', '@hono/node-server', 'uqr', 'zod')],
    builtins: true,
    why: 'The sandbox shares no code with the sdk: a signer that both use would hide its own faults',
    fix: 'write it again from docs/protocol.md and test both against the same vector',
  }),
  only('gateway-imports', {
    from: `${GATEWAY}/`,
    may: [
      CONTRACT,
      HTTP_SERVER,
      '^packages/gateway/package.json$',
      ...entryOf('sdk', 'postgres'),
      '(?:^|/)node_modules/(?!@galla/)',
    ],
    builtins: true,
    why: 'The gateway uses the public entries of sdk and postgres and never imports the sandbox',
    fix: 'ask the provider through the port in provider/',
  }),
  only('testkit-imports', {
    from: '^packages/testkit/src/',
    may: [CONTRACT, ...entryOf('postgres'), npm('vitest', 'fast-check', 'playwright-core', 'axe-core', 'pg')],
    builtins: true,
    why: 'Contract tests take the implementation as an argument',
    fix: 'pass it in',
  }),
  only('cli-imports-public-entries', {
    from: '^packages/cli/src/',
    may: [
      CONTRACT,
      HTTP_SERVER,
      '^packages/cli/package.json$',
      ...entryOf('sdk', 'sandbox', 'gateway', 'postgres', 'create-galla'),
      npm('undici', '@modelcontextprotocol/sdk', 'zod'),
    ],
    builtins: true,
    why: 'The command uses what everyone can import',
    fix: 'export it from the other package',
  }),
  only('create-galla-imports-nothing-of-ours', {
    from: '^packages/create-galla/src/',
    may: [npm('@clack/prompts')],
    builtins: true,
    why: 'npm create downloads this package alone; the examples reach it as data',
    fix: 'put it into the examples, or into the sources that the build collects',
  }),
  only('react-imports', {
    from: '^packages/react/src/',
    may: [
      '^packages/react/theme/',
      CONTRACT,
      npm('react', 'react-dom', '@types/react', '@types/react-dom', 'uqr', 'jsencrypt'),
    ],
    why: 'The sdk and a server hold secrets: neither belongs in a browser',
    fix: 'ask over HTTP, with a type in the contract',
  }),
  only('pages-import', {
    from: '^apps/[^/]+/src/',
    not: ['^apps/shop/src/server/'],
    may: [
      CONTRACT,
      SHARED_STYLES,
      ...entryOf('react'),
      npm(
        'react',
        'react-dom',
        '@types/react',
        '@types/react-dom',
        '@tanstack',
        '@base-ui/react',
        'lucide-react',
        '@simplewebauthn/browser',
        '@fontsource-variable',
      ),
    ],
    why: 'The sdk and a server hold secrets: neither belongs in a browser',
    fix: 'ask the server over HTTP, with a type in the contract',
  }),
  never('console-knows-no-test-tools', {
    from: '^apps/(?!test-tools/)',
    testsToo: true,
    to: '^apps/test-tools/',
    why: 'The test tools ship with the sandbox: a gateway in production has none of them',
    fix: 'lead to their address, which is in TEST_TOOLS of the console',
  }),
  only('shop-server-imports-public-entries', {
    from: '^apps/shop/src/server/',
    may: ['^apps/shop/src/', CONTRACT, HTTP_SERVER, ...entryOf('sdk', 'gateway', 'react'), npm('hono')],
    builtins: true,
    why: 'The shop is what a merchant would write',
    fix: 'export what you need from the package',
  }),
  never('examples-and-bench-import-public-entries', {
    from: '^(?:examples|bench)/',
    not: [SEED_TYPES],
    to: '^packages/',
    pathNot: publicFiles,
    why: 'Examples and the benchmark use what a merchant can install',
    fix: 'export what you need, or do without it',
  }),
  never('public-entries-only', {
    from: '^(packages/[^/]+|apps/[^/]+)/',
    testsToo: true,
    to: `^packages/(?:${published.map(({ folder }) => folder).join('|')})/`,
    pathNot: ['^$1/', ...publicFiles],
    why: 'A file that `exports` does not name can change in any release',
    fix: 'import the public entry of the package, or export what you need there',
  }),
  never('no-relative-import-across-packages', {
    from: '^((?:packages|apps|examples)/[^/]+|bench)/',
    not: ['^apps/[^/]+/vite\\.config\\.ts$', SEED_TYPES],
    testsToo: true,
    to: '',
    pathNot: ['^$1/', SHARED_STYLES, SHARED_PARTS],
    dependencyTypes: ['local'],
    dependencyTypesNot: ['aliased'],
    why: 'A relative path across packages works in the repository and in no installed package',
    fix: 'import the package by its name',
  }),
]

const INSIDE_PACKAGES = [
  never('provider-types-know-no-api-of-ours', {
    from: '^packages/contract/src/provider/',
    to: '^packages/contract/src/(?:gateway-api|sandbox-api)/',
    why: "The provider's HTTP API exists without ours",
    fix: 'move the shared type to provider/ or to money.ts',
  }),
  never('sdk-resources-know-no-telemetry', {
    from: `${SDK}/resources/`,
    to: `${SDK}/telemetry/`,
    why: 'Telemetry derives its events from the operation and its outcome, in one place',
    fix: 'let telemetry read it from the operation',
  }),
  never('sdk-telemetry-never-sends-as-a-call', {
    from: `${SDK}/telemetry/`,
    to: `${SDK}/http/send\\.ts`,
    reachable: true,
    why: 'Telemetry is neither retried nor observed: through send() it would report itself',
    fix: 'send one attempt without retries',
  }),
  never('sdk-auth-never-sends-as-a-call', {
    from: `${SDK}/auth/`,
    to: `${SDK}/http/send\\.ts`,
    reachable: true,
    why: 'The token request carries no token: send() needs auth, so auth cannot need send()',
    fix: 'send one attempt',
  }),
  never('sdk-operations-are-pure', {
    from: `${SDK}/operations/`,
    to: `${SDK}/(?:resources|http|auth|telemetry|hooks|polling|compat)/`,
    why: 'An operation maps a request to bytes and a response to a result; the native and the compat API both start from it',
    fix: 'move the effect to http/, or the wrapper to the resource',
  }),
  never('sdk-compat-starts-from-operations', {
    from: `${SDK}/compat/`,
    to: `${SDK}/resources/`,
    why: 'Compat requests already have the shape of the wire',
    fix: 'start from the operation that the resource uses',
  }),
  never('sdk-callbacks-need-no-network', {
    from: `${SDK}/(?:callbacks|validation)/`,
    to: `${SDK}/(?:(?:resources|http|auth|telemetry|compat)/|client\\.ts)`,
    why: 'A receiver that verifies callbacks loads no HTTP client',
    fix: 'take the value as an argument',
  }),
  never('sdk-undici-by-its-entry', {
    from: `${SDK}/`,
    not: [`${SDK}/http/undici\\.ts$`],
    to: `${SDK}/http/undici\\.ts|${npm('undici')}`,
    why: 'A merchant without undici must be able to import every other entry',
    fix: 'use it in http/undici.ts, which is the entry @galla/sdk/undici',
  }),
  never('sdk-opentelemetry-by-its-entry', {
    from: `${SDK}/`,
    not: [`${SDK}/hooks/otel\\.ts$`],
    to: `${SDK}/hooks/otel\\.ts|${npm('@opentelemetry/api')}`,
    why: 'A merchant without OpenTelemetry must be able to import every other entry',
    fix: 'use it in hooks/otel.ts, which is the entry @galla/sdk/otel',
  }),
  never('gateway-opentelemetry-by-its-entry', {
    from: `${GATEWAY}/`,
    not: [`${GATEWAY}/observability/otel\\.ts$`],
    to: `${GATEWAY}/observability/otel\\.ts|${npm('@opentelemetry/api')}|${SDK}/hooks/otel\\.ts`,
    why: 'A merchant without OpenTelemetry must be able to import every other entry',
    fix: 'use it in observability/otel.ts, which is the entry @galla/gateway/otel',
  }),
  only('sandbox-domain-is-pure', {
    from: '^packages/sandbox/src/domain/',
    may: [CONTRACT],
    why: 'The domain maps (state, command, now) to state and events',
    fix: 'take the value as an argument, or return an event and act on it outside',
  }),
  only('gateway-domain-is-pure', {
    from: `${GATEWAY}/domain/`,
    may: [CONTRACT],
    why: 'State machines and schedules are tested without a database, a clock or a provider',
    fix: 'take the value as an argument, or move the effect to services/',
  }),
  never('gateway-storage-is-below-services', {
    from: `${GATEWAY}/storage/`,
    to: `${GATEWAY}/(?:(?:services|workers|routes|http|provider|notifications|adapters)/|gateway\\.ts)`,
    why: 'A repository maps rows to domain types and knows no use case',
    fix: 'move the use case to services/, or pass the value in',
  }),
  never('gateway-services-are-below-routes-and-workers', {
    from: `${GATEWAY}/services/`,
    to: `${GATEWAY}/(?:(?:workers|routes|http|adapters)/|gateway\\.ts)`,
    why: 'A use case is the same for a route, a worker and a method of the gateway',
    fix: 'move the shared part to services/ or domain/',
  }),
  never('gateway-workers-use-services', {
    from: `${GATEWAY}/workers/`,
    to: `${GATEWAY}/(?:(?:routes|http|adapters)/|gateway\\.ts)`,
    why: 'A job runs without an HTTP request',
    fix: 'move the shared part to services/',
  }),
  never('gateway-routes-use-services', {
    from: `${GATEWAY}/(?:routes|http)/`,
    to: `${GATEWAY}/(?:(?:storage|workers|provider|adapters)/|gateway\\.ts)`,
    why: 'A route reads a request and calls a use case; a query beside it escapes the rules that services keep',
    fix: 'add the query or the command to services/',
  }),
  never('gateway-subscriptions-by-their-entry', {
    from: `${GATEWAY}/`,
    not: [`${GATEWAY}/(?:services|storage|workers)/subscriptions/`, `${GATEWAY}/subscriptions\\.ts$`],
    to: `${GATEWAY}/(?:(?:services|storage|workers)/subscriptions/|subscriptions\\.ts$)`,
    why: 'A merchant without subscriptions loads nothing of them',
    fix: 'call it through `billing` of the context, or the option in subscriptions-option.ts',
  }),
  never('gateway-routes-are-apart', {
    from: `${GATEWAY}/routes/([^/]+)/`,
    to: `${GATEWAY}/routes/`,
    pathNot: `${GATEWAY}/routes/$1/`,
    why: 'Each API has other callers: what one returns must not leak through another',
    fix: 'move what they share to http/',
  }),
  never('gateway-http-knows-no-route', {
    from: `${GATEWAY}/http/`,
    to: `${GATEWAY}/routes/`,
    why: 'Routes share http/, so http/ depends on none of them',
    fix: 'take the value as an argument',
  }),
  never('gateway-ports-know-no-edge', {
    from: `${GATEWAY}/(?:provider|notifications|observability)/`,
    to: `${GATEWAY}/(?:(?:workers|routes|http|adapters)/|gateway\\.ts)`,
    why: 'Ports to the provider, to people and to metrics are used by the edges and use none',
    fix: 'take the value as an argument',
  }),
]

/** @type {Required<Pick<import('dependency-cruiser').IConfiguration, 'forbidden' | 'options'>>} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Files of a cycle cannot be read, tested or moved alone, and one at run time fails by load order. Fix: move what both need to a third file, or pass it as an argument',
      from: {},
      to: { circular: true },
    },
    ...PACKAGES,
    ...INSIDE_PACKAGES,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(?:dist|assets|\\.next|\\.cache)/' },
    parser: 'tsc',
    // Type imports count: a cycle of types is as hard to read as one of values.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['galla-source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
