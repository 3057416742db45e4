import type { SecondFactorKey } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { acceptInvitation, inviteAgain } from '../../src/services/access/users.ts'
import { createTestConsole, PASSWORD, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword
beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const NEW_PASSWORD = 'three cups of tea'
const MINUTES_MS = 60_000
const FIVE_THEN_REFUSED = (code: string) => [...Array(5).fill(code), ...Array(7).fill('TOO_MANY_ATTEMPTS')]

/** A console, and twelve cookies of browsers in which its owner was logged in. */
async function openConsole() {
  const context = createTestContext(test.database)
  const opened = await createTestConsole(context, password)
  const logIn = (body: { password: string; code?: string }, cookie = '') =>
    opened.raw('/api/session', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie },
    })
  const known: string[] = []
  for (let n = 0; n < 12; n += 1) known.push(browserOf(await logIn({ password: PASSWORD })))
  const post = (path: string, body: object, cookie = '') =>
    opened.request(`/api${path}`, { method: 'POST', body, headers: { cookie: `${opened.cookie}; ${cookie}` } })
  /** The codes of the answers to a guess in each browser. */
  const guessIn = async (browsers: readonly string[], body: { password: string; code?: string }) => {
    const codes: string[] = []
    for (const cookie of browsers) codes.push(((await (await logIn(body, cookie)).json()) as { code: string }).code)
    return codes
  }
  /** Turns the second factor on in a browser; returns the response. */
  const enable = async (cookie = '') => {
    const started = await post('/account/second-factor/begin', { password: PASSWORD }, cookie)
    const { secret } = (await started.json()) as SecondFactorKey
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: context.clock.now() })
    return post('/account/second-factor/confirm', { code }, cookie)
  }
  return { ...opened, context, known, logIn, post, guessIn, enable }
}

const browserOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .find((one) => one.startsWith('galla-browser=')) ?? ''

describe('browsers in which somebody was logged in before the credentials changed', () => {
  it('are unknown after a change of the password: they share the five guesses of their address', async () => {
    const { known, guessIn, post } = await openConsole()
    const changed = await post('/account/password', { current: PASSWORD, password: NEW_PASSWORD })
    expect(changed.status).toBe(200)
    expect(await guessIn(known, { password: 'a wrong one' })).toEqual(FIVE_THEN_REFUSED('WRONG_PASSWORD'))
  })

  it('are unknown after a link has set the password', async () => {
    const { known, guessIn, context, admin } = await openConsole()
    const { token } = await inviteAgain(context, admin.userId)
    await acceptInvitation(context, token, NEW_PASSWORD)
    expect(await guessIn(known, { password: 'a wrong one' })).toEqual(FIVE_THEN_REFUSED('WRONG_PASSWORD'))
  })

  it('are unknown after the second factor was turned on', async () => {
    const { known, guessIn, enable } = await openConsole()
    expect((await enable()).status).toBe(200)
    expect(await guessIn(known, { password: PASSWORD, code: '000000' })).toEqual(FIVE_THEN_REFUSED('WRONG_CODE'))
  })
})

describe('the browser in which the owner changes the credentials', () => {
  it('stays known: nobody can lock the owner out of it', async () => {
    const { known, guessIn, logIn, post } = await openConsole()
    const [own = ''] = known
    const changed = await post('/account/password', { current: PASSWORD, password: NEW_PASSWORD }, own)
    await guessIn(known, { password: 'a wrong one' })
    expect((await logIn({ password: NEW_PASSWORD }, own)).status).toBe(429)
    expect((await logIn({ password: NEW_PASSWORD }, browserOf(changed))).status).toBe(200)
  })

  it('gets a new cookie only when the credentials have changed', async () => {
    const { known, post, enable, request, cookie } = await openConsole()
    const [own = ''] = known
    const refused = await post('/account/password', { current: 'a wrong one', password: NEW_PASSWORD }, own)
    expect([refused.status, browserOf(refused)]).toEqual([400, ''])
    const read = await request('/api/account/second-factor', { headers: { cookie: `${cookie}; ${own}` } })
    expect([read.status, browserOf(read)]).toEqual([200, ''])
    expect(browserOf(await enable(own))).toMatch(/^galla-browser=./)
  })
})

describe('a day of guesses in known browsers, and in open sessions', () => {
  it('ends after thirty wrong codes of a user, in however many of them', async () => {
    const { consoleContext, context } = await openConsole()
    const guess = (n: number, user = 'ravi') =>
      consoleContext.loginLimit.attemptCode({ user, browser: `browser ${n}` }, async () => false)
    for (let n = 0; n < 30; n += 1) expect(await guess(n)).toBe(false)
    await expect(guess(30)).rejects.toMatchObject({ status: 429 })
    expect(await guess(30, 'asha')).toBe(false)
    context.setNow(context.clock.now() + 24 * 60 * MINUTES_MS)
    expect(await guess(31)).toBe(false)
  })

  it('ends after a hundred wrong passwords of a user, and right ones do not count', async () => {
    const { consoleContext, context } = await openConsole()
    const attempt = (n: number, result: boolean | 'code-needed', user = 'ravi') =>
      consoleContext.loginLimit.attempt({ address: '10.0.0.1', user, browser: `browser ${n}` }, async () => result)
    for (let n = 0; n < 60; n += 1) await attempt(n, n % 2 === 0 || 'code-needed')
    for (let n = 100; n < 200; n += 1) expect(await attempt(n, false)).toBe(false)
    await expect(attempt(200, true)).rejects.toMatchObject({ status: 429 })
    expect(await attempt(200, true, 'asha')).toBe(true)
    context.setNow(context.clock.now() + 24 * 60 * MINUTES_MS)
    expect(await attempt(200, true)).toBe(true)
  })
})
