import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BROWSER_TESTS, FAST_BROWSER_TESTS, SLOW_TESTS } from './scripts/lib/slow-tests.mjs'
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
  // Only what hangs reaches them. What takes longer on two busy cores has a limit of its own: in its project, in scripts/lib/slow-tests.mjs, or at the test.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // Waits end when the condition holds, and fail before their test does. The default of one second fails on a busy machine.
  expect: { poll: { timeout: 20_000 } },
}
const isFast = Boolean(process.env.GALLA_FAST_TESTS)
const ignored = ['**/node_modules/**', '**/dist/**', ...(isFast ? SLOW_TESTS : [])]
/** In a source folder, but they start a compiler. */
const compiling = ['apps/console/src/**/*-code.test.ts']

/** Each test file belongs to one project: `npm test` fails when one belongs to none or to two. */
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
          ...shared,
          name: 'integration',
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/*/test/**/*.test.{ts,tsx}',
            'bench/test/**/*.test.ts',
            'scripts/{lib,release}/**/*.test.ts',
            'examples/**/*.test.ts',
            'docs/**/*.test.ts',
            ...compiling,
          ],
          exclude: [...ignored, ...BROWSER_TESTS],
          isolate: false,
          setupFiles: [
            'scripts/lib/fresh-official-client.mjs',
            'scripts/lib/limit-of-slow-tests.mjs',
            'scripts/lib/remember-scrypt.mjs',
          ],
        },
      },
      {
        ...sources,
        test: {
          ...shared,
          name: 'e2e',
          include: [...(isFast ? FAST_BROWSER_TESTS : BROWSER_TESTS), 'scripts/e2e/**/*.test.ts'],
          exclude: ignored,
          isolate: false,
          setupFiles: ['scripts/lib/remember-scrypt.mjs'],
          globalSetup: 'scripts/lib/global-setup.mjs',
          // A page does dozens of steps.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'packaging',
          include: ['scripts/packaging/**/*.test.ts'],
          exclude: ignored,
          globalSetup: 'scripts/lib/global-setup.mjs',
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
