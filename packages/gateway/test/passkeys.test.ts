import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { PasskeyCreation, PasskeyRequest } from '@galla/contract/gateway-api/passkeys'
import type { Passkeys, SecondFactor } from '@galla/contract/gateway-api/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountNotice } from '../src/notifications/account-notice.ts'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { signInWith } from '../src/services/access/sign-in.ts'
import { type Behaviour, softwarePasskey } from './helpers/software-passkey.ts'
import { createTestConsole, PASSWORD, type TestUser, testPassword } from './helpers/test-console.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let password: ConsolePassword
beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())

const ORIGIN = 'https://console.shop.example'
const HERE = { origin: ORIGIN, host: 'console.shop.example' }
const JSON_TYPE = { 'content-type': 'application/json' }
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const cookieNamed = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

async function openConsole(url: string = ORIGIN) {
  const notices: string[] = []
  const context = Object.assign(createTestContext(test.database), {
    accountNotifier: { notify: async ({ change, name }: AccountNotice) => void notices.push(`${name}: ${change}`) },
  })
  const opened = await createTestConsole(context, password, { url })
  const post = (path: string, body: object = {}, cookie = '') =>
    opened.raw(`/api${path}`, { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_TYPE, cookie } })
  /** A passkey of a logged-in user, the admin at first. */
  const add = async (
    { request }: Pick<TestUser, 'request'> = opened,
    { name = 'Laptop', ...changed }: Partial<Behaviour> & { name?: string } = {},
  ) => {
    const key = softwarePasskey(HERE)
    const options = await request('/api/account/passkeys/options', { method: 'POST' })
    const passkey = key.create((await options.json()) as PasskeyCreation, changed)
    const response = await request('/api/account/passkeys', { method: 'POST', body: { name, passkey } })
    return { key, passkey, response }
  }
  /** The first step of a login, in a browser of its own. */
  const begin = async () => {
    const response = await post('/passkeys/options')
    expect(response.status).toBe(200)
    return { request: (await response.json()) as PasskeyRequest, cookie: cookieNamed(response, '__Host-galla-passkey') }
  }
  const logIn = async (key: ReturnType<typeof softwarePasskey>, changed: Partial<Behaviour> = {}) => {
    const { request, cookie } = await begin()
    return post('/passkeys/login', { passkey: key.prove(request, changed) }, cookie)
  }
  const list = async ({ request }: Pick<TestUser, 'request'> = opened) =>
    (await (await request('/api/account/passkeys')).json()) as Passkeys
  const audit = async () => ((await opened.json('/api/audit')) as { rows: AuditEntry[] }).rows
  return { ...opened, context, notices, post, add, begin, logIn, list, audit }
}

