import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // Types come from contract and serve as well, so one project spans the three; the native compiler emits them in a second.
  dts: {
    tsconfig: '../tsconfig.types.json',
    tsgo: { path: fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url)) },
  },
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // contract and serve are private: they travel inside.
  deps: { onlyBundle: ['@galla/contract', '@galla/http-server'] },
  failOnWarn: true,
  logLevel: 'warn',
})
