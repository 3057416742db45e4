import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Role } from '@galla/contract/gateway-api/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { type ConsolePassword, consolePassword } from '../src/routes/console/access.ts'
import { type Sessions, sessionsIn } from '../src/services/access/console-sessions.ts'
import { saveSecuritySettings } from '../src/services/access/second-factor.ts'
import { createTestConsole, PASSWORD, type TestConsole, testPassword } from './helpers/test-console.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
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
const login = (value: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ password: value }),
  headers: { 'content-type': 'application/json', ...headers },
})
const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** A reader of the live stream, and an admin. */
interface LiveOf {
  readonly request: TestConsole['request']
  readonly own: TestConsole['request']
  readonly userId: string
  readonly context: GatewayContext
}

describe('sessions', () => {
  it('sets an HttpOnly SameSite=Strict cookie, and does not store the token in plain text', async () => {
    const { raw } = await openConsole()
    const response = await raw('/api/session', login(PASSWORD))
    expect(response.headers.getSetCookie()[0]).toMatch(/^galla-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const token = cookieOf(response).split('=')[1] ?? ''
    const { rows } = await test.database.query<object>({ text: 'select * from galla.sessions' })
    expect(rows.length).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('sets a Secure __Host- cookie when console.url is https', async () => {
    const { raw } = await openConsole({ url: 'https://shop.example' })
    const response = await raw('/api/session', login(PASSWORD))
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-galla=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  it('issues a new token at login and ends the previous session (session fixation)', async () => {
    const { raw, cookie } = await openConsole()
    const response = await raw('/api/session', login(PASSWORD, { cookie }))
    expect(cookieOf(response)).not.toBe(cookie)
    expect((await raw('/api/session', { headers: { cookie } })).status).toBe(401)
    expect((await raw('/api/session', { headers: { cookie: cookieOf(response) } })).status).toBe(200)
  })

  it('answers 401 to the cookie after logout', async () => {
    const { request, raw, cookie } = await openConsole()
    const response = await request('/api/session', { method: 'DELETE' })
    expect(response.headers.getSetCookie()[0]).toMatch(/^galla-console=; Max-Age=0;/)
    expect((await raw('/api/orders', { headers: { cookie } })).status).toBe(401)
  })

  it('closes the live stream of a session at logout', async () => {
    const { request } = await openConsole()
    const response = await request('/api/live')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await request('/api/session', { method: 'DELETE' })
    let ended = false
    while (!ended) ended = (await reader.read()).done
    expect(ended).toBe(true)
  })

  it('sends what calls to the provider were to those only who may read their log, and that there was one to all', async () => {
    const context = createTestContext(test.database)
    const { as, request } = await createTestConsole(context, password, { heartbeatMs: 20 })
    const open = async (role: Role) => {
      const user = await as(role)
      const reader = ((await user.request('/api/live')).body as ReadableStream<Uint8Array>).getReader()
      const next = async () => new TextDecoder().decode((await reader.read()).value)
      await next()
      /** Reads until an event that everybody gets, and returns the text. */
      const untilAlert = async () => {
        let text = ''
        while (!text.includes('one-alert')) text += await next()
        return text
      }
      return { ...user, untilAlert }
    }
    const send = () => {
      context.events.emit({ type: 'call', callId: '1', endpoint: 'standardPay', merchantOrderId: 'o-1' })
      context.events.emit({ type: 'order', merchantOrderId: 'one-alert' } as never)
    }
    const [viewer, developer] = await Promise.all([open('viewer'), open('developer')])
    send()
    const seen = await viewer.untilAlert()
    expect(seen).not.toContain('standardPay')
    expect(seen).toContain('event: call\ndata: {"type":"call","merchantOrderId":"o-1"}')
    expect(await developer.untilAlert()).toContain('standardPay')
    const change = { method: 'POST', body: { role: 'viewer' } }
    expect((await request(`/api/users/${developer.userId}/change`, change)).status).toBe(200)
    await expect
      .poll(async () => {
        send()
        return (await developer.untilAlert()).includes('standardPay')
      })
      .toBe(false)
  })

  it.each([
    ['its user logs out', 3_600_000, ({ own }) => own('/api/session', { method: 'DELETE' })],
    [
      'its user is disabled',
      3_600_000,
      ({ request, userId }) => request(`/api/users/${userId}/change`, { method: 'POST', body: { disabled: true } }),
    ],
    [
      'the role of its user needs a second factor',
      3_600_000,
      ({ request }) => request('/api/security', { method: 'POST', body: { secondFactorRoles: ['finance'] } }),
    ],
    [
      'another process demands a second factor',
      20,
      ({ context }) => saveSecuritySettings(context, { secondFactorRoles: ['finance'] }),
    ],
  ] satisfies [string, number, (live: LiveOf) => Promise<unknown>][])(
    'closes a live stream when %s',
    async (_, heartbeatMs, change) => {
      const context = createTestContext(test.database)
      const { request, as } = await createTestConsole(context, password, { heartbeatMs })
      const { request: own, userId } = await as('finance')
      const reader = ((await own('/api/live')).body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      const changed = await change({ request, own, userId, context })
      if (changed instanceof Response) expect(changed.status).toBe(200)
      let ended = false
      while (!ended) ended = (await reader.read()).done
      expect(ended).toBe(true)
    },
  )

  it('checks live streams after changes of users and sessions only, and after none that was refused', async () => {
    const context = createTestContext(test.database)
    const sessions = sessionsIn(context.database, password, context.clock)
    let checks = 0
    const counted: Sessions = {
      ...sessions,
      peek(token) {
        checks += 1
        return sessions.peek(token)
      },
    }
    const { request, raw } = await createTestConsole(context, password, { sessions: counted, heartbeatMs: 3_600_000 })
    const streams = await Promise.all([1, 2].map(() => request('/api/live')))
    const post = async (path: string, body: object) => (await request(path, { method: 'POST', body })).status
    const headers = { 'content-type': 'application/json' }
    expect((await raw('/api/nothing', { method: 'POST', headers, body: '{}' })).status).toBe(401)
    expect((await raw('/api/session', login('a wrong one'))).status).toBe(401)
    expect(await post('/api/security', { secondFactorRoles: ['nobody'] })).toBe(400)
    expect(await post('/api/deliveries/retry', { allFailed: true })).toBe(200)
    expect(checks).toBe(0)
    expect(await post('/api/security', { secondFactorRoles: [] })).toBe(200)
    expect(checks).toBe(2)
    for (const stream of streams) await stream.body?.cancel()
  })

  it('opens 24 live streams for a user, then 429 until one of them closes, and counts no HEAD request', async () => {
    const { request, raw, cookie } = await openConsole()
    for (let n = 0; n < 30; n += 1) await raw('/api/live', { method: 'HEAD', headers: { cookie } })
    const streams = await Promise.all(Array.from({ length: 24 }, () => request('/api/live')))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200))
    expect(await codeOf(await request('/api/live'))).toEqual([429, 'TOO_MANY_STREAMS'])
    await streams[0]?.body?.cancel()
    const next = await request('/api/live')
    expect(next.status).toBe(200)
    for (const stream of [...streams.slice(1), next]) await stream.body?.cancel()
  })

  it('ends a session after one idle hour, and after twelve hours in any case', async () => {
    const context = createTestContext(test.database)
    const sessions = sessionsIn(test.database, password, context.clock)
    const { admin: user } = await createTestConsole(context, password)
    const hour = 3_600_000
    const idle = await sessions.open({ user })
    context.setNow(T0 + 1_000 + hour - 1)
    const busy = await sessions.open({ user })
    context.setNow(T0 + 1_000 + hour)
    expect(await sessions.find(idle.token)).toBeUndefined()
    for (let half = 2; half < 25; half += 1) {
      context.setNow(T0 + 1_000 + hour + (half * hour) / 2 - 1_000)
      expect([half, (await sessions.find(busy.token)) !== undefined]).toEqual([half, true])
    }
    context.setNow(T0 + 1_000 + 13 * hour)
    expect(await sessions.find(busy.token)).toBeUndefined()
  })

  it('ends every session when the password changes', async () => {
    const { consoleContext, admin: user } = await openConsole()
    const { token } = await consoleContext.sessions.open({ user })
    const other = await consolePassword('three cups of tea', 'SANDBOX tea-stall', 'a secret of the stall')
    expect(await sessionsIn(test.database, other, consoleContext.gateway.clock).find(token)).toBeUndefined()
  })

  it('rejects a password shorter than 12 characters', async () => {
    await expect(consolePassword('tea', 'x', 'y')).rejects.toThrow(/12 to 256 characters/)
  })
})

describe('login limit', () => {
  it('answers 429 for 300 s to an address after five wrong passwords, and does not limit another address', async () => {
    const context = createTestContext(test.database)
    const { raw, consoleContext } = await createTestConsole(context, password)
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await codeOf(await raw('/api/session', login(`guess ${guess}`)))).toEqual([401, 'WRONG_PASSWORD'])
    }
    const limited = await raw('/api/session', login(PASSWORD))
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '300'])
    expect(await consoleContext.loginLimit.attempt({ address: '10.0.0.2', user: 'admin' }, async () => true)).toBe(true)
    context.setNow(T0 + 1_000 + 300_000)
    expect((await raw('/api/session', login(PASSWORD))).status).toBe(200)
  })

  it('checks at most 5 of 50 concurrent attempts', async () => {
    const { consoleContext } = await openConsole()
    let tried = 0
    const guess = () =>
      consoleContext.loginLimit.attempt({ address: '10.0.0.9', user: 'admin' }, async () => {
        tried += 1
        return false
      })
    const results = await Promise.allSettled(Array.from({ length: 50 }, guess))
    expect(tried).toBeLessThanOrEqual(5)
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(45)
  })

  it('counts attempts across replicas, and stores no address in plain text', async () => {
    const replicas = [await openConsole(), await openConsole()]
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await replicas[guess % 2]?.raw('/api/session', login(`guess ${guess}`))
      expect(wrong?.status).toBe(401)
    }
    for (const { raw } of replicas) expect((await raw('/api/session', login(PASSWORD))).status).toBe(429)
    const { rows } = await test.database.query({ text: 'select * from galla.login_attempts' })
    // One of the name from this address, one of the address, one of the name from everywhere.
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|admin/)
  })

  it('does not limit correct passwords', async () => {
    const { consoleContext } = await openConsole()
    for (let time = 0; time < 200; time += 1)
      expect(await consoleContext.loginLimit.attempt({ address: '10.0.0.1', user: 'admin' }, async () => true)).toBe(
        true,
      )
  })

  it('accepts the password on /metrics by Basic authentication, and limits wrong ones there too', async () => {
    const { raw } = await openConsole()
    const basic = (value: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`scraper:${value}`).toString('base64')}` },
    })
    const right = await raw('/metrics', basic(PASSWORD))
    expect(right.status).toBe(200)
    for (let guess = 0; guess < 5; guess += 1) expect((await raw('/metrics', basic(`guess ${guess}`))).status).toBe(401)
    expect((await raw('/metrics', basic('guess'))).status).toBe(429)
    expect((await raw('/metrics', basic(PASSWORD))).status).toBe(200)
  })

  describe('guesses at the configured password on /metrics', () => {
    const basic = (value: string, name = 'scraper') => ({
      headers: { authorization: `Basic ${Buffer.from(`${name}:${value}`).toString('base64')}` },
    })
    const entries = async ({ json }: TestConsole) => ((await json('/api/audit')) as { rows: AuditEntry[] }).rows

    it('are counted with those at the login of admin, and recorded as these; a right one is not', async () => {
      const opened = await openConsole()
      const { raw } = opened
      expect((await raw('/metrics', basic(PASSWORD))).status).toBe(200)
      for (let guess = 0; guess < 3; guess += 1)
        expect((await raw('/metrics', basic(`guess ${guess}`))).status).toBe(401)
      for (let guess = 0; guess < 2; guess += 1)
        expect((await raw('/api/session', login(`guess ${guess}`))).status).toBe(401)
      expect((await raw('/metrics', basic('guess'))).status).toBe(429)
      expect((await raw('/api/session', login(PASSWORD))).status).toBe(429)
      const entry = { who: 'admin', what: 'wrong password', address: '127.0.0.1' }
      const atMetrics = { ...entry, detail: 'at /metrics' }
      const rows = await entries(opened)
      expect(rows.reverse()).toMatchObject([atMetrics, atMetrics, atMetrics, entry, entry])
    })

    it('are counted apart while admin has a password of its own: who scrapes must not clear the count of guesses at it', async () => {
      const opened = await openConsole()
      const { raw, request } = opened
      const change = { current: PASSWORD, password: 'a phrase of the owner' }
      expect((await request('/api/account/password', { method: 'POST', body: change })).status).toBe(200)
      const statuses: number[] = []
      for (let guess = 0; guess < 6; guess += 1) {
        statuses.push((await raw('/api/session', login(`guess ${guess}`))).status)
        expect((await raw('/metrics', basic(PASSWORD, `scraper ${guess}`))).status).toBe(200)
      }
      expect(statuses).toEqual([...Array(5).fill(401), 429])
      expect((await raw('/metrics', basic('guess'))).status).toBe(401)
      expect((await entries(opened))[0]).toMatchObject({
        who: 'unknown',
        what: 'wrong password',
        detail: 'at /metrics',
      })
    })
  })
})
