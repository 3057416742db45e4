import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  dts: true,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // Nothing travels inside: the driver and the binaries are the merchant's own copies.
  deps: { onlyBundle: [] },
  failOnWarn: true,
  logLevel: 'warn',
})
