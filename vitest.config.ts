import { defineConfig } from 'vitest/config'

/** Tests read sources through the `galla-source` condition: no build is needed to run the `unit` project. */
const sources = {
  resolve: { conditions: ['galla-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['galla-source', 'node', 'development|production'] } },
}

const browser = ['apps/*/test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts']
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
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.ts',
            'apps/*/src/**/*.test.{ts,tsx}',
            'apps/*/test/**/*.test.{ts,tsx}',
            'scripts/{laws,lib}/**/*.test.ts',
            'examples/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          exclude: [...left, ...browser],
          // The laws read every file of the house; a busy machine may take its time over it.
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
          fileParallelism: false,
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
