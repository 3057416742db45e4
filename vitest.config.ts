import { defineConfig } from 'vitest/config'

/** Tests read sources through the `galla-source` condition: no build is needed to run the `unit` project. */
const sources = {
  resolve: { conditions: ['galla-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['galla-source', 'node', 'development|production'] } },
}

const browser = ['apps/*/test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts']
/** Whole processes that are started, starved and killed, the official client beside ours, guides that are compiled: too long for each commit. */
const batteries = [
  'packages/gateway/test/crash/**/*.test.ts',
  'packages/gateway/test/{backup,database-away,opening,replicas}.test.ts',
  'packages/postgres/test/**/*.test.ts',
  'packages/sdk/test/exit/**/*.test.ts',
  'packages/sdk/test/compat/{migration,types}.test.ts',
  'packages/sdk/test/compat/differential/**/*.test.ts',
  'packages/sdk/test/secrets/canaries.test.ts',
  'packages/cli/test/gateway.test.ts',
  'apps/console/src/features/code-samples/*-code.test.ts',
  'examples/**/*.test.ts',
  'docs/**/*.test.ts',
]
const left = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    // One less than the cores is the default, which on two cores is half of them.
    maxWorkers: 2,
    projects: [
      {
        ...sources,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}'],
          exclude: [...left, ...batteries],
          // Modules hold no state, which a law sees to: a hundred files need not load them a hundred times.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        ...sources,
        test: {
          name: 'rooms',
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/*/test/**/*.test.{ts,tsx}',
            'scripts/{laws,lib}/**/*.test.ts',
          ],
          exclude: [...left, ...browser, ...batteries],
          // The laws read every file of the house; a busy machine may take its time over it.
          testTimeout: 60_000,
        },
      },
      {
        ...sources,
        test: {
          name: 'batteries',
          include: batteries,
          exclude: [...left, ...browser],
          testTimeout: 60_000,
        },
      },
      {
        ...sources,
        test: {
          name: 'browser',
          include: browser,
          exclude: left,
          globalSetup: 'scripts/lib/built.mjs',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['scripts/matrix/**/*.test.ts'],
          exclude: left,
          globalSetup: 'scripts/lib/built.mjs',
          testTimeout: 120_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