describe('a passkey', () => {
  it('is reported to its person when it is added, and when it is removed', async () => {
    const { add, request, notices, admin } = await openConsole()
    const { response } = await add()
    const { passkey } = (await response.json()) as { passkey: { passkeyId: string } }
    expect((await request(`/api/account/passkeys/${passkey.passkeyId}`, { method: 'DELETE' })).status).toBeLessThan(300)
    expect(notices).toEqual([`${admin.name}: passkey-added`, `${admin.name}: passkey-removed`])
  })

  it('logs in without a password, and its use is shown and recorded', async () => {
    const { add, logIn, list, audit, raw, context } = await openConsole()
    const { key, response } = await add()
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ passkey: { name: 'Laptop', host: HERE.host } })
    context.setNow(T0 + 60_000)
    const login = await logIn(key)
    expect(login.status).toBe(200)
    expect(((await login.json()) as Session).user.name).toBe('admin')
    const cookie = cookieNamed(login, '__Host-galla')
    expect((await raw('/api/session', { headers: { cookie } })).status).toBe(200)
    expect((await list()).rows).toEqual([
      {
        passkeyId: expect.stringMatching(/^passkey_/),
        name: 'Laptop',
        host: HERE.host,
        createdAtMs: T0 + 1_000,
        lastUsedAtMs: T0 + 60_000,
      },
    ])
    const [last, before] = await audit()
    expect(last).toMatchObject({ what: 'logged in', detail: 'with the passkey Laptop', who: 'admin' })
    expect(before).toMatchObject({ what: 'added a passkey', after: { passkey: 'Laptop', host: HERE.host } })
  })

  it('is a second factor: a password alone is not enough, and recovery codes replace it once each', async () => {
    const { add, post, json, as, request } = await openConsole()
    const other = await as('admin', 'asha')
    expect(other.userId).toBeDefined()
    const { response } = await add()
    const { recoveryCodes = [] } = (await response.json()) as { recoveryCodes?: string[] }
    expect(recoveryCodes).toHaveLength(10)
    expect(await json('/api/account/second-factor')).toEqual({
      enabled: false,
      required: false,
      recoveryCodes: 10,
    } satisfies SecondFactor)
    const asked = await post('/session', { password: PASSWORD })
    expect([asked.status, await asked.json()]).toMatchObject([401, { code: 'CODE_NEEDED', ways: ['code', 'passkey'] }])
    const code = recoveryCodes[0] ?? ''
    expect((await post('/session', { password: PASSWORD, code })).status).toBe(200)
    expect(await codeOf(await post('/session', { password: PASSWORD, code }))).toEqual([401, 'WRONG_CODE'])
    expect(await codeOf(await post('/session', { password: PASSWORD, code: '' }))).toEqual([401, 'WRONG_CODE'])
    // A further one comes without codes: those before still count.
    const further = await (await add({ request }, { name: 'Phone' })).response.json()
    expect(further).not.toHaveProperty('recoveryCodes')
  })

  it('is no authenticator app: the removal of an app uses no recovery code up', async () => {
    const { add, request, json } = await openConsole()
    const { response } = await add()
    const { recoveryCodes = [] } = (await response.json()) as { recoveryCodes?: string[] }
    const body = { password: PASSWORD, code: recoveryCodes[0] }
    expect(await codeOf(await request('/api/account/second-factor/remove', { method: 'POST', body }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await json('/api/account/second-factor')).toMatchObject({ recoveryCodes: 10 })
  })

  it('ends the other sessions of its user, in which no second factor was given, when it is the first one', async () => {
    const { add, post, raw, request } = await openConsole()
    const login = async () => cookieNamed(await post('/session', { password: PASSWORD }), '__Host-galla')
    const other = await login()
    const open = async () => (await raw('/api/session', { headers: { cookie: other } })).status
    expect(await open()).toBe(200)
    await add()
    expect([await open(), (await request('/api/session')).status]).toEqual([401, 200])
  })

  it('is what a role needs that requires a second factor', async () => {
    const { add, as, request } = await openConsole()
    await add()
    const change = { method: 'POST', body: { secondFactorRoles: ['admin', 'viewer'] } }
    expect((await request('/api/security', change)).status).toBe(200)
    const viewer = await as('viewer')
    expect(await codeOf(await viewer.request('/api/orders'))).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    await add(viewer)
    expect((await viewer.request('/api/orders')).status).toBe(200)
  })

  it('is the second step of a sign-in with a provider, which links the account; that of another user is not', async () => {
    const { add, begin, post, as, consoleContext, context, request } = await openConsole()
    const asha = await as('viewer', 'asha@shop.example')
    const [own, foreign] = [await add(asha), await add({ request })]
    const account = {
      issuer: 'https://id.example',
      subject: 'account-1',
      email: asha.name,
      isVerified: true,
      sid: undefined,
      loginAgeMs: undefined,
    }
    const { proved } = await signInWith(
      context,
      { ...account, roleValues: [] },
      { state: 'one', beganAtMs: T0, roles: undefined },
    )
    const step = consoleContext.signInEncryption.encrypt(JSON.stringify({ ...proved, untilMs: T0 + 60_000 }), 'code')
    const answer = async ({ key }: typeof own) => {
      const { request, cookie } = await begin()
      return post('/sign-in/code', { passkey: key.prove(request) }, `__Host-galla-sign-in-code=${step}; ${cookie}`)
    }
    expect(await codeOf(await answer(foreign))).toEqual([401, 'WRONG_PASSKEY'])
    const login = await answer(own)
    expect([login.status, ((await login.json()) as Session).user.name]).toEqual([200, asha.name])
    const linked = await test.database.query({
      text: 'select "oidcSubject" from galla.users where "oidcSubject" is not null',
    })
    expect(linked.rows).toEqual([{ oidcSubject: 'account-1' }])
    expect(await codeOf(await post('/sign-in/code', { code: 'x', passkey: {} }))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('goes with the second factor that an admin removes, and with its recovery codes', async () => {
    const { add, as, request, logIn } = await openConsole()
    const viewer = await as('viewer')
    const { key } = await add(viewer)
    const removal = await request(`/api/users/${viewer.userId}/remove-second-factor`, { method: 'POST' })
    expect(await removal.json()).not.toHaveProperty('hasSecondFactor')
    expect(await codeOf(await logIn(key))).toEqual([401, 'WRONG_PASSKEY'])
    const codes = await test.database.query({ text: 'select from galla.recovery_codes' })
    expect(codes.rows).toHaveLength(0)
  })
})

describe('an answer to a challenge', () => {
  it('counts once, within five minutes, and in the browser that was asked', async () => {
    const { add, begin, post, context } = await openConsole()
    const { key } = await add()
    const first = await begin()
    const passkey = key.prove(first.request)
    const other = await begin()
    expect(await codeOf(await post('/passkeys/login', { passkey }, other.cookie))).toEqual([401, 'WRONG_PASSKEY'])
    expect(await codeOf(await post('/passkeys/login', { passkey }))).toEqual([401, 'WRONG_PASSKEY'])
    expect((await post('/passkeys/login', { passkey }, first.cookie)).status).toBe(200)
    expect(await codeOf(await post('/passkeys/login', { passkey }, first.cookie))).toEqual([401, 'WRONG_PASSKEY'])
    const late = await begin()
    context.setNow(T0 + 1_000 + 5 * 60_000)
    const tooLate = await post('/passkeys/login', { passkey: key.prove(late.request) }, late.cookie)
    expect(await codeOf(tooLate)).toEqual([401, 'WRONG_PASSKEY'])
  })

  it('to two requests at the same time opens one session', async () => {
    const { add, begin, post } = await openConsole()
    const { key } = await add()
    const { request, cookie } = await begin()
    const passkey = key.prove(request)
    const statuses = await Promise.all([1, 2, 3].map(() => post('/passkeys/login', { passkey }, cookie)))
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it.each<[string, Partial<Behaviour>]>([
    ['of a page at another origin', { origin: 'https://evil.example' }],
    ['of a page on another port', { origin: `${ORIGIN}:8443` }],
    ['for another host name', { host: 'shop.example' }],
    ['without a verified person', { isVerified: false }],
    ['of another user', { userHandle: Buffer.from('user_other').toString('base64url') }],
  ])('%s is refused, and recorded', async (_, changed) => {
    const { add, logIn, audit } = await openConsole()
    const { key } = await add()
    expect(await codeOf(await logIn(key, changed))).toEqual([401, 'WRONG_PASSKEY'])
    expect((await audit())[0]).toMatchObject({ what: 'wrong passkey', who: 'admin', address: '127.0.0.1' })
    expect((await logIn(key)).status).toBe(200)
  })

  it('whose count went back is refused: the authenticator was copied', async () => {
    const { add, logIn } = await openConsole()
    const { key } = await add()
    const counts = [5, 6, 6, 5, 7]
    const results: number[] = []
    for (const counter of counts) results.push((await logIn(key, { counter })).status)
    expect(results).toEqual([200, 200, 401, 401, 200])
  })

  it('with another key, or of a passkey that is not known or whose user is disabled, is refused', async () => {
    const { add, begin, post, logIn, as, request } = await openConsole()
    const { key } = await add()
    const stranger = softwarePasskey(HERE)
    expect(await codeOf(await logIn(stranger))).toEqual([401, 'WRONG_PASSKEY'])
    const { request: asked, cookie } = await begin()
    const { id, rawId } = key.prove(asked)
    const forged = { ...stranger.prove(asked), id, rawId }
    expect(await codeOf(await post('/passkeys/login', { passkey: forged }, cookie))).toEqual([401, 'WRONG_PASSKEY'])
    const viewer = await as('viewer')
    const own = await add(viewer)
    await request(`/api/users/${viewer.userId}/change`, { method: 'POST', body: { disabled: true } })
    expect(await codeOf(await logIn(own.key))).toEqual([401, 'WRONG_PASSKEY'])
  })

  it('can be started sixty times in five minutes from one address', async () => {
    const { post } = await openConsole()
    const statuses: number[] = []
    for (let n = 0; n < 61; n += 1) statuses.push((await post('/passkeys/options')).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
  })

  it('that is too old leaves the database with the next challenge', async () => {
    const { begin, context } = await openConsole()
    await begin()
    context.setNow(T0 + 1_000 + 5 * 60_000)
    await begin()
    const { rows } = await test.database.query({ text: 'select from galla.passkey_challenges' })
    expect(rows).toHaveLength(1)
  })
})

describe('a new passkey', () => {
  it.each<[string, Partial<Behaviour>]>([
    ['made at another origin', { origin: 'https://evil.example' }],
    ['made for another host name', { host: 'shop.example' }],
    ['made without a verified person', { isVerified: false }],
  ])('%s is refused', async (_, changed) => {
    const { add, list } = await openConsole()
    const { response } = await add(undefined, changed)
    expect(await codeOf(response)).toEqual([400, 'INVALID_REQUEST'])
    expect((await list()).rows).toEqual([])
  })

  it('is stored once, and only in the session that asked for it', async () => {
    const { add, as, request, list, context } = await openConsole()
    const viewer = await as('viewer')
    const options = await request('/api/account/passkeys/options', { method: 'POST' })
    const passkey = softwarePasskey(HERE).create((await options.json()) as PasskeyCreation)
    const body = { name: 'Laptop', passkey }
    const elsewhere = await viewer.request('/api/account/passkeys', { method: 'POST', body })
    expect(await codeOf(elsewhere)).toEqual([400, 'INVALID_REQUEST'])
    const save = () => request('/api/account/passkeys', { method: 'POST', body })
    expect([(await save()).status, (await save()).status]).toEqual([200, 400])
    expect((await list()).rows).toHaveLength(1)
    context.setNow(T0 + 2_000)
    await add(undefined, { name: 'Phone' })
    expect((await list()).rows.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
  })

  it.each(['', ' ', 'x'.repeat(61), 'a\u202eb'])('is not named %j', async (name) => {
    const { add } = await openConsole()
    const { response } = await add(undefined, { name })
    expect([response.status, await response.json()]).toMatchObject([400, { field: 'name' }])
  })

  it('makes no browser known that has the cookie of the session alone', async () => {
    const { add } = await openConsole()
    const { response } = await add()
    expect(response.status).toBe(200)
    expect(cookieNamed(response, '__Host-galla-browser')).toBe('')
  })

  it('is the 20th of a user at most', async () => {
    const { add, request } = await openConsole()
    for (let n = 0; n < 20; n += 1) expect((await add()).response.status).toBe(200)
    const options = await request('/api/account/passkeys/options', { method: 'POST' })
    expect(await codeOf(options)).toEqual([400, 'INVALID_REQUEST'])
  })
})

describe('the removal of a passkey', () => {
  it('ends the other sessions, and with the last second factor the recovery codes', async () => {
    const { add, list, logIn, request, raw, json, audit, context } = await openConsole()
    const laptop = await add()
    context.setNow(T0 + 2_000)
    const phone = await add(undefined, { name: 'Phone' })
    const other = cookieNamed(await logIn(phone.key), '__Host-galla')
    const [one, two] = (await list()).rows
    const remove = (id = '') => request(`/api/account/passkeys/${id}`, { method: 'DELETE' })
    expect((await remove(two?.passkeyId)).status).toBe(200)
    expect((await raw('/api/session', { headers: { cookie: other } })).status).toBe(401)
    expect(await codeOf(await logIn(phone.key))).toEqual([401, 'WRONG_PASSKEY'])
    expect(await json('/api/account/second-factor')).toMatchObject({ recoveryCodes: 10 })
    expect((await logIn(laptop.key)).status).toBe(200)
    expect((await remove(one?.passkeyId)).status).toBe(200)
    expect(await json('/api/account/second-factor')).toMatchObject({ recoveryCodes: 0 })
    expect((await remove(one?.passkeyId)).status).toBe(404)
    expect((await audit())[0]).toMatchObject({ what: 'removed a passkey', before: { passkey: 'Laptop' } })
  })

  it('is refused to another user, and of the last way in', async () => {
    const { add, as, list, request } = await openConsole()
    const viewer = await as('viewer')
    await add(viewer)
    const [{ passkeyId } = { passkeyId: '' }] = (await list(viewer)).rows
    expect((await request(`/api/account/passkeys/${passkeyId}`, { method: 'DELETE' })).status).toBe(404)
    const remove = () => viewer.request(`/api/account/passkeys/${passkeyId}`, { method: 'DELETE' })
    expect(await codeOf(await remove())).toEqual([409, 'LAST_WAY_IN'])
    // An account of a provider that is not configured lets nobody in.
    const link = `update galla.users set "oidcIssuer" = 'https://id.example', "oidcSubject" = 'a' where "name" = $1`
    await test.database.query({ text: link, values: [viewer.name] })
    expect(await codeOf(await remove())).toEqual([409, 'LAST_WAY_IN'])
    await add(viewer, { name: 'Phone' })
    expect((await remove()).status).toBe(200)
  })
})

describe('passkeys', () => {
  it.each([
    ['https://console.shop.example', 'console.shop.example'],
    ['https://console.shop.example:8443', 'console.shop.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', undefined],
    ['https://203.0.113.7', undefined],
    ['https://[2001:db8::1]', undefined],
  ])('at %s are for the host %s', async (url, host) => {
    const { raw, json, consoleContext } = await openConsole(url)
    const party = consoleContext.address.partyAt('evil.example')
    expect(party).toEqual(host === undefined ? undefined : { host, origin: url })
    const { unavailable } = (await json('/api/account/passkeys')) as Passkeys
    expect(unavailable === undefined).toBe(host !== undefined)
    const options = await raw('/api/passkeys/options', { method: 'POST' })
    expect(options.status).toBe(host === undefined ? 409 : 200)
  })

  it.each([
    ['localhost:3000', { host: 'localhost', origin: 'http://localhost:3000' }],
    ['127.0.0.1:3000', undefined],
    ['[::1]:3000', undefined],
    ['evil.localhost:3000', undefined],
    ['evil.example', undefined],
  ])('without console.url, at %s, are for localhost or nothing', async (host, party) => {
    const { address } = (await createTestConsole(createTestContext(test.database), password)).consoleContext
    expect(address.partyAt(host)).toEqual(party)
  })

  it('are offered at the login once somebody has one', async () => {
    const { raw, add } = await openConsole()
    const offered = async () => (await raw('/api/sign-in/options')).json()
    expect(await offered()).toEqual({})
    await add()
    expect(await offered()).toEqual({ passkeys: true })
  })
})
