import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { SecondFactor, SecondFactorKey } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { createTestConsole, PASSWORD, testPassword } from './helpers/test-console.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const PERIOD_MS = 30_000
/** Start of a period. */
const START = Math.ceil(T0 / PERIOD_MS) * PERIOD_MS

async function openConsole() {
  const context = createTestContext(test.database)
  context.setNow(START)
  const opened = await createTestConsole(context, password)
  const post = async (path: string, body: object = {}) => opened.request(`/api${path}`, { method: 'POST', body })
  const login = async (code?: string) => {
    const response = await opened.raw('/api/session', {
      method: 'POST',
      body: JSON.stringify({ password: PASSWORD, ...(code === undefined ? {} : { code }) }),
      headers: { 'content-type': 'application/json' },
    })
    return response.ok ? 'in' : ((await response.json()) as { code: string }).code
  }
  /** Turns the second factor on; returns what an app would show at a time, and the recovery codes. */
  const enable = async () => {
    const { secret } = (await (
      await post('/account/second-factor/begin', { password: PASSWORD })
    ).json()) as SecondFactorKey
    const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    const response = await post('/account/second-factor/confirm', { code: codeAt(START) })
    expect(response.status).toBe(200)
    const { recoveryCodes } = (await response.json()) as { recoveryCodes: string[] }
    return { codeAt, recoveryCodes, secret }
  }
  const state = async () => (await opened.json('/api/account/second-factor')) as SecondFactor
  /** A wrong code from somewhere, or from a known browser. */
  const guess = (browser?: string) =>
    opened.consoleContext.loginLimit.attemptCode({ user: opened.admin.userId, browser }, async () => false)
  return { ...opened, context, post, login, enable, state, guess }
}

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('the second factor', () => {
  it('is asked for after the right password only, and its codes work once', async () => {
    const { enable, login, context, state } = await openConsole()
    expect(await state()).toEqual({ enabled: false, required: false, recoveryCodes: 0 })
    const { codeAt } = await enable()
    expect(await state()).toEqual({ enabled: true, required: false, recoveryCodes: 10 })
    expect(await login()).toBe('CODE_NEEDED')
    // The code that confirmed the key was used.
    expect(await login(codeAt(START))).toBe('WRONG_CODE')
    context.setNow(START + PERIOD_MS)
    const results = await Promise.all([1, 2, 3].map(() => login(codeAt(START + PERIOD_MS))))
    expect(results.sort()).toEqual(['WRONG_CODE', 'WRONG_CODE', 'in'])
    expect(await login(codeAt(START))).toBe('WRONG_CODE')
  })

  it.each([
    [-2, 'WRONG_CODE'],
    [-1, 'in'],
    [0, 'in'],
    [1, 'in'],
    [2, 'WRONG_CODE'],
  ])('accepts a clock that differs by a period: %i', async (periods, result) => {
    const { enable, login, context } = await openConsole()
    const { codeAt } = await enable()
    const later = START + 100 * PERIOD_MS
    context.setNow(later)
    expect(await login(codeAt(later + periods * PERIOD_MS))).toBe(result)
  })

  it('is replaced by each recovery code once, in any spelling; only digests are stored', async () => {
    const { enable, login, state, json } = await openConsole()
    const { recoveryCodes, secret } = await enable()
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    expect([await login(first), await login(first)]).toEqual(['in', 'WRONG_CODE'])
    expect(await login(second.toUpperCase().replaceAll('-', ' '))).toBe('in')
    expect((await state()).recoveryCodes).toBe(8)
    const { rows } = (await json('/api/audit')) as { rows: AuditEntry[] }
    expect(rows.map(({ what }) => what)).toContain('used a recovery code')
    const dump = await test.database.query<object>({ text: 'select * from galla.users, galla.recovery_codes' })
    expect(JSON.stringify(dump.rows)).not.toMatch(new RegExp([secret, ...recoveryCodes].join('|'), 'i'))
  })

  it('refuses the 6th guess of an address, and of all addresses the 21st', async () => {
    const { enable, login, guess } = await openConsole()
    await enable()
    const guesses: string[] = []
    for (let n = 0; n < 6; n += 1) guesses.push(await login(`00000${n}`))
    expect(guesses).toEqual([...Array(5).fill('WRONG_CODE'), 'TOO_MANY_ATTEMPTS'])
    // Five were tried above.
    for (let n = 0; n < 15; n += 1) expect(await guess()).toBe(false)
    await expect(guess()).rejects.toMatchObject({ status: 429 })
  })

  it('refuses the 31st wrong guess of a day, but not its owner in a known browser', async () => {
    const { enable, login, context, guess } = await openConsole()
    const { codeAt } = await enable()
    let at = START
    const later = () => {
      at += 5 * 60_000
      context.setNow(at)
      return codeAt(at)
    }
    // Right codes are not counted.
    for (let n = 0; n < 40; n += 1) expect(await login(later())).toBe('in')
    for (let n = 0; n < 30; n += 1) {
      if (n % 15 === 0) later()
      expect(await guess()).toBe(false)
    }
    expect(await login(later())).toBe('TOO_MANY_ATTEMPTS')
    expect(await guess('the browser of the owner')).toBe(false)
    at += 24 * 60 * 60_000
    expect(await login(later())).toBe('in')
  })

  it('ends the other sessions when it is turned on: nobody has shown a code in them', async () => {
    const { enable, consoleContext, admin, raw, request } = await openConsole()
    const { token } = await consoleContext.sessions.open({ user: admin })
    const other = () => raw('/api/session', { headers: { cookie: `galla-console=${token}` } })
    expect((await other()).status).toBe(200)
    await enable()
    expect([(await other()).status, (await request('/api/session')).status]).toEqual([401, 200])
  })

  it('begins with the password, and is removed with password and code', async () => {
    const { enable, post, state, context } = await openConsole()
    expect(await codeOf(await post('/account/second-factor/begin', { password: 'not it at all' }))).toEqual([
      400,
      'WRONG_PASSWORD',
    ])
    expect(await codeOf(await post('/account/second-factor/confirm', { code: '123456' }))).toEqual([
      400,
      'INVALID_REQUEST',
    ])
    const { codeAt } = await enable()
    expect(await codeOf(await post('/account/second-factor/begin', { password: PASSWORD }))).toEqual([
      409,
      'HAS_SECOND_FACTOR',
    ])
    const remove = (code: string) => post('/account/second-factor/remove', { password: PASSWORD, code })
    expect(await codeOf(await remove('000000'))).toEqual([400, 'WRONG_CODE'])
    context.setNow(START + PERIOD_MS)
    expect((await remove(codeAt(START + PERIOD_MS))).status).toBe(200)
    expect(await state()).toEqual({ enabled: false, required: false, recoveryCodes: 0 })
  })

  it('is not passed by with a link for a new password', async () => {
    const { enable, json, raw, admin } = await openConsole()
    await enable()
    const { token } = (await json(`/api/users/${admin.userId}/invite`, { method: 'POST' })) as { token: string }
    const response = await raw('/api/invitations/accept', {
      method: 'POST',
      body: JSON.stringify({ token, password: 'a cup of masala tea' }),
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, await response.json(), response.headers.get('set-cookie')]).toEqual([200, {}, null])
  })

  it('is removed by an admin for others only: an open browser is not enough for the own one', async () => {
    const { enable, post, admin, state } = await openConsole()
    await enable()
    const own = await post(`/users/${admin.userId}/remove-second-factor`)
    expect(await codeOf(own)).toEqual([409, 'OWN_SECOND_FACTOR'])
    expect((await state()).enabled).toBe(true)
  })

  it('is removed by an admin for a user who lost it, which ends the user’s sessions', async () => {
    const { enable, request, raw, as, admin, login, cookie } = await openConsole()
    await enable()
    const other = await as('admin', 'asha')
    await request('/api/about')
    expect((await other.request(`/api/users/${admin.userId}/remove-second-factor`, { method: 'POST' })).status).toBe(
      200,
    )
    expect((await raw('/api/session', { headers: { cookie } })).status).toBe(401)
    expect(await login()).toBe('in')
  })
})

describe('a role that needs a second factor', () => {
  it('can use its own account only until it has one', async () => {
    const { enable, post, as, json } = await openConsole()
    const viewer = await as('viewer')
    expect(await codeOf(await post('/security', { secondFactorRoles: ['viewer', 'admin'] }))).toEqual([
      409,
      'OWN_SECOND_FACTOR',
    ])
    await enable()
    expect((await post('/security', { secondFactorRoles: ['viewer', 'admin'] })).status).toBe(200)
    expect(((await (await viewer.request('/api/session')).json()) as Session).secondFactorNeeded).toBe(true)
    for (const path of ['/api/orders', '/metrics'])
      expect(await codeOf(await viewer.request(path))).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    expect(await (await viewer.request('/api/account/second-factor')).json()).toMatchObject({ required: true })
    expect(await json('/api/security')).toEqual({ secondFactorRoles: ['viewer', 'admin'] })
    const { rows } = (await json('/api/audit?kind=setting')) as { rows: AuditEntry[] }
    expect(rows[0]).toMatchObject({ before: { secondFactorRoles: '' }, after: { secondFactorRoles: 'viewer,admin' } })
    await post('/security', { secondFactorRoles: [] })
    expect((await viewer.request('/api/orders')).status).toBe(200)
  })
})
