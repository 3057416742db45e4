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
  // Bundles nothing: the driver and the binaries are dependencies of their own.
  deps: { onlyBundle: [] },
  failOnWarn: true,
  logLevel: 'warn',
})
