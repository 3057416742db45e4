import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm', 'cjs'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  dts: true,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // Bundles nothing: the driver and the binaries are dependencies of their own.
  deps: { onlyBundle: [] },
  // For Jest, which loads CommonJS.
  checks: { legacyCjs: false },
  failOnWarn: true,
  logLevel: 'warn',
})
