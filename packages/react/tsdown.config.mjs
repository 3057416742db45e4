import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', core: 'src/core.ts', components: 'src/components.ts', 'i18n/hi': 'src/i18n/hi.ts' },
  format: ['esm'],
  platform: 'neutral',
  target: 'es2022',
  // Without it a neutral build writes `.js`.
  fixedExtension: true,
  dts: true,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'browser', 'import', 'default'] } },
  // Frameworks that render on a server ask where the browser's part begins; dictionaries and core are for both sides.
  outputOptions: { banner: ({ name }) => (name === 'index' || name === 'components' ? "'use client'" : '') },
  // contract is private: it travels inside. React is the merchant's own copy.
  deps: { onlyBundle: ['@galla/contract'] },
  failOnWarn: true,
  logLevel: 'warn',
})
