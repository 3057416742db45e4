import { dirname, join, relative } from 'node:path'
import { defineConfig, type HeadConfig } from 'vitepress'
import addresses from '../../packages/contract/src/addresses.json' with { type: 'json' }
import { drawDiagrams } from '../../scripts/docs/diagrams.mjs'
import { writePlainPages } from '../../scripts/docs/plain-pages.mjs'
import { readVersion, versionLabel } from '../../scripts/docs/release-notes.mjs'
import { search } from '../../scripts/docs/search.mjs'
import { themeChanges } from '../../scripts/docs/theme-changes.mjs'
import { followTheme } from '../../scripts/docs/theme-pictures.mjs'
import { headingAnchor } from './heading-anchor.mts'

const docs = dirname(import.meta.dirname)
const root = dirname(docs)
const { repository }: { repository: string | null } = addresses
/** The address of the released version, such as `https://docs.example/galla`. */
const address: string | null = process.env.DOCS_ADDRESS ?? addresses.docs
const isNext = process.env.DOCS_NEXT !== undefined
const released = address === null ? '/' : new URL(address).pathname.replace(/\/*$/, '/')
const base = `${released}${isNext ? 'next/' : ''}`
const { label, notice } = versionLabel(await readVersion())

const otherVersion = () => {
  if (address === null) return []
  if (isNext) return [{ text: 'Released version', link: new URL(released, address).href }]
  return notice === undefined ? [{ text: 'Next version', link: new URL(`${base}next/`, address).href }] : []
}

const THEME_CHANGES = {
  // The theme makes each heading of the side bar a button, also where nothing can be collapsed.
  'VPSidebarItem.vue': { ':role="itemRole"': '', ':tabindex="item.items && 0"': '' },
  // The first page has a landmark too.
  'VPHome.vue': { 'class="VPHome"': 'role="main" class="VPHome"' },
  // The keys that open the search are no text of its button, whose name is "Search": the style writes both.
  'VPNavBarSearchButton.vue': { '>K</kbd>': ' data-key="K"></kbd>' },
  // The index is small: a search need not wait until nobody types.
  'VPLocalSearchBox.vue': { 'debounce: 200': 'debounce: 50' },
}

const page = (text: string, link: string) => ({ text, link: `/${link}` })
const group = (text: string, items: ReturnType<typeof page>[]) => ({ text, items })

export default defineConfig({
  title: 'Galla',
  description:
    'Payments through the PhonePe Payment Gateway v2: SDK, sandbox, gateway, React components and command line.',
  lang: 'en-IN',
  cleanUrls: true,
  rewrites: { 'adr/README.md': 'adr/index.md', 'api/release-notes.md': 'release-notes.md' },
  base,
  outDir: join(import.meta.dirname, isNext ? 'dist/next' : 'dist'),
  // What is the same on all pages is one file, which a browser keeps.
  metaChunk: true,
  ...(address !== null && !isNext && { sitemap: { hostname: new URL(base, address).href } }),
  buildEnd: writePlainPages,
  transformPageData: ({ relativePath, frontmatter }) => ({
    // What is made from the sources is not edited.
    frontmatter: /^(?:api\/|release-notes)/.test(relativePath) ? { ...frontmatter, editLink: false } : frontmatter,
  }),
  transformHead: ({ pageData }) =>
    pageData.isNotFound
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${pageData.relativePath}` }]],
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }],
    ['link', { rel: 'icon', type: 'image/png', sizes: '48x48', href: `${base}favicon.png` }],
    // Search engines lead to the released version.
    ...(isNext ? [['meta', { name: 'robots', content: 'noindex' }] as HeadConfig] : []),
    // The theme's grey is too faint for the language in the corner of a sample.
    ['style', {}, 'html:root{--vp-code-lang-color:var(--vp-c-text-1)}'],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: headingAnchor },
    config(md) {
      drawDiagrams(md)
      followTheme(md)
      // A head without text is no head: assistive technology would announce an empty one.
      md.core.ruler.push('empty-heads', ({ tokens }) => {
        tokens.forEach((token, at) => {
          if (token.type === 'inline' && token.content === '' && tokens[at - 1]?.type === 'th_open')
            for (const cell of [tokens[at - 1], tokens[at + 1]]) if (cell) cell.tag = 'td'
        })
      })
      // Links that leave this folder lead into the repository; while that has no address, they are plain text.
      md.core.ruler.push('repository-links', (state) => {
        const folder = dirname(join(docs, state.env.relativePath ?? ''))
        for (const { children } of state.tokens)
          for (const [at, token] of (children ?? []).entries()) {
            const href = token.type === 'link_open' ? token.attrGet('href') : null
            if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue
            const target = relative(root, join(folder, href))
            if (target.startsWith('docs/') && /\.md\b/.test(target)) continue
            if (repository !== null) token.attrSet('href', `${repository}/blob/main/${target}`)
            else {
              const end = children?.slice(at).find(({ type }) => type === 'link_close')
              token.attrs = null
              for (const tag of [token, end]) if (tag) tag.tag = 'span'
            }
          }
      })
    },
  },
  vite: { plugins: [themeChanges(THEME_CHANGES)] },
  themeConfig: {
    search,
    logo: '/favicon.svg',
    notice,
    notFound: {
      title: 'Page not found',
      quote: 'No page has this address. The search finds pages by a word of theirs.',
      linkLabel: 'Go to the first page',
      linkText: 'First page',
    },
    outline: [2, 3],
    ...(repository !== null && {
      socialLinks: [{ icon: 'github', link: repository, ariaLabel: 'Repository' }],
      editLink: { pattern: `${repository}/edit/main/docs/:path` },
    }),
    nav: [
      page('Get started', 'get-started'),
      page('Go live', 'phonepe-account'),
      page('Errors', 'api/errors-by-code'),
      page('API', 'api/'),
      { text: label, items: [page('Release notes', 'release-notes'), ...otherVersion()] },
    ],
    sidebar: [
      group('Start', [
        page('Get started', 'get-started'),
        page('Your framework', 'frameworks'),
        page('Your PhonePe account', 'phonepe-account'),
        page('Migrate from the official package', 'migration'),
      ]),
      group('Recipes', [
        page('A cart that changes', 'recipes/cart-that-changes'),
        page('Partial refunds', 'recipes/partial-refunds'),
        page('Retry a failed order', 'recipes/retry-a-failed-order'),
        page('Several shops on one account', 'recipes/several-shops'),
        page('Callbacks behind proxies', 'recipes/webhooks-behind-proxies'),
        page('Troubleshooting', 'troubleshooting'),
      ]),
      group('Guides', [
        page('SDK', 'sdk'),
        page('UPI AutoPay', 'autopay'),
        page('Callbacks', 'callbacks'),
        page('Functions', 'functions'),
        page('Sandbox', 'sandbox'),
        page('Testing', 'testing'),
        page('React', 'react'),
        page('Console', 'console'),
        page('Agents', 'mcp'),
        page('Deployment', 'deploy'),
        page('Upgrades', 'upgrades'),
      ]),
      group('Gateway', [
        page('The gateway', 'gateway'),
        page('Guarantees', 'guarantees'),
        page('Orders', 'orders'),
        page('Mobile apps', 'mobile-apps'),
        page('Payment links', 'payment-links'),
        page('Subscriptions', 'subscriptions'),
        page('Refunds', 'refunds'),
        page('Events', 'events'),
        page('Callback inbox', 'callback-inbox'),
        page('Review', 'review'),
        page('Disputes and health', 'disputes'),
        page('Ledger', 'ledger'),
        page('Settlements', 'settlements'),
        page('HTTP APIs', 'http-apis'),
        page('Errors', 'gateway-errors'),
        page('Personal data', 'personal-data'),
        page('Beside an application', 'embedding'),
        page('A standalone server', 'server'),
        page('Metrics, alerts and traces', 'observability'),
        page('Backup and restore', 'backup'),
      ]),
      group('Concepts', [
        page('Errors and outcomes', 'errors'),
        page('Scaling', 'scaling'),
        page('What it costs', 'cost'),
        page('Why nothing is paid twice', 'why-no-double'),
        page('High availability', 'high-availability'),
        page('Decisions', 'adr/'),
      ]),
      group('Reference', [
        page('Glossary', 'glossary'),
        page('Coverage', 'coverage'),
        page('Release notes', 'release-notes'),
        page('Errors by code', 'api/errors-by-code'),
        page('Variables of galla gateway', 'api/variables'),
        page('HTTP APIs', 'api/http'),
        page('TypeScript', 'api/'),
        page('Differences from the official package', 'differences'),
        page('The provider’s protocol', 'protocol'),
        page('The protocol of UPI AutoPay', 'autopay-protocol'),
        page('Specification', 'specification'),
      ]),
    ],
  },
})
