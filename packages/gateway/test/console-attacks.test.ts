import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsolePassword, consoleAddress, consolePassword } from '../src/routes/console/access.ts'
import { HANDLERS } from '../src/routes/console/console.ts'
import { sessionsIn } from '../src/services/console-sessions.ts'
import { freshDatabase, type TestDatabase } from './helpers/fresh-database.ts'
import { seedOrder } from './helpers/seed.ts'
import { consoleFor, PASSWORD, testPassword } from './helpers/test-console.ts'
import { contextFor, T0 } from './helpers/test-context.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([freshDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const open = (more: Parameters<typeof consoleFor>[2] = {}) => consoleFor(contextFor(test.database), password, more)
const codeOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code]
const login = (word: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ password: word }),
  headers: { 'content-type': 'application/json', ...headers },
})
const cookieOf = (reply: Response) => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

describe('another host or origin', () => {
  it.each([
    ['a name that an attacker points to 127.0.0.1', { host: 'evil.example' }, [421, 'WRONG_HOST']],
    ['one that begins like ours', { host: '127.0.0.1.evil.example' }, [421, 'WRONG_HOST']],
    ['one that ends like ours', { host: 'evil-localhost:3000' }, [421, 'WRONG_HOST']],
    ['no host', { host: '' }, [421, 'WRONG_HOST']],
    ['a page of another site', { origin: 'https://evil.example' }, [403, 'FOREIGN_ORIGIN']],
    ['a page of another port', { origin: 'http://127.0.0.1:9999' }, [403, 'FOREIGN_ORIGIN']],
    ['a page without an origin of its own', { origin: 'null' }, [403, 'FOREIGN_ORIGIN']],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }, [403, 'FOREIGN_ORIGIN']],
    ['a form of a neighbouring site', { 'sec-fetch-site': 'same-site' }, [403, 'FOREIGN_ORIGIN']],
  ])('refuses %s, with cookie and token and all', async (_, headers, expected) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { ask, cookie, csrf, consoleContext } = await open()
    const all = { method: 'POST', body: { note: 'x' }, headers: { host: '127.0.0.1:3000', ...headers } }
    expect(await codeOf(await ask('/api/orders/order-1/resolve-review', all))).toEqual(expected)
    void [cookie, csrf, consoleContext]
  })

  it('refuses them at the login, at the pages and at the metrics as well', async () => {
    const { raw } = await open()
    for (const path of ['/api/session', '/', '/metrics', '/api/orders.csv', '/api/live']) {
      expect((await raw(path, { headers: { host: 'evil.example' } })).status).toBe(421)
      expect((await raw(path, { headers: { host: '127.0.0.1:3000', origin: 'https://evil.example' } })).status).toBe(
        403,
      )
    }
  })

  it('answers under its own address alone once it has one', async () => {
    const { ask, raw } = await open({ url: 'https://shop.example/admin' })
    expect((await ask('/api/about', { headers: { host: 'shop.example' } })).status).toBe(200)
    expect((await raw('/api/about', { headers: { host: '127.0.0.1:3000' } })).status).toBe(421)
    expect((await raw('/api/about', { headers: { host: 'shop.example', origin: 'http://shop.example' } })).status).toBe(
      403,
    )
  })

  it.each(['http://shop.example', 'shop.example', 'ftp://127.0.0.1'])('does not take %s for an address', (url) => {
    expect(() => consoleAddress(url)).toThrow(/console\.url must be an https URL/)
  })

  it('says to no page that it may read', async () => {
    const reply = await (await open()).ask('/api/about')
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('without a session', () => {
  it('answers nothing but the login, whatever the route', async () => {
    const { raw } = await open()
    for (const key of [
      ...Object.keys(HANDLERS),
      'GET /orders.csv',
      'GET /live',
      'GET /sandbox/orders',
      'GET /session',
      'DELETE /session',
      'GET /nothing',
    ]) {
      const [method = '', path = ''] = key.split(' ')
      const reply = await raw(`/api${path.replaceAll(/:\w+/g, '1')}`, {
        method,
        headers: { 'content-type': 'application/json' },
      })
      expect([key, ...(await codeOf(reply))]).toEqual([key, 401, 'NO_SESSION'])
    }
    expect((await raw('/metrics')).status).toBe(401)
  })

  it.each([
    ['made up', 'galla-console=made-up'],
    ['of the right length', `galla-console=${'A'.repeat(43)}`],
    ['of the https kind, over http', `__Host-galla=${'A'.repeat(43)}`],
    ['SQL', "galla-console=' or true --"],
  ])('takes no cookie that is %s', async (_, cookie) => {
    expect((await (await open()).raw('/api/about', { headers: { cookie } })).status).toBe(401)
  })
})

describe('the token against forged requests', () => {
  it.each([
    ['none', {}],
    ['an empty one', { 'x-csrf-token': '' }],
    ['a forged one', { 'x-csrf-token': 'A'.repeat(43) }],
  ])('changes nothing with %s', async (_, headers) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { raw, cookie } = await open()
    for (const key of [...Object.keys(HANDLERS), 'DELETE /session', 'POST /sandbox/reset']) {
      const [method = '', path = ''] = key.split(' ')
      if (method === 'GET') continue
      const all = { cookie, 'content-type': 'application/json', ...headers }
      const reply = await raw(`/api${path.replaceAll(/:\w+/g, 'order-1')}`, { method, body: '{}', headers: all })
      expect([key, ...(await codeOf(reply))]).toEqual([key, 403, 'NO_CSRF_TOKEN'])
    }
  })

  it('is another one in another session', async () => {
    const console = await open()
    const other = await console.consoleContext.sessions.open()
    const headers = { 'x-csrf-token': other.csrfToken }
    expect((await console.ask('/api/reconciliation/run', { method: 'POST', headers })).status).toBe(403)
  })

  it('takes no body of a kind that a form can send', async () => {
    const { ask } = await open()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const reply = await ask('/api/reconciliation/run', { method: 'POST', headers: { 'content-type': type } })
      expect(await codeOf(reply)).toEqual([415, 'NOT_JSON'])
    }
  })
})

