import { defineConfig } from 'tsdown'

const LOCALES = ['bn', 'hi', 'mr', 'ta', 'te']

/** Entries with components and hooks. */
const CLIENT_ENTRIES = ['index', 'components', 'subscriptions']

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    core: 'src/core.ts',
    components: 'src/components.ts',
    subscriptions: 'src/subscriptions.ts',
    ...Object.fromEntries(LOCALES.map((locale) => [`i18n/${locale}`, `src/i18n/${locale}.ts`])),
    ...Object.fromEntries(LOCALES.map((locale) => [`subscriptions/${locale}`, `src/subscriptions/i18n/${locale}.ts`])),
  },
  format: ['esm'],
  platform: 'neutral',
  target: 'es2022',
  // Without it a neutral build writes `.js`.
  fixedExtension: true,
  dts: true,
  inputOptions: { resolve: { conditionNames: ['galla-source', 'browser', 'import', 'default'] } },
  // Server frameworks need the directive on entries with components and hooks; core and the translations run on both sides.
  outputOptions: { banner: ({ name }) => (CLIENT_ENTRIES.includes(name) ? "'use client'" : '') },
  // contract is private, so it is bundled. React comes from the merchant.
  deps: { onlyBundle: ['@galla/contract'] },
  failOnWarn: true,
  logLevel: 'warn',
})
