import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', redirect: 'src/redirect/index.ts' },
  format: ['esm', 'cjs'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  // The types of contract and http-server are bundled, too, so one project covers the three. The native compiler is fast.
  dts: {
    tsconfig: '../tsconfig.types.json',
    tsgo: { path: fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url)) },
  },
  inputOptions: { resolve: { conditionNames: ['galla-source', 'node', 'import', 'default'] } },
  // Private packages are bundled.
  deps: { onlyBundle: ['@galla/contract', '@galla/http-server'] },
  // Jest loads CommonJS, and cannot run `import()` there.
  outputOptions: (options, format) => (format === 'cjs' ? { ...options, dynamicImportInCjs: false } : options),
  checks: { legacyCjs: false },
  failOnWarn: true,
  logLevel: 'warn',
})
