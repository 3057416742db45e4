import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toNext } from '../../src/adapters/next.ts'
import { loginLimit } from '../../src/routes/console/access.ts'
import { inviteUser } from '../../src/services/access/users.ts'
import { countLoginAttempt } from '../../src/storage/access/login-attempts.ts'
import { CONSOLE_PASSWORD, ORIGIN, setupConsoles } from '../helpers/console-gateway.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()
let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const ATTACKER = '203.0.113.9'
const digest = (text: string) => text

/** Resolves with the end of an attempt: true, false, or the status of its refusal. */
const outcomeOf = (attempt: Promise<boolean>) => attempt.catch(({ status }: { status: number }) => status)

describe('a flood of wrong passwords from one address', () => {
  const open = async (context = createTestContext(test.database)) => {
    const limit = loginLimit(context, { digest })
    const guess = (n: number) => outcomeOf(limit.attempt({ address: ATTACKER, user: `name ${n}` }, async () => false))
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toBe(false)
    expect(await guess(20)).toBe(429)
    return { limit, guess }
  }

  it('leaves slots for others: an unknown browser can log in from another address', async () => {
    const { limit, guess } = await open()
    const flood = Array.from({ length: 200 }, (_, n) => guess(n))
    const owner = outcomeOf(limit.attempt({ address: '10.0.0.1', user: 'admin' }, async () => true))
    expect(await owner).toBe(true)
    expect(new Set(await Promise.all(flood))).toEqual(new Set([429]))
  })

  it('adds no row to the database, also with invented user names', async () => {
    const { guess } = await open()
    const count = 'select count(*) as "count" from galla.login_attempts'
    const before = await test.database.query<{ count: number }>({ text: count })
    for (let n = 0; n < 50; n += 1) expect(await guess(1_000 + n)).toBe(429)
    expect((await test.database.query<{ count: number }>({ text: count })).rows).toEqual(before.rows)
  })

  it('occupies at most eight slots', async () => {
    const limit = loginLimit(createTestContext(test.database), { digest })
    let end = (): void => {}
    const hanging = new Promise<boolean>((resolve) => {
      end = () => resolve(false)
    })
    const flood = Array.from({ length: 60 }, (_, n) =>
      outcomeOf(limit.attempt({ address: ATTACKER, user: `name ${n}` }, () => hanging)),
    )
    const owner = outcomeOf(limit.attempt({ address: '10.0.0.1', user: 'admin' }, async () => true))
    end()
    expect(await owner).toBe(true)
    expect((await Promise.all(flood)).filter((one) => one === false)).toHaveLength(8)
  })
})

describe('a client of Next that writes x-forwarded-for itself', () => {
  const open = async () => {
    const console = { password: CONSOLE_PASSWORD, url: 'https://shop.example' }
    const { gateway } = await createTestGateway({ gateway: { console } })
    const { POST } = toNext(gateway.admin.fetch, '/admin')
    let forged = 0
    const logIn = (password: string, cookie = '') => {
      forged += 1
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${forged}`, cookie }
      const body = JSON.stringify({ password })
      return POST(new Request('https://shop.example/admin/api/session', { method: 'POST', headers, body }))
    }
    return { logIn }
  }

  it('guesses five times, whatever the header says', async () => {
    const { logIn } = await open()
    const statuses: number[] = []
    for (let n = 0; n < 60; n += 1) statuses.push((await logIn(`a wrong one ${n}`)).status)
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(55).fill(429)])
  })

  it('locks the owner out of no browser in which the owner was logged in before', async () => {
    const { logIn } = await open()
    const first = await logIn(CONSOLE_PASSWORD)
    const known = first.headers.getSetCookie().find((one) => one.startsWith('__Host-galla-browser=')) ?? ''
    for (let n = 0; n < 20; n += 1) await logIn(`a wrong one ${n}`)
    expect((await logIn(CONSOLE_PASSWORD, known.split(';')[0])).status).toBe(200)
  })
})

describe('logged-in people', () => {
  it('change their password after a flood of wrong passwords from their address', async () => {
    const { testGateway, request } = await createGatewayWithConsole()
    const logIn = (name: string) =>
      testGateway.gateway.admin.fetch(
        new Request(`${ORIGIN}/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name, password: 'a wrong one' }),
        }),
        { address: '127.0.0.1' },
      )
    for (let n = 0; n < 20; n += 1) await logIn(`name ${n}`)
    expect((await logIn('name 20')).status).toBe(429)
    const changed = await request('POST', '/account/password', {
      current: CONSOLE_PASSWORD,
      password: 'three cups of tea',
    })
    expect(changed.status).toBe(200)
  })

  it('occupy at most eight slots for each user, in however many browsers', async () => {
    const limit = loginLimit(createTestContext(test.database), { digest })
    let end = (): void => {}
    const hanging = new Promise<boolean>((resolve) => {
      end = () => resolve(true)
    })
    const flood = Array.from({ length: 60 }, (_, n) =>
      outcomeOf(limit.attempt({ address: ATTACKER, user: 'ravi', browser: `browser ${n}` }, () => hanging)),
    )
    const owner = outcomeOf(limit.attempt({ address: ATTACKER, user: 'admin', browser: 'own' }, async () => true))
    end()
    expect(await owner).toBe(true)
    expect((await Promise.all(flood)).filter((one) => one === true)).toHaveLength(8)
  })
})

