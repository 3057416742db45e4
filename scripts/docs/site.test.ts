import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig } from 'vitepress'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { diagram } from './diagrams.mjs'
import { textOf } from './guides.mjs'
import { overview } from './plain-pages.mjs'
import { indexedTerm, searchable, weightOf } from './search.mjs'
import { themeChanges } from './theme-changes.mjs'
import { withBoth } from './theme-pictures.mjs'

describe('what a search knows of a page', () => {
  const page =
    '# Refunds\n\nMoney goes back.\n\n```ts\nconst sample = 1\n```\n\n<<< ../examples/a.ts [Fastify]\n\n## Partial refunds\n\nA part.\n'

  it('is the prose of a guide and the titles of its samples, without the samples', () => {
    expect(searchable(page, 'refunds.md')).toMatch(/Money goes back\.\s+Fastify\s+## Partial refunds\s+A part\./)
    expect(searchable(page, 'refunds.md')).not.toMatch(/sample|examples/)
  })

  it('is the headings of a reference', () =>
    expect(searchable(page, 'protocol.md')).toBe('# Refunds\n\n## Partial refunds'))

  it('is the title of a type or of a decision', () => {
    expect(searchable(`# Interface: Callbacks\n\n## Methods\n`, 'api/@galla/sdk/interfaces/Callbacks.md')).toBe(
      '# Callbacks',
    )
    expect(searchable('# ADR 0018: A ledger\n\n## Context\n', 'adr/0018-ledger.md')).toBe('# ADR 0018: A ledger')
  })

  it.each([
    ['Refunds', 'refund'],
    ['access', 'access'],
    ['status', 'statu'],
    ['the', null],
    ['a', null],
    ['x'.repeat(31), null],
    ['401', '401'],
    ['2026', null],
    ['without', null],
  ])('of the word %j is %j', (word, term) => expect(indexedTerm(word)).toBe(term))

  it('weighs guides more than the protocol, and the protocol more than types and decisions', () => {
    const [guide = 0, protocol = 0, type = 0, decision = 0] = [
      '/galla/refunds#partial',
      '/galla/protocol#refunds',
      '/galla/api/@galla/sdk/interfaces/Refund',
      '/galla/adr/0018-ledger',
    ].map(weightOf)
    expect(guide).toBeGreaterThan(protocol)
    expect(protocol).toBeGreaterThan(type)
    expect(decision).toBe(type)
  })
})

describe('a diagram', () => {
  const source =
    'sequenceDiagram\n  accTitle: A payment & its callback\n  Shop->>PhonePe: pay\n  PhonePe-->>Shop: callback\n'

  it('is a drawing in the colours of the theme, with its caption, and loads nothing', () => {
    const figure = diagram(source)
    expect(figure).toContain('<figcaption>A payment &amp; its callback</figcaption>')
    expect(figure).toMatch(/<text[^>]*>callback<\/text>/)
    expect(figure).toContain('--fg:var(--vp-c-text-1)')
    expect(figure).not.toMatch(/<style|@import|https?:\/\/(?!www\.w3\.org)/)
    expect(figure).not.toContain('accTitle')
  })

  it('marks a message that is lost', () =>
    expect(diagram('sequenceDiagram\n  PhonePe--xShop: callback\n  Shop->>PhonePe: max-age: 5\n')).toMatch(
      /<text[^>]*>✕ callback<\/text>[\s\S]*<text[^>]*>max-age: 5<\/text>/,
    ))

  it('that nobody can draw fails the build', () => expect(() => diagram('sequenceDiagramm\n  A->>B: x\n')).toThrow())
})

describe('a picture for light and dark', () => {
  it('is two, of which the theme shows one', () =>
    expect(
      withBoth(
        '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="./dark.webp">\n  <img src="./light.webp" alt="Orders" loading="lazy">\n</picture>\n',
      ),
    ).toBe(
      '<img class="in-light" src="./light.webp" alt="Orders" loading="lazy"><img class="in-dark" src="./dark.webp" alt="Orders" loading="lazy">\n',
    ))
})

describe('a change of the theme', () => {
  const { transform } = themeChanges({ 'Box.vue': { 'debounce: 200': 'debounce: 50' } })

  it('replaces a text of one component', () => {
    expect(transform('{ debounce: 200 }', '/theme/Box.vue')).toBe('{ debounce: 50 }')
    expect(transform('{ debounce: 200 }', '/theme/Other.vue')).toBeUndefined()
  })

  it('fails the build when a new theme no longer has the text', () =>
    expect(() => transform('{}', '/theme/Box.vue')).toThrow('Box.vue of the theme has no "debounce: 200"'))
})

describe('pages for programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-plain-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('hold the samples that a page includes, and no front matter', () => {
    writeFileSync(join(folder, 'a.ts'), 'const a = 1\n')
    writeFileSync(join(folder, 'page.md'), '---\nlayout: home\n---\n\n# A\n\n<<< ./a.ts [Express]\n\n<<< ./a.ts\n')
    expect(textOf(join(folder, 'page.md'))).toBe(
      '# A\n\nExpress:\n\n```ts\nconst a = 1\n```\n\n```ts\nconst a = 1\n```\n',
    )
  })

  const site = (link: string) => ({
    title: 'Galla',
    description: 'Payments.',
    base: '/galla/',
    themeConfig: { sidebar: [{ text: 'Guides', items: [{ text: 'Refunds', link }] }] },
  })

  it('are listed by the side bar, each with its first sentence', () =>
    expect(
      overview(site('/refunds'), new Map([['refunds.md', '# Refunds\n\nMoney [goes back](a.md) in parts. More.\n']])),
    ).toBe('# Galla\n\n> Payments.\n\n## Guides\n\n- [Refunds](/galla/refunds.md): Money goes back in parts.\n'))

  it.each([
    ['`@galla/sdk` needs\nno package. More.', '`@galla/sdk` needs no package.'],
    ['The samples continue from [Orders](orders.md).\n\nA refund\nis a payout. More.', 'A refund is a payout.'],
    ['<picture>\n<img>\n</picture>\n\n```ts\ncode.\n\nmore\n```\n\n**Money** goes back.', '**Money** goes back.'],
  ])('are described by the first sentence of prose, not by markup: %j', (text, sentence) =>
    expect(overview(site('/refunds'), new Map([['refunds.md', `# Refunds\n\n${text}\n`]]))).toContain(
      `(/galla/refunds.md): ${sentence}\n`,
    ),
  )

  it('are refused where the side bar names no page', () =>
    expect(() => overview(site('/absent'), new Map())).toThrow('/absent is in the side bar, and is no page'))
})

describe('the address of the site', () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })
  const configure = (env: { [name: string]: string }) => {
    Object.assign(process.env, env)
    return resolveConfig(at('docs'), 'build', 'production')
  }

  it('gives the path of its pages, and a map for search engines', async () => {
    const { site, sitemap } = await configure({ DOCS_ADDRESS: 'https://docs.example/galla' })
    expect(site.base).toBe('/galla/')
    expect(sitemap?.hostname).toBe('https://docs.example/galla/')
  })

  it('has the next version below a path of its own', async () => {
    const { site, outDir } = await configure({ DOCS_ADDRESS: 'https://docs.example/galla/', DOCS_NEXT: '1' })
    expect(site.base).toBe('/galla/next/')
    expect(outDir).toBe(at('docs/.vitepress/dist/next'))
  })

  it('is not needed, and then there is no map', async () => {
    if (JSON.parse(readFileSync(at('packages/contract/src/addresses.json'), 'utf8')).docs !== null) return
    const { site, sitemap } = await configure({})
    expect(site.base).toBe('/')
    expect(sitemap).toBeUndefined()
  })
})
