import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsolePassword, consoleAddress } from '../src/routes/console/access.ts'
import { HANDLERS } from '../src/routes/console/console.ts'
import { seedOrder } from './helpers/seed.ts'
import { createTestConsole, PASSWORD, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const openConsole = (options: Parameters<typeof createTestConsole>[2] = {}) =>
  createTestConsole(createTestContext(test.database), password, options)
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
/** A reply that is no error has no code. */
const withCode = async (response: Response): Promise<Response> =>
  response.headers.get('content-type')?.includes('json') && !response.ok
    ? response
    : Response.json({}, { status: response.status })

describe('an unexpected error', () => {
  it('is logged with its SQLSTATE and text, and answered without them', async () => {
    const lines: object[] = []
    const log = { info: () => {}, warn: () => {}, error: (fields: object) => void lines.push(fields) }
    const context = { ...createTestContext(test.database), log }
    const { request } = await createTestConsole(context, password)
    await test.database.query({ text: 'alter table galla.calls rename column "endpoint" to "renamed"' })
    try {
      const response = await request('/api/calls')
      expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('column')])
    } finally {
      await test.database.query({ text: 'alter table galla.calls rename column "renamed" to "endpoint"' })
    }
    expect(lines).toEqual([expect.objectContaining({ reason: '42703', error: expect.stringContaining('column') })])
  })
})

