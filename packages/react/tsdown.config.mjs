import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    core: 'src/core.ts',
    components: 'src/components.ts',
    ...Object.fromEntries(['bn', 'hi', 'mr', 'ta', 'te'].map((locale) => [`i18n/${locale}`, `src/i18n/${locale}.ts`])),
  },
  format: ['esm'],
  platform: 'neutral',
  target: 'es2022',
  // Without it a neutral build writes `.js`.
  fixedExtension: true,
  dts: true,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'browser', 'import', 'default'] } },
  // Server frameworks need the directive on entries with components and hooks; core and the translations run on both sides.
  outputOptions: { banner: ({ name }) => (name === 'index' || name === 'components' ? "'use client'" : '') },
  // contract is private, so it is bundled. React comes from the merchant.
  deps: { onlyBundle: ['@galla/contract'] },
  failOnWarn: true,
  logLevel: 'warn',
})
