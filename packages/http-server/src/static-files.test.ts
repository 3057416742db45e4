import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staticFiles } from './static-files.ts'

const temporary = mkdtempSync(join(tmpdir(), 'static-files-'))
const root = join(temporary, 'public')

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(temporary, 'secret.txt'), 'outside the folder')
  writeFileSync(join(root, '.hidden'), 'hidden')
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html><head><title>Checkout</title></head><body></body></html>',
  )
  writeFileSync(join(root, 'index.html.br'), 'brotli')
  writeFileSync(join(root, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'assets', 'other.html'), '<!doctype html><title>Other</title>')
  writeFileSync(join(root, 'checkout.js'), 'plain()')
  writeFileSync(join(root, 'assets', 'page-BqZ3x9aT.js'), 'page()')
  writeFileSync(join(root, 'assets', 'page-BqZ3x9aT.js.br'), 'brotli')
  writeFileSync(join(root, 'assets', 'page-BqZ3x9aT.js.gz'), 'gzip')
  symlinkSync(join(temporary, 'secret.txt'), join(root, 'link.txt'))
})
afterAll(() => rmSync(temporary, { recursive: true }))

const handler = staticFiles({
  root: pathToFileURL(root),
  mount: '/web/bundle/',
  index: {
    at: (path) => path === '/transact/pg',
    headers: () => ({ 'content-security-policy': "default-src 'none'" }),
    edit: (html, { url }) => html.replace('<body>', `<body data-at="${new URL(url).pathname}">`),
    whenMissing: 'run the build',
  },
  headers: (file) => (file === 'checkout.js' ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
})
const get = (path: string, init?: RequestInit) => handler(new Request(`http://127.0.0.1${path}`, init))

describe('a file', () => {
  it('is read once until it changes: clients that do not read their responses hold no copies', async () => {
    const path = join(root, 'large.txt')
    const read = async () => {
      const responses = await Promise.all([1, 2, 3].map(() => get('/web/bundle/large.txt')))
      return Promise.all(responses.map(async (one) => (await one?.body?.getReader().read())?.value as Uint8Array))
    }
    writeFileSync(path, 'one')
    const first = [...(await read()), ...(await read())]
    expect(first.map((bytes) => Buffer.from(bytes).toString())).toEqual(Array.from({ length: 6 }, () => 'one'))
    expect(new Set(first.map(({ buffer }) => buffer)).size).toBe(1)
    writeFileSync(path, 'three')
    const second = [...(await read()), ...(await read())]
    expect(second.map((bytes) => Buffer.from(bytes).toString())).toEqual(Array.from({ length: 6 }, () => 'three'))
    expect(new Set(second.map(({ buffer }) => buffer)).size).toBe(1)
  })

  it('is sent with its content type, an ETag and its length', async () => {
    const response = await get('/web/bundle/checkout.js')
    expect(response?.status).toBe(200)
    expect(await response?.text()).toBe('plain()')
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response?.headers.get('content-length')).toBe('7')
    expect(response?.headers.get('cache-control')).toBe('no-cache')
    expect(response?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response?.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('is answered with 304 when the client has it', async () => {
    const tag = (await get('/web/bundle/checkout.js'))?.headers.get('etag') ?? ''
    const again = await get('/web/bundle/checkout.js', { headers: { 'if-none-match': `"other", ${tag}` } })
    expect(again?.status).toBe(304)
    expect(await again?.text()).toBe('')
  })

  it.each(['mark.svg', 'assets/other.html'])(
    'that is a document has a policy, and no frame shows it: %s',
    async (name) => {
      const response = await get(`/web/bundle/${name}`)
      expect(response?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(response?.headers.get('content-security-policy')).toContain("script-src 'none'")
      expect(response?.headers.get('x-frame-options')).toBe('DENY')
      expect((await get('/web/bundle/checkout.js'))?.headers.get('content-security-policy')).toBeNull()
    },
  )

  it('with a hash in its name is cached for a year', async () => {
    const response = await get('/web/bundle/assets/page-BqZ3x9aT.js')
    expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
    ['identity', null, 'page()'],
  ])('is compressed as accept-encoding %s allows', async (accept, encoding, body) => {
    const response = await get('/web/bundle/assets/page-BqZ3x9aT.js', { headers: { 'accept-encoding': accept } })
    expect(response?.headers.get('content-encoding')).toBe(encoding)
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response?.headers.get('vary')).toBe('accept-encoding')
    expect(await response?.text()).toBe(body)
  })

  it('is answered with headers only for HEAD', async () => {
    const response = await get('/web/bundle/checkout.js', { method: 'HEAD' })
    expect(response?.headers.get('content-length')).toBe('7')
    expect(await response?.text()).toBe('')
  })

  it('is not served for POST', async () => {
    expect(await get('/web/bundle/checkout.js', { method: 'POST' })).toBeUndefined()
  })
})

describe('a path that is not a file of the folder', () => {
  it.each([
    '/web/bundle/%2e%2e/secret.txt',
    '/web/bundle/..%2fsecret.txt',
    '/web/bundle/assets/..%2f..%2fsecret.txt',
    '/web/bundle/..%5csecret.txt',
    '/web/bundle/link.txt',
    '/web/bundle/.hidden',
    '/web/bundle/assets',
    '/web/bundle/',
    '/web/bundle/checkout.js%00.css',
    '/web/bundle/%E0%A4%A',
    '/web/bundle//etc/passwd',
    '/elsewhere/checkout.js',
  ])('%s returns undefined', async (path) => {
    expect(await get(path)).toBeUndefined()
  })
})

describe('the page', () => {
  it('gets a base element and is never stored', async () => {
    const response = await get('/transact/pg?token=abc')
    expect(response?.status).toBe(200)
    expect(response?.headers.get('cache-control')).toBe('no-store')
    expect(response?.headers.get('content-security-policy')).toBe("default-src 'none'")
    const html = await response?.text()
    expect(html).toContain('<head><base href="/web/bundle/"><title>')
    expect(html).toContain('<body data-at="/transact/pg">')
  })

  it.each(['index.html', 'index%2ehtml', '%69ndex.html', 'INDEX.HTML', 'index.html.br', 'index.html?x'])(
    'has the same headers under the name of its file: %s',
    async (name) => {
      const response = await get(`/web/bundle/${name}`, { headers: { 'accept-encoding': 'br' } })
      expect(response?.headers.get('content-security-policy')).toBe("default-src 'none'")
      expect(response?.headers.get('cache-control')).toBe('no-store')
      expect(response?.headers.get('content-encoding')).toBeNull()
      expect(await response?.text()).toContain('<base href="/web/bundle/">')
    },
  )

  it('is answered with 503 and the build command while it does not exist', async () => {
    const missing = staticFiles({
      root: join(temporary, 'missing'),
      mount: '/x/',
      index: { at: () => true, whenMissing: 'run the build' },
    })
    const response = await missing(new Request('http://127.0.0.1/x/'))
    expect(response?.status).toBe(503)
    expect(await response?.text()).toBe('run the build\n')
  })

  it('escapes the base address', async () => {
    const escaped = staticFiles({ root, mount: '/"><b/', index: { at: () => true, whenMissing: '' } })
    expect(await (await escaped(new Request('http://127.0.0.1/y')))?.text()).toContain('<base href="/&quot;>&lt;b/">')
  })
})
