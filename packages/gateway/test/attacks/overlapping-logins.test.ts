import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { loginLimit } from '../../src/routes/console/access.ts'
import { signInWith } from '../../src/services/access/sign-in.ts'
import { changePassword, changeUser, inviteAgain } from '../../src/services/access/users.ts'
import { saveLink } from '../../src/storage/access/sign-ins.ts'
import { findUser } from '../../src/storage/access/users.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const STOLEN = 'three cups of tea'

/** Logs in with the right password; `meanwhile` runs after it was checked and before the session is opened, `before` before it. */
async function logInWhile(
  meanwhile: (userId: string) => Promise<unknown>,
  before: (userId: string) => Promise<unknown> = async () => {},
): Promise<Response> {
  const context = createTestContext(test.database)
  const limit = loginLimit(context, password)
  const userId = async () => (await findUser(test.database, 'ravi'))?.userId ?? ''
  const { raw, invite } = await createTestConsole(context, password, {
    loginLimit: {
      ...limit,
      async attempt(source, fits) {
        const isRight = await limit.attempt(source, fits)
        await meanwhile(await userId())
        return isRight
      },
    },
  })
  await invite('ravi', 'finance', STOLEN)
  await before(await userId())
  const body = JSON.stringify({ name: 'ravi', password: STOLEN })
  return raw('/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

const openSessions = async () =>
  (
    await test.database.query({
      text: 'select 1 from galla.sessions s join galla.users u using ("userId") where u."name" = $1',
      values: ['ravi'],
    })
  ).rows.length

it('a login with the old password gets no session when the password changes while it is checked', async () => {
  const context = createTestContext(test.database)
  const response = await logInWhile(async () => {
    const proved = await findUser(test.database, 'ravi')
    if (proved) await changePassword(context, { proved, sessionId: 'none' }, 'quite another phrase')
  })
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'SIGN_IN_EXPIRED' }])
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await openSessions()).toBe(0)
})

it('a login gets no session when its user is disabled while it is checked', async () => {
  const context = createTestContext(test.database)
  const response = await logInWhile((userId) => changeUser(context, userId, { disabled: true }))
  expect(response.status).toBe(401)
  expect(await openSessions()).toBe(0)
})

it('a login gets no session when the linked account of its user is unlinked while it is checked', async () => {
  const context = createTestContext(test.database)
  const response = await logInWhile(
    (userId) => inviteAgain(context, userId),
    (userId) => saveLink(test.database, userId, { issuer: 'https://id.example', subject: 'account-1' }),
  )
  expect(response.status).toBe(401)
  expect(await openSessions()).toBe(0)
})

it('a login without a concurrent change gets a session', async () => {
  expect((await logInWhile(async () => {})).status).toBe(200)
  expect(await openSessions()).toBe(1)
})

it('a sign-in with the provider is refused when its account is unlinked before the session is opened', async () => {
  const context = createTestContext(test.database)
  const account = { issuer: 'https://id.example', subject: 'account-1', sid: undefined }
  const identity = { ...account, email: 'ravi@shop.example', isVerified: true, loginAgeMs: undefined }
  const { invite } = await createTestConsole(context, password)
  await invite(identity.email, 'finance', STOLEN)
  const userId = (await findUser(test.database, identity.email))?.userId ?? ''
  await saveLink(test.database, userId, identity)
  let overlaps = false
  const database: typeof context.database = {
    ...context.database,
    async transaction(work) {
      const result = await context.database.transaction(work)
      if (overlaps) await inviteAgain(context, userId)
      return result
    },
  }
  const signIn = (state: string) =>
    signInWith(
      { ...context, database },
      { ...identity, roleValues: [] },
      { state, beganAtMs: context.clock.now(), roles: undefined },
    )
  expect(await signIn('first')).toMatchObject({ user: { userId } })
  overlaps = true
  await expect(signIn('second')).rejects.toMatchObject({ code: 'EXPIRED' })
})
