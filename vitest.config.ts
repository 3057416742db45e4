import { defineConfig } from 'vitest/config'

/** Tests read sources through the `galla-source` condition: no build is needed to run them. */
export default defineConfig({
  resolve: { conditions: ['galla-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['galla-source', 'node', 'development|production'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 20_000,
  },
})
