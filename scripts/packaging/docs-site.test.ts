import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { indianContext, launchChromium, watchPage } from '@galla/testkit/chromium'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDocs } from '../docs/build-site.mjs'
import { at } from '../lib/paths.mjs'

const dist = at('docs/.vitepress/dist')
const TYPES: { [extension: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** Serves the built site as a host of static files does: `/gateway` is `gateway.html`. */
function serve(): Server {
  return createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname)
    const found = [path, `${path}.html`, join(path, 'index.html')].find((one) => extname(one) !== '' && has(one))
    const file = found ?? '/404.html'
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(join(dist, file)))
  })
}

let files: Set<string>
const has = (path: string) => files.has(path)
const PAGES = ['/', '/get-started', '/gateway', '/api/http', '/api/@galla/sdk/', '/release-notes']

/** Likely searches, and the page that answers each. */
const SEARCHES = [
  ['callback 401', /^\/troubleshooting#/],
  ['order stays pending', /^\/troubleshooting#/],
  ['partial refund', /^\/recipes\/partial-refunds#/],
  ['test card', /^\/testing#/],
  ['go live', /^\/(?:deploy#go-live|phonepe-account#)/],
  ['webhook password', /^\/phonepe-account#/],
  ['next.js', /^\/frameworks#/],
  ['retry payment', /^\/recipes\/retry-a-failed-order#/],
  ['docker', /^\/deploy#/],
  ['settlement', /^\/(?:sdk|settlements)#/],
  ['DIFFERENT_AMOUNT', /^\/api\/errors-by-code#gateway-different-amount$/],
] as const

/** The files of the contract that list the routes of an API. */
const ROUTE_FILES = {
  'merchant-api': ['merchant-routes'],
  'console-api': ['console-routes', 'console-subscriptions'],
} as const

describe('the documentation site', () => {
  let server: Server
  let browser: Browser
  let url: string

  beforeAll(async () => {
    const { ok, output } = await buildDocs()
    expect(ok, output).toBe(true)
    files = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((path) => `/${path}`))
    server = serve()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchChromium()
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it.each([
    ['on a desk, in the light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
    ['on a phone, in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)('is accessible %s, and requests nothing from elsewhere', async (_, look) => {
    const context = await indianContext(browser, { ...look, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const problems = await watchPage(page, [url])
    for (const path of PAGES) {
      await page.goto(`${url}${path}`)
      await page.locator('h1').first().waitFor()
      await expectReflow(page)
      await expectAccessible(page)
    }
    expect(problems).toEqual({ errors: [], foreign: [] })
    await context.close()
  })

  it('finds the page of each likely search first, without the network', async () => {
    const page = await (await indianContext(browser)).newPage()
    await page.goto(`${url}/`)
    await page.getByRole('button', { name: 'Search' }).first().click()
    const results = page.locator('.results a')
    const found: { [search: string]: string | null } = {}
    for (const [search] of SEARCHES) {
      await page.getByRole('searchbox').fill('')
      await expect.poll(() => results.count()).toBe(0)
      await page.getByRole('searchbox').fill(search)
      await results.first().waitFor()
      found[search] = await results.first().getAttribute('href')
    }
    expect(found).toEqual(
      Object.fromEntries(SEARCHES.map(([search, pattern]) => [search, expect.stringMatching(pattern)])),
    )
  })

  it('loads at most 400 kB of index before the first key', () => {
    const [index = '', ...more] = [...files].filter((path) => path.includes('@localSearchIndex'))
    expect(more).toEqual([])
    expect(statSync(join(dist, index)).size).toBeLessThan(400_000)
  })

  it('has each page as Markdown too, and a map of them for programs', () => {
    const pages = [...files].filter((path) => path.endsWith('.html') && path !== '/404.html')
    expect(pages.length).toBeGreaterThan(300)
    expect(pages.map((path) => path.replace(/html$/, 'md')).filter((path) => !has(path))).toEqual([])
    const map = readFileSync(join(dist, 'llms.txt'), 'utf8')
    const listed = [...map.matchAll(/^- \[.+\]\((.+?)\)/gm)].map(([, path = '']) => path)
    expect(listed).toEqual(expect.arrayContaining(['/get-started.md', '/api/errors-by-code.md']))
    expect(listed.filter((path) => !has(path))).toEqual([])
    const full = readFileSync(join(dist, 'llms-full.txt'), 'utf8')
    expect(full).toContain('# Get started')
    expect(full).not.toContain('<!-- api/@galla')
  })

  it('says on each page that it describes a version that is not released, while changesets are pending', () => {
    const isPending = readdirSync(at('.changeset')).some((name) => name.endsWith('.md'))
    for (const path of ['index.html', 'get-started.html', 'release-notes.html'])
      expect(readFileSync(join(dist, path), 'utf8').includes('class="notice"'), path).toBe(isPending)
    expect(readFileSync(join(dist, 'release-notes.html'), 'utf8')).toMatch(/<h2 id="(?:next-version|_?\d)/)
  })

  it('calls the modules of the API by their packages', () => {
    const modules = readFileSync(join(dist, 'api/index.md'), 'utf8')
    for (const name of ['sdk', 'gateway', 'sandbox', 'react', 'postgres'])
      expect(modules).toContain(`[@galla/${name}](@galla/${name}/index.md)`)
  })

  it('helps on where an address is wrong, and has a mark for tabs', async () => {
    const page = await (await indianContext(browser)).newPage()
    await page.goto(`${url}/nowhere.html`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to the first page' }).waitFor()
    for (const path of ['/favicon.svg', '/favicon.png']) expect(has(path), path).toBe(true)
  })

  it('has a heading for each error code, which links can name', () => {
    const page = readFileSync(join(dist, 'api/errors-by-code.html'), 'utf8')
    const source = readFileSync(at('packages/gateway/src/errors.ts'), 'utf8')
    const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(10)
    const anchors = [...page.matchAll(/<h3 id="([\w-]+)"/g)].map(([, id = '']) => id)
    const generated = [
      ...readFileSync(at('docs/api/errors-by-code.md'), 'utf8').matchAll(/^### \S+ \{#([\w-]+)\}$/gm),
    ].map(([, id = '']) => id)
    expect(codes.filter((code) => !anchors.includes(`gateway-${code.toLowerCase().replaceAll('_', '-')}`))).toEqual([])
    expect(anchors).toEqual(generated)
  })

  it.each(['merchant-api', 'console-api'] as const)(
    'offers a valid OpenAPI document of the %s with every route',
    async (name) => {
      const document = JSON.parse(readFileSync(join(dist, `api/${name}.openapi.json`), 'utf8'))
      const { valid, errors } = await new Validator().validate(structuredClone(document))
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
      expect(document.openapi).toMatch(/^3\.1/)
      const contract = ROUTE_FILES[name]
        .map((file) => readFileSync(at(`packages/contract/src/gateway-api/${file}.ts`), 'utf8'))
        .join('\n')
      const routes = [...contract.matchAll(/^ {2}'([A-Z]+ \/\S*)':/gm)].map(([, route = '']) => route)
      const documented = Object.entries(document.paths as object).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      )
      expect(documented.sort()).toEqual(routes.sort())
    },
  )
})
