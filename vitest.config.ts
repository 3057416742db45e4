import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './scripts/lib/temporary-folder.mjs'

/** Tests read sources through the `galla-source` condition: unit and integration tests need no build. */
const sources = {
  resolve: { conditions: ['galla-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['galla-source', 'node', 'development|production'] } },
}

const TMPDIR = temporaryFolder()
const shared = {
  env: {
    TMPDIR,
    // The folder of the PostgreSQL that the test files of this run share. Nobody can prepare a name that is not known before.
    GALLA_TEST_POSTGRES: join(TMPDIR, `galla-test-${randomUUID().slice(0, 8)}`),
  },
  // Only what hangs reaches them. What takes longer on two busy cores has a limit of its own: in its project, or at the test.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // Waits end when the condition holds, and fail before their test does. The default of one second fails on a busy machine.
  expect: { poll: { timeout: 20_000 } },
}
const ignored = ['**/node_modules/**', '**/dist/**']

/** In a source folder, but they start a compiler. */
const compiling = ['apps/{console,test-tools}/src/**/*-code.test.ts']

/** Tests that start, starve and kill processes, send load or many random inputs; the attacks; and files of more than half a minute. */
const SLOW = [
  'packages/gateway/test/attacks/**/*.test.ts',
  'packages/gateway/test/exploration/orders.test.ts',
  'packages/gateway/test/{backup,database-away,database-settings,delivery-crash,encryption,handler-isolation,migrations-on-many-rows,oidc}.test.ts',
  'packages/gateway/test/subscriptions/{cancellations,ends,odd-providers,outages,random-prices,refusals,restored,silent-provider}.test.ts',
  'packages/gateway/test/{opening,order-schedule,refund-files,replicas,subscription-changes,subscriptions,subscriptions-in-doubt}.test.ts',
  'packages/postgres/test/**/*.test.ts',
  'packages/sdk/test/callbacks/fuzz.test.ts',
  'packages/sdk/test/exit/**/*.test.ts',
  'packages/sdk/test/secrets/secret-leaks.test.ts',
]
/** Tests that run for minutes: crashes, floods, random lives, upgrades, compilers, other people's programs. */
const LONG = [
  'packages/gateway/test/{cluster,crash,model,quarter,upgrade}/**/*.test.ts',
  'packages/gateway/test/subscriptions/{kills,waves,year}.test.ts',
  'packages/gateway/test/{callback-floods,callback-fuzz,failover,kills,receiving-under-load}.test.ts',
  'packages/sdk/test/compat/{migration,official-suite,types}.test.ts',
  'packages/sdk/test/compat/differential/**/*.test.ts',
  'packages/cli/test/gateway*.test.ts',
  'examples/**/*.test.ts',
  'docs/**/*.test.ts',
  ...compiling,
]
const BROWSER = ['apps/*/test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts']
/** The way of an order through each application, and a payment page whose parts do not load. The others look at single pages and states. */
const ONE_ORDER = [
  'apps/checkout-page/test/browser/{failed-parts,pay}.test.ts',
  'apps/console/test/browser/{login,order,whole-flow}.test.ts',
  'apps/shop/test/browser/buy.test.ts',
  'packages/react/test/browser/{checkout,pay}.test.ts',
]

const integration = {
  ...shared,
  isolate: false,
  setupFiles: [
    'scripts/lib/fresh-official-client.mjs',
    'scripts/lib/keep-channels.mjs',
    'scripts/lib/remember-scrypt.mjs',
    'scripts/lib/remember-word-lists.mjs',
  ],
}
const browser = {
  ...shared,
  isolate: false,
  setupFiles: ['scripts/lib/remember-scrypt.mjs', 'scripts/lib/remember-word-lists.mjs'],
  globalSetup: 'scripts/lib/global-setup.mjs',
  // A page does dozens of steps.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 1 },
}

/**
 * Each test file belongs to one project. `npm test` runs `unit`, `architecture`, `integration` and `e2e`; `npm run test:all` adds `slow`, `long`,
 * `pages` and `packaging`.
 */
export default defineConfig({
  test: {
    // Tests wait for timers, pages and PostgreSQL about a third of their time: two workers leave two cores idle.
    maxWorkers: 4,
    projects: [
      {
        ...sources,
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}'],
          exclude: [...ignored, ...compiling],
          // Modules hold no state (an architecture test checks it), so that files can share what they load.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          ...shared,
          name: 'architecture',
          include: ['scripts/architecture/**/*.test.ts'],
          isolate: false,
          // Reads every file of the repository, and compiles the public entries.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        ...sources,
        test: {
          ...integration,
          name: 'integration',
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/*/test/**/*.test.{ts,tsx}',
            'bench/test/**/*.test.ts',
            'scripts/{docs,lib,release}/**/*.test.ts',
          ],
          exclude: [...ignored, ...SLOW, ...LONG, ...BROWSER],
        },
      },
      {
        ...sources,
        test: {
          ...integration,
          name: 'slow',
          include: SLOW,
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...sources,
        test: {
          ...integration,
          name: 'long',
          include: LONG,
          exclude: ignored,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...sources,
        test: { ...browser, name: 'e2e', include: [...ONE_ORDER, 'scripts/e2e/**/*.test.ts'], exclude: ignored },
      },
      {
        ...sources,
        test: { ...browser, name: 'pages', include: BROWSER, exclude: [...ignored, ...ONE_ORDER] },
      },
      {
        test: {
          ...shared,
          name: 'packaging',
          include: ['scripts/packaging/**/*.test.ts'],
          exclude: ignored,
          globalSetup: ['scripts/lib/global-setup.mjs', 'scripts/packaging/pack-once.mjs'],
          // Installs packages, compiles programs, and starts other runtimes.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Together with the e2e tests, whose last file waits for more than it computes.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