describe('host and origin check', () => {
  it.each([
    ['a foreign host name (DNS rebinding)', { host: 'evil.example' }, [421, 'WRONG_HOST']],
    ['a host that starts with 127.0.0.1', { host: '127.0.0.1.evil.example' }, [421, 'WRONG_HOST']],
    ['a host that ends with localhost', { host: 'evil-localhost:3000' }, [421, 'WRONG_HOST']],
    ['an empty host', { host: '' }, [421, 'WRONG_HOST']],
    ['the origin of another site', { origin: 'https://evil.example' }, [403, 'FOREIGN_ORIGIN']],
    ['the origin of another port', { origin: 'http://127.0.0.1:9999' }, [403, 'FOREIGN_ORIGIN']],
    ['an opaque origin', { origin: 'null' }, [403, 'FOREIGN_ORIGIN']],
    ['sec-fetch-site cross-site', { 'sec-fetch-site': 'cross-site' }, [403, 'FOREIGN_ORIGIN']],
    ['sec-fetch-site same-site', { 'sec-fetch-site': 'same-site' }, [403, 'FOREIGN_ORIGIN']],
  ])('refuses %s although cookie and CSRF token are valid', async (_, headers, expected) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { request, cookie, csrf, consoleContext } = await openConsole()
    const options = { method: 'POST', body: { note: 'x' }, headers: { host: '127.0.0.1:3000', ...headers } }
    expect(await codeOf(await request('/api/orders/order-1/resolve-review', options))).toEqual(expected)
    void [cookie, csrf, consoleContext]
  })

  it('answers 421 and 403 on login, pages, metrics, CSV and live stream', async () => {
    const { raw } = await openConsole()
    for (const path of ['/api/session', '/', '/metrics', '/api/orders.csv', '/api/ledger.csv', '/api/live']) {
      expect((await raw(path, { headers: { host: 'evil.example' } })).status).toBe(421)
      expect((await raw(path, { headers: { host: '127.0.0.1:3000', origin: 'https://evil.example' } })).status).toBe(
        403,
      )
    }
  })

  it.each(['same-site', 'cross-site'])('lets a page that is %s cause no export and no live stream', async (site) => {
    const { request } = await openConsole()
    const headers = { host: '127.0.0.1:3000', 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
    for (const path of [
      ...['/api/orders.csv', '/api/ledger.csv', '/api/audit.csv', '/api/live', '/api/session', '/metrics'],
    ])
      expect([path, ...(await codeOf(await request(path, { headers })))]).toEqual([path, 403, 'FOREIGN_ORIGIN'])
    const { rows } = await test.database.query({ text: `select 1 from galla.audit where "what" = 'exported'` })
    expect(rows).toEqual([])
    // A link to a page of the console works.
    expect((await request('/orders', { headers: { ...headers, 'sec-fetch-mode': 'navigate' } })).status).toBe(200)
  })

  it('accepts only the host and origin of console.url when it is set', async () => {
    const { request, raw } = await openConsole({ url: 'https://shop.example/admin' })
    expect((await request('/api/about', { headers: { host: 'shop.example' } })).status).toBe(200)
    expect((await raw('/api/about', { headers: { host: '127.0.0.1:3000' } })).status).toBe(421)
    expect((await raw('/api/about', { headers: { host: 'shop.example', origin: 'http://shop.example' } })).status).toBe(
      403,
    )
  })

  it.each(['http://shop.example', 'shop.example', 'ftp://127.0.0.1'])('rejects console.url %s', (url) => {
    expect(() => consoleAddress(url)).toThrow(/console\.url must be an https URL/)
  })

  it('sends no access-control header', async () => {
    const response = await (await openConsole()).request('/api/about')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('requests without a session', () => {
  it('answers 401 NO_SESSION on every route except login', async () => {
    const { raw } = await openConsole()
    for (const key of [
      ...Object.keys(HANDLERS),
      'GET /orders.csv',
      'GET /ledger.csv',
      'GET /live',
      'GET /sandbox/orders',
      'GET /session',
      'DELETE /session',
      'GET /nothing',
    ]) {
      const [method = '', path = ''] = key.split(' ')
      const response = await raw(`/api${path.replaceAll(/:\w+/g, '1')}`, {
        method,
        headers: { 'content-type': 'application/json' },
      })
      expect([key, ...(await codeOf(response))]).toEqual([key, 401, 'NO_SESSION'])
    }
    expect((await raw('/metrics')).status).toBe(401)
    const wrong = { authorization: `Basic ${Buffer.from('prometheus:a wrong one').toString('base64')}` }
    const refused = await raw('/metrics', { headers: wrong })
    expect([refused.status, refused.headers.get('x-content-type-options')]).toEqual([401, 'nosniff'])
  })

  it.each([
    ['invented', 'galla-console=made-up'],
    ['invented and of the right length', `galla-console=${'A'.repeat(43)}`],
    ['a __Host- cookie over http', `__Host-galla=${'A'.repeat(43)}`],
    ['SQL', "galla-console=' or true --"],
  ])('answers 401 to a cookie that is %s', async (_, cookie) => {
    expect((await (await openConsole()).raw('/api/about', { headers: { cookie } })).status).toBe(401)
  })
})

describe('a path with a slash at the end, as a framework writes it', () => {
  it('is the same route on login, metrics and every route of the API', async () => {
    const { raw, request } = await openConsole()
    const headers = { 'content-type': 'application/json' }
    const login = { method: 'POST', body: JSON.stringify({ password: PASSWORD }), headers }
    expect((await raw('/api/session/', login)).status).toBe(200)
    const basic = { headers: { authorization: `Basic ${Buffer.from(`metrics:${PASSWORD}`).toString('base64')}` } }
    expect((await raw('/metrics/', basic)).headers.get('content-type')).toContain('text/plain')
    for (const key of [...Object.keys(HANDLERS), 'GET /session', 'GET /orders.csv']) {
      const [method = '', path = ''] = key.split(' ')
      const options = method === 'GET' ? {} : { method, body: {} }
      const asked = `/api${path.replace(/:\w+/g, '1')}`
      const plain = await codeOf(await request(asked, options).then(withCode))
      expect([key, ...(await codeOf(await request(`${asked}/`, options).then(withCode)))]).toEqual([key, ...plain])
    }
  })
})

describe('CSRF token', () => {
  it.each([
    ['no token', {}],
    ['an empty token', { 'x-csrf-token': '' }],
    ['a forged token', { 'x-csrf-token': 'A'.repeat(43) }],
  ])('answers 403 NO_CSRF_TOKEN on every changing route with %s', async (_, headers) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { raw, cookie } = await openConsole()
    for (const key of [...Object.keys(HANDLERS), 'DELETE /session', 'POST /sandbox/reset']) {
      const [method = '', path = ''] = key.split(' ')
      if (method === 'GET') continue
      const options = { cookie, 'content-type': 'application/json', ...headers }
      const response = await raw(`/api${path.replaceAll(/:\w+/g, 'order-1')}`, { method, body: '{}', headers: options })
      expect([key, ...(await codeOf(response))]).toEqual([key, 403, 'NO_CSRF_TOKEN'])
    }
  })

  it('answers 403 to the token of another session', async () => {
    const testConsole = await openConsole()
    const other = await testConsole.consoleContext.sessions.open({ user: testConsole.admin })
    const headers = { 'x-csrf-token': other.csrfToken }
    expect((await testConsole.request('/api/reconciliation/run', { method: 'POST', headers })).status).toBe(403)
  })

  it('answers 415 to content types that an HTML form can send', async () => {
    const { request } = await openConsole()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await request('/api/reconciliation/run', { method: 'POST', headers: { 'content-type': type } })
      expect(await codeOf(response)).toEqual([415, 'NOT_JSON'])
    }
  })
})

describe('request validation', () => {
  it('answers 413 to a body that is too large, with and without content-length', async () => {
    const { request, raw, cookie, csrf } = await openConsole()
    const large = { password: 'x'.repeat(70_000) }
    expect(await codeOf(await request('/api/session', { method: 'POST', body: large }))).toEqual([413, 'TOO_LARGE'])
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 80; part += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(1_000)))
        controller.close()
      },
    })
    const headers = { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' }
    expect((await raw('/api/reconciliation/run', { method: 'POST', body: stream, headers })).status).toBe(413)
  })

  it.each([
    ['/api/orders?state=%27%3B+drop+table+galla.orders%3B--', 400],
    ['/api/orders?paymentMode=%27%3B+drop+table+galla.orders%3B--', 200],
    ['/api/orders?sort=createdAtMs%3B--', 400],
    ['/api/orders?sort=__proto__', 400],
    ['/api/orders?fromMs=1+or+1%3D1', 400],
    ['/api/orders?limit=-1', 400],
    ['/api/orders?limit=501', 400],
    ['/api/orders?after=bm9wZQ', 400],
    [`/api/orders?after=${Buffer.from(JSON.stringify([1, "x'--"])).toString('base64url')}`, 200],
    ['/api/orders?unknown=1', 400],
    ['/api/search?q=%27+or+1%3D1--', 200],
    ['/api/search?q=%25%25%25@', 200],
    ['/api/search?q=%00', 400],
    ['/api/orders?state=%00', 400],
    ['/api/search', 400],
    ['/api/callbacks/1%20or%201=1', 400],
    ['/api/callbacks?id=%27', 200],
    ['/api/calls?outcome=%27', 200],
    ['/api/orders/%00', 400],
    ['/api/refund-files/%00/results.csv', 400],
    ['/api/orders/%27%20or%201=1', 404],
    ['/api/deliveries?needsReview=maybe', 400],
  ])('GET %s returns no row and answers %i', async (path, status) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', payerVpa: 'su****a@ybl' })
    const { request } = await openConsole()
    const response = await request(path)
    const text = await response.text()
    expect([response.status, text]).toEqual([status, text])
    if (status === 200) expect(JSON.parse(text)).toEqual(path.includes('search') ? { hits: [] } : { rows: [] })
    const { rows } = await test.database.query<{ count: number }>({ text: 'select count(*) from galla.orders' })
    expect(rows[0]?.count).toBe(1)
  })

  it.each(['body.__proto__.x', 'constructor', 'body..x', '../x', 'body.payload'])(
    'POST /reveal returns no value for path %s',
    async (path) => {
      await seedOrder(test.database, { merchantOrderId: 'order-1' })
      const { request } = await openConsole()
      const response = await request('/api/reveal', {
        method: 'POST',
        body: { kind: 'order', id: 'order-1', path, reason: 'asked' },
      })
      expect([400, 404]).toContain(response.status)
    },
  )

  it('answers 500 without the message of an internal error', async () => {
    const testConsole = await openConsole()
    const database = { ...test.database, query: () => Promise.reject(new Error('host=db password=secret')) }
    const broken = {
      ...testConsole.consoleContext,
      gateway: { ...testConsole.consoleContext.gateway, database, reads: () => database },
    }
    const { createConsole } = await import('../src/routes/console/console.ts')
    const response = await createConsole({ ...broken, sessions: testConsole.consoleContext.sessions }).fetch(
      new Request('http://127.0.0.1:3000/api/orders', { headers: { cookie: testConsole.cookie } }),
      { address: '127.0.0.1' },
    )
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
  })
})

