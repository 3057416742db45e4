import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // Types come from contract and serve as well: one project over all three emits them four times faster than file by file.
  dts: { tsconfig: 'tsconfig.build.json' },
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // contract and serve are private: they travel inside.
  deps: { onlyBundle: ['@galla/contract', '@galla/serve'] },
  failOnWarn: true,
  logLevel: 'warn',
})