it('logins of many users in known browsers refuse no other user there', async () => {
  const limit = loginLimit(createTestContext(test.database), { digest })
  let end = (): void => {}
  const hanging = new Promise<boolean>((resolve) => {
    end = () => resolve(true)
  })
  const flood = Array.from({ length: 10 * 8 }, (_, n) =>
    outcomeOf(limit.attempt({ address: ATTACKER, user: `user ${n % 10}`, browser: `browser ${n}` }, () => hanging)),
  )
  const owner = outcomeOf(limit.attempt({ address: ATTACKER, user: 'admin', browser: 'own' }, async () => true))
  end()
  expect(await owner).toBe(true)
  await Promise.all(flood)
})

describe('people who check their own password in open sessions', () => {
  const USERS = ['ravi', 'asha', 'meena', 'lila']

  it('take no slot of logins: one check runs, and two of each user wait', async () => {
    const limit = loginLimit(createTestContext(test.database), { digest })
    let end = (): void => {}
    const hanging = new Promise<boolean>((resolve) => {
      end = () => resolve(true)
    })
    const flood = USERS.map((user) =>
      Array.from({ length: 8 }, (_, n) =>
        outcomeOf(limit.attempt({ address: ATTACKER, user, session: `${n}` }, () => hanging)),
      ),
    )
    const checked = outcomeOf(limit.attempt({ address: ATTACKER, user: 'admin', session: 'own' }, async () => true))
    const logins = Array.from({ length: 8 }, () =>
      outcomeOf(limit.attempt({ address: ATTACKER, user: 'admin', browser: 'own' }, async () => true)),
    )
    expect(await Promise.all(logins)).toEqual(Array(8).fill(true))
    end()
    expect(await checked).toBe(true)
    const passed = await Promise.all(
      flood.map(async (ofUser) => (await Promise.all(ofUser)).filter((one) => one === true)),
    )
    expect(passed.map(({ length }) => length)).toEqual([3, 2, 2, 2])
  })

  it('do not lock others out of known browsers', async () => {
    const context = createTestContext(test.database)
    const { raw, invite } = await createTestConsole(context, await testPassword())
    const headers = { 'content-type': 'application/json' }
    const logIn = (name: string, cookie = '') => {
      const body = JSON.stringify({ name, password: `a phrase of ${name} 1` })
      return raw('/api/session', { method: 'POST', headers: { ...headers, cookie }, body })
    }
    const cookies = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    const sessions = new Map<string, { readonly cookie: string; readonly 'x-csrf-token': string }>()
    let known = ''
    for (const name of ['owner', ...USERS]) {
      await invite(name, 'viewer', `a phrase of ${name} 1`)
      const response = await logIn(name)
      if (name === 'owner') known = cookies(response).find((one) => one.startsWith('galla-browser=')) ?? ''
      const { csrfToken } = (await response.json()) as { csrfToken: string }
      sessions.set(name, { cookie: cookies(response).join('; '), 'x-csrf-token': csrfToken })
    }
    const begin = (name: string) => {
      const body = JSON.stringify({ password: `a phrase of ${name} 1` })
      const init = { method: 'POST', headers: { ...headers, ...sessions.get(name) }, body }
      return raw('/api/account/second-factor/begin', init)
    }
    const flood = USERS.flatMap((name) => Array.from({ length: 8 }, () => begin(name)))
    // The first answer is a refusal: as many as may wait, do.
    expect((await Promise.race(flood)).status).toBe(429)
    const logins = Array.from({ length: 6 }, () => logIn('owner', known))
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(6).fill(200))
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  it('check it sixty times an hour; wrong passwords are not counted with these, nor logins', async () => {
    const context = createTestContext(test.database)
    const limit = loginLimit(context, { digest })
    const check = (user: string, fits = true) =>
      limit.attempt({ address: ATTACKER, user, session: `of ${user}` }, async () => fits)
    for (let n = 0; n < 4; n += 1) expect(await check('ravi', false)).toBe(false)
    for (let n = 0; n < 60; n += 1) expect(await check('ravi')).toBe(true)
    await expect(check('ravi')).rejects.toMatchObject({ status: 429, retryAfterSec: 3_600 })
    // The second refusal comes from memory.
    await expect(check('ravi')).rejects.toMatchObject({ status: 429, retryAfterSec: 3_600 })
    expect(await check('asha')).toBe(true)
    expect(await limit.attempt({ address: ATTACKER, user: 'ravi', browser: 'own' }, async () => true)).toBe(true)
    context.setNow(context.clock.now() + 3_600_000)
    expect(await check('ravi')).toBe(true)
  })
})

describe('right passwords without end', () => {
  it('open sixty sessions of a user in an hour, and count for no one else', async () => {
    const context = createTestContext(test.database)
    const { raw, invite } = await createTestConsole(context, await testPassword())
    await invite('ravi', 'viewer', 'three cups of tea')
    await invite('asha', 'viewer', 'four cups of tea')
    const logIn = async (name: string, password: string) => {
      const body = JSON.stringify({ name, password })
      return raw('/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }
    for (let n = 0; n < 60; n += 1) expect((await logIn('ravi', 'three cups of tea')).status).toBe(200)
    const refused = await logIn('ravi', 'three cups of tea')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await logIn('asha', 'four cups of tea')).status).toBe(200)
    const entries = { text: `select 1 from galla.audit where "who" = 'ravi' and "what" = 'logged in'` }
    expect((await test.database.query(entries)).rows).toHaveLength(60)
    context.setNow(context.clock.now() + 3_600_000)
    expect((await logIn('ravi', 'three cups of tea')).status).toBe(200)
  })
})

it('a login over the limit of its user does no work for the password', async () => {
  const limit = loginLimit(createTestContext(test.database), { digest })
  for (let n = 0; n < 60; n += 1) await limit.countLogin('ravi')
  await expect(limit.countLogin('ravi')).rejects.toMatchObject({ status: 429 })
  let checked = 0
  const work = async () => {
    checked += 1
    return true
  }
  const login = { address: ATTACKER, user: 'ravi', browser: 'own' }
  await expect(limit.attempt(login, work)).rejects.toMatchObject({ status: 429, retryAfterSec: 3_600 })
  expect(checked).toBe(0)
  expect(await limit.attempt({ ...login, user: 'asha' }, work)).toBe(true)
})

it('a link that is used many times at once sets one password, and takes no other place', async () => {
  const context = createTestContext(test.database)
  const { raw } = await createTestConsole(context, await testPassword())
  const [ravi, asha] = [
    await inviteUser(context, { name: 'ravi', role: 'viewer' }),
    await inviteUser(context, { name: 'asha', role: 'viewer' }),
  ]
  const accept = async ({ token }: { token: string }, n: number) => {
    const body = JSON.stringify({ token, password: `${n} cups of tea` })
    const headers = { 'content-type': 'application/json' }
    return (await raw('/api/invitations/accept', { method: 'POST', headers, body })).status
  }
  const flood = Promise.all(Array.from({ length: 30 }, (_, n) => accept(ravi, n + 10)))
  expect(await accept(asha, 7)).toBe(200)
  const statuses = await flood
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  // One runs and one waits; the others are refused without any work for a password.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28)
})

describe('expired counts of login attempts', () => {
  const WINDOW_MS = 300_000
  const countAt = (nowMs: number, who: string) => countLoginAttempt(test.database, { who, nowMs, windowMs: WINDOW_MS })

  it('are reset by two concurrent attempts without a deadlock', async () => {
    await countAt(1_000, 'one')
    await countAt(1_000, 'two')
    const laterMs = 1_000 + 2 * WINDOW_MS
    await test.database.transaction(async (tx) => {
      await tx.query({ text: `select 1 from galla.login_attempts where "who" = 'two' for update` })
      expect(await countAt(laterMs, 'one')).toMatchObject({ count: 1, startedAtMs: laterMs })
    })
    expect(await countAt(laterMs, 'two')).toMatchObject({ count: 1, startedAtMs: laterMs })
  })

  it('are deleted by the next attempt of any user', async () => {
    await countAt(1_000, 'one')
    await countAt(1_000 + 2 * WINDOW_MS, 'two')
    const { rows } = await test.database.query<{ who: string }>({ text: 'select "who" from galla.login_attempts' })
    expect(rows).toEqual([{ who: 'two' }])
  })
})
