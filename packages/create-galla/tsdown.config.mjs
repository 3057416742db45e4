import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  hash: false,
  dts: {
    tsconfig: 'tsconfig.json',
    tsgo: { path: fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url)) },
  },
  // Bundled, so that `npm create galla` downloads one package.
  deps: {
    onlyBundle: [
      '@clack/prompts',
      '@clack/core',
      'fast-string-width',
      'fast-string-truncated-width',
      'fast-wrap-ansi',
      'sisteransi',
    ],
  },
  failOnWarn: true,
  logLevel: 'warn',
})
