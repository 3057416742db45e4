import { existsSync } from 'node:fs'
import { defineConfig } from 'tsdown'

/** `compat` joins as soon as its room exists. */
const compat = existsSync(new URL('./src/compat/index.ts', import.meta.url)) ? { compat: 'src/compat/index.ts' } : {}

/** The older kind of import is condensed to stay in the size budget, but keeps its lines: an uncaught error shows one of them. */
const condensed = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: false } }

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    testing: 'src/testing.ts',
    undici: 'src/http/undici-transport.ts',
    otel: 'src/hooks/otel.ts',
    ...compat,
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // Without it a neutral build writes `.js`, which Node would read by the `type` field alone.
  fixedExtension: true,
  hash: false,
  dts: true,
  // The bundler strips this line from sources, and `await using` needs it in the merchant's check.
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
  inputOptions: {
    resolve: { conditionNames: ['galla-source', 'import', 'default'] },
    experimental: { attachDebugInfo: 'none' },
  },
  // Comments are for readers of the source and of the types; a till loads faster without them.
  outputOptions: (options, format) => ({
    ...options,
    comments: { legal: true, annotation: true, jsdoc: false },
    ...(format === 'cjs' ? { minify: condensed } : {}),
  }),
  deps: { onlyBundle: ['@galla/contract'] },
  failOnWarn: true,
  logLevel: 'warn',
})