describe('sessions', () => {
  it('gives a strict cookie that no script can read, and stores no token', async () => {
    const { raw } = await open()
    const reply = await raw('/api/session', login(PASSWORD))
    expect(reply.headers.get('set-cookie')).toMatch(/^galla-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const token = cookieOf(reply).split('=')[1] ?? ''
    const { rows } = await test.database.query<object>({ text: 'select * from galla.sessions' })
    expect(rows.length).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('gives a cookie that the browser holds to the host where there is https', async () => {
    const { raw } = await open({ url: 'https://shop.example' })
    const reply = await raw('/api/session', login(PASSWORD))
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-galla=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  it('takes no token that the browser brought along (fixation), and ends it', async () => {
    const { raw, cookie } = await open()
    const reply = await raw('/api/session', login(PASSWORD, { cookie }))
    expect(cookieOf(reply)).not.toBe(cookie)
    expect((await raw('/api/session', { headers: { cookie } })).status).toBe(401)
    expect((await raw('/api/session', { headers: { cookie: cookieOf(reply) } })).status).toBe(200)
  })

  it('knows a stolen cookie no more after the logout', async () => {
    const { ask, raw, cookie } = await open()
    const reply = await ask('/api/session', { method: 'DELETE' })
    expect(reply.headers.get('set-cookie')).toMatch(/^galla-console=; Max-Age=0;/)
    expect((await raw('/api/orders', { headers: { cookie } })).status).toBe(401)
  })

  it('ends the live stream of a session that is over', async () => {
    const { ask } = await open()
    const reply = await ask('/api/live')
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await ask('/api/session', { method: 'DELETE' })
    let ended = false
    while (!ended) ended = (await reader.read()).done
    expect(ended).toBe(true)
  })

  it('ends an idle session after an hour and any after twelve', async () => {
    const context = contextFor(test.database)
    const sessions = sessionsIn(test.database, password, context.clock)
    const hour = 3_600_000
    const idle = await sessions.open()
    context.setNow(T0 + 1_000 + hour - 1)
    const busy = await sessions.open()
    context.setNow(T0 + 1_000 + hour)
    expect(await sessions.find(idle.token)).toBeUndefined()
    for (let half = 2; half < 25; half += 1) {
      context.setNow(T0 + 1_000 + hour + (half * hour) / 2 - 1_000)
      expect([half, (await sessions.find(busy.token)) !== undefined]).toEqual([half, true])
    }
    context.setNow(T0 + 1_000 + 13 * hour)
    expect(await sessions.find(busy.token)).toBeUndefined()
  })

  it('ends every session with another password', async () => {
    const { consoleContext } = await open()
    const { token } = await consoleContext.sessions.open()
    const other = await consolePassword('three cups of tea', 'SANDBOX tea-stall')
    expect(await sessionsIn(test.database, other, consoleContext.gateway.clock).find(token)).toBeUndefined()
  })

  it('takes no password that is too short to be one', async () => {
    await expect(consolePassword('tea', 'x')).rejects.toThrow(/12 to 256 characters/)
  })
})

describe('guessing the password', () => {
  it('makes an address wait after five wrong ones, even for the right one; not another address', async () => {
    const context = contextFor(test.database)
    const { raw, consoleContext } = await consoleFor(context, password)
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await codeOf(await raw('/api/session', login(`guess ${guess}`)))).toEqual([401, 'WRONG_PASSWORD'])
    }
    const late = await raw('/api/session', login(PASSWORD))
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '300'])
    expect(await consoleContext.loginLimit.attempt('10.0.0.2', async () => true)).toBe(true)
    context.setNow(T0 + 1_000 + 300_000)
    expect((await raw('/api/session', login(PASSWORD))).status).toBe(200)
  })

  it('lets nobody through who guesses all at once', async () => {
    const { consoleContext } = await open()
    let tried = 0
    const guess = () =>
      consoleContext.loginLimit.attempt('10.0.0.9', async () => {
        tried += 1
        return false
      })
    const all = await Promise.allSettled(Array.from({ length: 50 }, guess))
    expect(tried).toBeLessThanOrEqual(5)
    expect(all.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(45)
  })

  it('counts together what is guessed at several replicas, and keeps no address', async () => {
    const replicas = [await open(), await open()]
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await replicas[guess % 2]?.raw('/api/session', login(`guess ${guess}`))
      expect(wrong?.status).toBe(401)
    }
    for (const { raw } of replicas) expect((await raw('/api/session', login(PASSWORD))).status).toBe(429)
    const { rows } = await test.database.query({ text: 'select * from galla.login_attempts' })
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('10.0.0.1')
  })

  it('keeps nobody waiting who knows it', async () => {
    const { consoleContext } = await open()
    for (let time = 0; time < 200; time += 1)
      expect(await consoleContext.loginLimit.attempt('10.0.0.1', async () => true)).toBe(true)
  })

  it('opens the metrics to the password, and counts wrong ones there too', async () => {
    const { raw } = await open()
    const basic = (word: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`scraper:${word}`).toString('base64')}` },
    })
    const right = await raw('/metrics', basic(PASSWORD))
    expect(right.status).toBe(200)
    for (let guess = 0; guess < 5; guess += 1) expect((await raw('/metrics', basic(`guess ${guess}`))).status).toBe(401)
    expect((await raw('/metrics', basic('guess'))).status).toBe(429)
    expect((await raw('/metrics', basic(PASSWORD))).status).toBe(200)
  })
})

describe('what is sent', () => {
  it('is refused when it is too large, announced or not', async () => {
    const { ask, raw, cookie, csrf } = await open()
    const large = { password: 'x'.repeat(70_000) }
    expect(await codeOf(await ask('/api/session', { method: 'POST', body: large }))).toEqual([413, 'TOO_LARGE'])
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
    ['/api/orders?state=%27%3B+drop+table+galla.orders%3B--', 200],
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
    ['/api/orders/%27%20or%201=1', 404],
    ['/api/deliveries?needsReview=maybe', 400],
  ])('%s finds nothing and breaks nothing: %i', async (path, status) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', payerVpa: 'su****a@ybl' })
    const { ask } = await open()
    const reply = await ask(path)
    const text = await reply.text()
    expect([reply.status, text]).toEqual([status, text])
    if (status === 200) expect(JSON.parse(text)).toEqual(path.includes('search') ? { hits: [] } : { rows: [] })
    const { rows } = await test.database.query<{ count: number }>({ text: 'select count(*) from galla.orders' })
    expect(rows[0]?.count).toBe(1)
  })

  it.each(['body.__proto__.x', 'constructor', 'body..x', '../x', 'body.payload'])(
    'reveals nothing at %s',
    async (path) => {
      await seedOrder(test.database, { merchantOrderId: 'order-1' })
      const { ask } = await open()
      const reply = await ask('/api/reveal', { method: 'POST', body: { kind: 'order', id: 'order-1', path } })
      expect([400, 404]).toContain(reply.status)
    },
  )

  it('keeps to itself what broke', async () => {
    const console = await open()
    const broken = {
      ...console.consoleContext,
      gateway: {
        ...console.consoleContext.gateway,
        database: { ...test.database, query: () => Promise.reject(new Error('host=db password=secret')) },
      },
    }
    const { createConsole } = await import('../src/routes/console/console.ts')
    const reply = await createConsole({ ...broken, sessions: console.consoleContext.sessions }).fetch(
      new Request('http://127.0.0.1:3000/api/orders', { headers: { cookie: console.cookie } }),
    )
    expect(reply.status).toBe(500)
    expect(await reply.text()).not.toContain('secret')
  })
})

describe('the pages', () => {
  it.each([
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/.env',
    '/%00.js',
    '//etc/passwd.txt',
  ])('hold no file at %s', async (path) => {
    const reply = await (await open()).raw(path)
    expect(reply.status).toBe(404)
  })

  it('go out under a policy without a hole, or say which command builds them', async () => {
    const { raw } = await open()
    const reply = await raw('/orders')
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
    if (reply.status === 503) expect(await reply.text()).toContain('npm run build -w apps/console')
    else expect(await reply.text()).toContain('<base href="/">')
  })

  it('show a frame of the sandbox on this machine, and of nobody else', async () => {
    const policyOf = async (more: object) =>
      (await (await open(more)).raw('/')).headers.get('content-security-policy') ?? ''
    expect(await policyOf({})).toContain("frame-src 'none'")
    expect(await policyOf({ sandboxUrl: 'http://127.0.0.1:4500/_sandbox' })).toContain(
      'frame-src http://127.0.0.1:4500;',
    )
  })
})

describe('the way to the sandbox', () => {
  it('is not there when the provider is no sandbox', async () => {
    expect(await codeOf(await (await open()).ask('/api/sandbox/orders'))).toEqual([404, 'NO_SANDBOX'])
    const body = { checkout: 'STANDARD', amount: 100, reference: 'x' }
    expect(await codeOf(await (await open()).ask('/api/playground/pay', { method: 'POST', body }))).toEqual([
      404,
      'NO_SANDBOX',
    ])
  })

  it.each([
    '/api/sandbox/../checkout/v2/pay',
    '/api/sandbox/%2e%2e/checkout/v2/pay',
    '/api/sandbox//evil.example/x',
    '/api/sandbox/..%2f..%2fx',
  ])('leads to its control API alone: %s', async (path) => {
    const { createServer } = await import('node:http')
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.headers.cookie ?? ''}${request.headers['x-csrf-token'] ?? ''}${request.url}`)
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { ask } = await open({ sandboxUrl: `http://127.0.0.1:${port}/_sandbox` })
    await ask(path)
    expect(asked.filter((url) => !url.startsWith('/_sandbox/'))).toEqual([])
    await ask('/api/sandbox/orders?state=PENDING')
    expect(asked.at(-1)).toBe('/_sandbox/orders?state=PENDING')
    await new Promise((resolve) => server.close(resolve))
  })
})
