import type { SecondFactorKey } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsolePassword, loginLimit } from '../../src/routes/console/access.ts'
import type { ConsoleContext } from '../../src/routes/console/context.ts'
import { acceptInvitation, changeUser, inviteAgain } from '../../src/services/users.ts'
import { slowBody } from '../helpers/slow-body.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext, T0 } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
}, 60_000)
afterAll(() => test.end())
beforeEach(() => test.clear())

const STOLEN = 'three cups of tea'
const OWN = 'a phrase of the owner'
const JSON_TYPE = { 'content-type': 'application/json' }

/** A console in which ravi has a session; `meanwhile` runs after a password of his was checked and before it has an effect. */
async function openConsole(meanwhile: { run?: (userId: string) => Promise<unknown> } = {}) {
  const context = createTestContext(test.database)
  const limit = loginLimit(context, password)
  const delayed: ConsoleContext['loginLimit'] = {
    ...limit,
    async attempt(source, fits) {
      const isRight = await limit.attempt(source, fits)
      const { run } = meanwhile
      delete meanwhile.run
      await run?.(source.user)
      return isRight
    },
  }
  const opened = await createTestConsole(context, password, { loginLimit: delayed })
  await opened.invite('ravi', 'finance', STOLEN)
  const logIn = async (phrase: string) => {
    const body = JSON.stringify({ name: 'ravi', password: phrase })
    const reply = await opened.raw('/api/session', { method: 'POST', headers: JSON_TYPE, body })
    const { csrfToken = '', user } = (await reply.json()) as { csrfToken?: string; user?: { userId: string } }
    const headers = {
      ...JSON_TYPE,
      cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      'x-csrf-token': csrfToken,
    }
    const post = (path: string, value: object | ReadableStream<Uint8Array>) =>
      opened.raw(`/api${path}`, {
        method: 'POST',
        headers,
        body: value instanceof ReadableStream ? value : JSON.stringify(value),
      })
    return { status: reply.status, userId: user?.userId ?? '', post }
  }
  return { ...opened, context, logIn }
}

describe('a request whose body is still arriving', () => {
  it.each([
    ['is disabled', { disabled: true }, 401],
    ['loses the role', { role: 'viewer' as const }, 403],
  ])('has no effect once its sender %s', async (_, change, status) => {
    const { context, logIn } = await openConsole()
    const { userId, post } = await logIn(STOLEN)
    const body = slowBody(JSON.stringify({ name: 'a.csv', text: 'order id,amount in paise\norder-1,100' }), () =>
      changeUser(context, userId, change),
    )
    const reply = await post('/refund-files', body)
    expect(reply.status).toBe(status)
  })
})

describe('a change of the password that overlaps', () => {
  it('a new password by a link does not replace it', async () => {
    const meanwhile: { run?: (userId: string) => Promise<unknown> } = {}
    const { context, logIn } = await openConsole(meanwhile)
    const { userId, post } = await logIn(STOLEN)
    meanwhile.run = async () => {
      const { token } = await inviteAgain(context, userId)
      await acceptInvitation(context, token, OWN)
    }
    const reply = await post('/account/password', { current: STOLEN, password: 'the choice of a thief' })
    expect((await logIn('the choice of a thief')).status).toBe(401)
    expect((await logIn(OWN)).status).toBe(200)
    expect(reply.status).toBe(401)
  })
})

describe('a new key of a second factor that overlaps', () => {
  it('the confirmation of another one does not replace it', async () => {
    const meanwhile: { run?: (userId: string) => Promise<unknown> } = {}
    const { context, logIn } = await openConsole(meanwhile)
    context.setNow(T0)
    const thief = await logIn(STOLEN)
    const owner = await logIn(STOLEN)
    const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: T0 })
    meanwhile.run = async () => {
      const reply = await owner.post('/account/second-factor/begin', { password: STOLEN })
      const { secret } = (await reply.json()) as SecondFactorKey
      expect((await owner.post('/account/second-factor/confirm', { code: codeOf(secret) })).status).toBe(200)
    }
    const answer = await thief.post('/account/second-factor/begin', { password: STOLEN })
    const { secret = '' } = (await answer.json()) as Partial<SecondFactorKey>
    expect(answer.status).toBe(401)
    expect(
      (await thief.post('/account/second-factor/confirm', { code: secret ? codeOf(secret) : '123456' })).status,
    ).toBe(400)
  })
})
