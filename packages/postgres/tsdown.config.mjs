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
  // The driver and the binaries are dependencies of their own.
  deps: { onlyBundle: ['@galla/http-server'] },
  // For Jest, which loads CommonJS.
  checks: { legacyCjs: false },
  failOnWarn: true,
  logLevel: 'warn',
})
