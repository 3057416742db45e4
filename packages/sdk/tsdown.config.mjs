import { defineConfig } from 'tsdown'

/** Condensed to stay within the size budget. Lines and function names stay: an uncaught error prints one line and a stack. */
const condensed = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: false } }

/** Modules that payments and mandates share: in one file with the rest of the client, so that code for mandates does not split the file. */
const CORE =
  /sdk\/src\/(?:operations\/operations|polling\/poll|validation\/(?:fields|names|requests)|errors\/[a-z-]+|registry|core|http\/(?:exchange|retry|send))\.ts$/

/**
 * Modules that the reading of mandate callbacks needs, with its dependencies. The core loads that reading when the first such callback
 * arrives. In the core, these modules would make a cycle of the two files, which bundlers report for CommonJS.
 */
const REPLIES = /sdk\/src\/responses\/(?:orders|unknown-variants)\.ts$/

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    subscriptions: 'src/subscriptions.ts',
    mandates: 'src/responses/mandates.ts',
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
    // A shared file with the name of an entry would take its place: the entry's declarations would get a number.
    chunkFileNames: ({ name }) => (name.endsWith('.d') ? 'shared-' : '') + options.chunkFileNames,
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: condensed,
    advancedChunks: {
      groups: [
        { name: 'replies', test: REPLIES, priority: 1 },
        { name: 'core', test: CORE },
      ],
    },
  }),
  deps: { onlyBundle: ['@galla/contract'] },
  failOnWarn: true,
  logLevel: 'warn',
})
