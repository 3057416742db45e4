import type { ChangeUser, Invitation, SecondFactorKey } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsolePassword, loginLimit } from '../../src/routes/console/access.ts'
import type { ConsoleContext } from '../../src/routes/console/context.ts'
import { acceptInvitation, changeUser, inviteAgain, inviteUser, userNamed } from '../../src/services/access/users.ts'
import { seedOrder } from '../helpers/seed.ts'
import { slowBody } from '../helpers/slow-body.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext, T0 } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const STOLEN = 'three cups of tea'
const OWN = 'a phrase of the owner'
const INVITED = { name: 'a third mallory', role: 'admin' } as const
const JSON_TYPE = { 'content-type': 'application/json' }

/** A console in which ravi has a session; `meanwhile` runs after a password of his was checked, or before a code is, and before it has an effect. */
async function openConsole(
  meanwhile: { run?: (userId: string) => Promise<unknown>; beforeCode?: () => Promise<unknown> } = {},
) {
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
    async attemptCode(source, fits) {
      await meanwhile.beforeCode?.()
      return limit.attemptCode(source, fits)
    },
  }
  const opened = await createTestConsole(context, password, { loginLimit: delayed })
  await opened.invite('ravi', 'finance', STOLEN)
  const logIn = async (phrase: string) => {
    const body = JSON.stringify({ name: 'ravi', password: phrase })
    const response = await opened.raw('/api/session', { method: 'POST', headers: JSON_TYPE, body })
    const { csrfToken = '', user } = (await response.json()) as { csrfToken?: string; user?: { userId: string } }
    const headers = {
      ...JSON_TYPE,
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      'x-csrf-token': csrfToken,
    }
    const post = (path: string, value: object | ReadableStream<Uint8Array>) =>
      opened.raw(`/api${path}`, {
        method: 'POST',
        headers,
        body: value instanceof ReadableStream ? value : JSON.stringify(value),
      })
    const get = (path: string) => opened.raw(`/api${path}`, { headers })
    return { status: response.status, userId: user?.userId ?? '', post, get }
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
    const response = await post('/refund-files', body)
    expect(response.status).toBe(status)
  })
})

describe('a file that is being downloaded', () => {
  it.each([
    ['is disabled', { disabled: true }],
    ['loses the role', { role: 'viewer' as const }],
  ])('is cut off once its reader %s', async (_, change) => {
    const { context, logIn } = await openConsole()
    const { userId, get } = await logIn(STOLEN)
    const reference = 'x'.repeat(2_000)
    for (let n = 0; n < 150; n += 1) await seedOrder(test.database, { merchantOrderId: `order-${n}`, reference })
    const whole = await (await get('/orders.csv')).text()
    const file = (await get('/orders.csv')).body?.getReader()
    const first = await file?.read()
    await changeUser(context, userId, change)
    let bytes = first?.value?.length ?? 0
    const rest = async () => {
      for (let part = await file?.read(); part?.value; part = await file?.read()) bytes += part.value.length
    }
    await expect(rest()).rejects.toThrow()
    expect(bytes).toBeLessThan(whole.length / 2)
  })
})

describe('a link that an admin made for another user', () => {
  const accept = (raw: Awaited<ReturnType<typeof openConsole>>['raw'], token: string) =>
    raw('/api/invitations/accept', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ token, password: 'the choice of a thief' }),
    })
  const openLinks = async () => {
    const opened = await openConsole()
    const { as, context, json, raw } = opened
    const thief = await as('admin', 'mallory')
    const linkOf = async (path: string, body: object) => {
      const response = await thief.request(path, { method: 'POST', body })
      return (await response.json()) as Invitation
    }
    const ravi = (await userNamed(context, 'ravi'))?.userId ?? ''
    const links = [
      await linkOf('/api/users', { name: 'a second mallory', role: 'admin' }),
      await linkOf(`/api/users/${ravi}/invite`, {}),
    ]
    const asAdmin = (change: ChangeUser) => json(`/api/users/${thief.userId}/change`, { method: 'POST', body: change })
    return { raw, context, thief, links, asAdmin }
  }

  it.each<[string, ChangeUser]>([
    ['disabled', { disabled: true }],
    ['no admin any more', { role: 'finance' }],
  ])('opens nothing once that admin is %s, also not later', async (_, change) => {
    const { raw, context, links, asAdmin } = await openLinks()
    await asAdmin(change)
    for (const { token } of links) expect((await accept(raw, token)).status).toBe(404)
    await asAdmin({ role: 'admin', disabled: false })
    for (const { token } of links) expect((await accept(raw, token)).status).toBe(404)
    const second = await userNamed(context, 'a second mallory')
    expect(second).not.toHaveProperty('invitedUntilMs')
  })

  it('opens nothing when it is stored after the admin was disabled', async () => {
    const { raw, context, thief, asAdmin } = await openLinks()
    await asAdmin({ disabled: true })
    const late = await inviteUser({ ...context, actor: { who: thief.name, userId: thief.userId } }, INVITED)
    expect((await accept(raw, late.token)).status).toBe(404)
  })

  it('works while the admin stays one, and when a program made it', async () => {
    const { raw, context, links, asAdmin } = await openLinks()
    await asAdmin({ role: 'admin' })
    const [ofAdmin] = links
    expect((await accept(raw, ofAdmin?.token ?? '')).status).toBe(200)
    const { token } = await inviteUser(context, INVITED)
    expect((await accept(raw, token)).status).toBe(200)
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
    const response = await post('/account/password', { current: STOLEN, password: 'the choice of a thief' })
    expect((await logIn('the choice of a thief')).status).toBe(401)
    expect((await logIn(OWN)).status).toBe(200)
    expect(response.status).toBe(401)
  })
})

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: T0 })

describe('a new key of a second factor that overlaps', () => {
  it('the confirmation of another one does not replace it', async () => {
    const meanwhile: { run?: (userId: string) => Promise<unknown> } = {}
    const { context, logIn } = await openConsole(meanwhile)
    context.setNow(T0)
    const thief = await logIn(STOLEN)
    const owner = await logIn(STOLEN)
    meanwhile.run = async () => {
      const response = await owner.post('/account/second-factor/begin', { password: STOLEN })
      const { secret } = (await response.json()) as SecondFactorKey
      expect((await owner.post('/account/second-factor/confirm', { code: codeOf(secret) })).status).toBe(200)
    }
    const response = await thief.post('/account/second-factor/begin', { password: STOLEN })
    const { secret = '' } = (await response.json()) as Partial<SecondFactorKey>
    expect(response.status).toBe(401)
    expect(
      (await thief.post('/account/second-factor/confirm', { code: secret ? codeOf(secret) : '123456' })).status,
    ).toBe(401)
  })

  it('is not confirmed any more once its user has changed the password', async () => {
    const meanwhile: { beforeCode?: () => Promise<unknown> } = {}
    const { context, logIn } = await openConsole(meanwhile)
    context.setNow(T0)
    const [thief, owner] = [await logIn(STOLEN), await logIn(STOLEN)]
    const started = await thief.post('/account/second-factor/begin', { password: STOLEN })
    const { secret } = (await started.json()) as SecondFactorKey
    meanwhile.beforeCode = () => owner.post('/account/password', { current: STOLEN, password: OWN })
    expect((await thief.post('/account/second-factor/confirm', { code: codeOf(secret) })).status).toBe(400)
    expect((await logIn(OWN)).status).toBe(200)
  })
})
