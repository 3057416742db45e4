import { defineConfig } from 'tsdown'

/** Condensed to stay within the size budget. Lines and function names stay: an uncaught error prints one line and a stack. */
const condensed = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: false } }

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    testing: 'src/testing.ts',
    undici: 'src/http/undici.ts',
    otel: 'src/hooks/otel.ts',
    compat: 'src/compat/index.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // Without it a neutral build writes `.js`, which Node would read by the `type` field alone.
  fixedExtension: true,
  hash: false,
  dts: true,
  inputOptions: {
    resolve: { conditionNames: ['galla-source', 'import', 'default'] },
    experimental: { attachDebugInfo: 'none' },
  },
  // Docstrings are in the declarations; without them the code loads faster.
  outputOptions: (options) => ({
    ...options,
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: condensed,
  }),
  deps: { onlyBundle: ['@galla/contract'] },
  failOnWarn: true,
  logLevel: 'warn',
})