describe('static pages', () => {
  it.each([
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/.env',
    '/%00.js',
    '//etc/passwd.txt',
  ])('answer 404 to %s', async (path) => {
    const response = await (await openConsole()).raw(path)
    expect(response.status).toBe(404)
  })

  it.each(['/orders', '/index.html', '/index%2ehtml'])(
    'have a strict Content-Security-Policy at %s, or answer 503 with the build command',
    async (path) => {
      const { raw } = await openConsole()
      const response = await raw(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      if (response.status === 503) expect(await response.text()).toContain('npm run build -w apps/console')
      else expect(await response.text()).toContain('<base href="/">')
    },
  )

  it('allow a frame of the local sandbox only', async () => {
    const policyOf = async (more: object) =>
      (await (await openConsole(more)).raw('/')).headers.get('content-security-policy') ?? ''
    expect(await policyOf({})).toContain("frame-src 'none'")
    expect(await policyOf({ sandboxUrl: 'http://127.0.0.1:4500/_sandbox' })).toContain(
      'frame-src http://127.0.0.1:4500;',
    )
  })
})

describe('/api/sandbox proxy', () => {
  it('answers 404 NO_SANDBOX when the provider is not a sandbox', async () => {
    expect(await codeOf(await (await openConsole()).request('/api/sandbox/orders'))).toEqual([404, 'NO_SANDBOX'])
    const body = { checkout: 'STANDARD', amount: 100, reference: 'x' }
    expect(await codeOf(await (await openConsole()).request('/api/playground/pay', { method: 'POST', body }))).toEqual([
      404,
      'NO_SANDBOX',
    ])
  })

  it.each([
    '/api/sandbox/../checkout/v2/pay',
    '/api/sandbox/%2e%2e/checkout/v2/pay',
    '/api/sandbox//evil.example/x',
    '/api/sandbox/..%2f..%2fx',
  ])('forwards %s to the control API only, without cookie and CSRF token', async (path) => {
    const { createServer } = await import('node:http')
    const forwarded: string[] = []
    const server = createServer((request, response) => {
      forwarded.push(`${request.headers.cookie ?? ''}${request.headers['x-csrf-token'] ?? ''}${request.url}`)
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { request } = await openConsole({ sandboxUrl: `http://127.0.0.1:${port}/_sandbox` })
    await request(path)
    expect(forwarded.filter((url) => !url.startsWith('/_sandbox/'))).toEqual([])
    await request('/api/sandbox/orders?state=PENDING')
    expect(forwarded.at(-1)).toBe('/_sandbox/orders?state=PENDING')
    await request('/api/sandbox/orders/?state=PENDING')
    expect(forwarded.at(-1)).toBe('/_sandbox/orders?state=PENDING')
    await new Promise((resolve) => server.close(resolve))
  })
})
