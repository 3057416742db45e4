import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { type ChangingRoute, ROUTE_ACCESS, ROUTE_PROOF } from '@galla/contract/gateway-api/console-permissions'
import type { PasskeyCreation, PasskeyRequest } from '@galla/contract/gateway-api/passkeys'
import type { SecondFactorKey } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsolePassword } from '../src/routes/console/access.ts'
import { softwarePasskey } from './helpers/software-passkey.ts'
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

const ORIGIN = 'http://localhost:3000'
const LOGIN_MS = T0 + 1_000
const TEN_MINUTES_MS = 600_000

async function openConsole(options: Parameters<typeof createTestConsole>[2] = {}) {
  const context = createTestContext(test.database)
  const opened = await createTestConsole(context, password, { url: ORIGIN, ...options })
  const post = (path: string, body: object = {}) => opened.request(`/api${path}`, { method: 'POST', body })
  /** Something that needs a proof, without what it is about: 404 where the proof is recent. */
  const act = async () => {
    const response = await post('/users/nobody/invite')
    return { status: response.status, ...((await response.json()) as { code: string; ways?: string[] }) }
  }
  const prove = async (body: object) => {
    const response = await post('/session/proof', body)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const audit = async () => ((await opened.json('/api/audit')) as { rows: AuditEntry[] }).rows
  const addPasskey = async () => {
    const key = softwarePasskey({ origin: ORIGIN, host: 'localhost' })
    const options = await post('/account/passkeys/options')
    const passkey = key.create((await options.json()) as PasskeyCreation)
    expect((await post('/account/passkeys', { name: 'Laptop', passkey })).status).toBe(200)
    return key
  }
  const challenge = async () => (await (await post('/session/proof/options')).json()) as PasskeyRequest
  const addApp = async () => {
    const started = await post('/account/second-factor/begin', { password: PASSWORD })
    const { secret } = (await started.json()) as SecondFactorKey
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: context.clock.now() })
    await post('/account/second-factor/confirm', { code: code() })
    return code
  }
  /** Time passes until the proof of the login is too old. */
  const grow = (ms = TEN_MINUTES_MS) => context.setNow(LOGIN_MS + ms)
  return { ...opened, context, post, act, prove, audit, addPasskey, challenge, addApp, grow }
}

/** Routes that need no proof although they change money, access or data, with the reason. */
const WITHOUT_PROOF: Partial<{ readonly [Route in ChangingRoute]: string }> = {
  'POST /refunds/:merchantRefundId/decline': 'no money moves',
  'POST /refund-files': 'nothing is refunded before it is started',
  'POST /refund-files/:fileId/stop': 'stops money',
  'POST /api-keys/:keyId/revoke': 'takes access away',
  'DELETE /users/:userId/sessions': 'takes access away',
  'DELETE /account/sessions/:sessionId': 'takes access away',
  'POST /subscriptions/remove': 'is about events',
  'POST /payers/preview': 'reads counts',
  'POST /legal-holds': 'keeps data',
  'POST /disputes/:disputeKey/answered': 'ends an alert, and moves nothing',
  'POST /shared-views/:viewId/roles': 'a view only says what a list shows',
  'POST /plan-subscriptions/:subscriptionId/pause': 'stops money',
  'POST /plan-subscriptions/:subscriptionId/skip': 'stops money',
}

describe('a proof', () => {
  it('is needed by every route that changes money, access or data of payers', () => {
    const risky = new Set(['refund', 'review', 'reveal', 'erase', 'users', 'settings', 'subscription'])
    const routes = (Object.keys(ROUTE_PROOF) as ChangingRoute[]).filter(
      (route) => risky.has(ROUTE_ACCESS[route]) || route.includes(' /account/'),
    )
    expect(routes.length).toBeGreaterThan(25)
    const without = routes.filter((route) => ROUTE_PROOF[route] === 'none')
    expect(without.sort()).toEqual(Object.keys(WITHOUT_PROOF).sort())
  })

  it('that is ten minutes old is too old for these routes, before anything is read, and for no others', async () => {
    const { request, grow } = await openConsole()
    const codes = async () => {
      const found: { [route: string]: string } = {}
      for (const [route, need] of Object.entries(ROUTE_PROOF)) {
        const [method = '', path = ''] = route.replace('ALL', 'POST').split(' ')
        // They end sessions, or start work at the provider.
        if (path === '/session' || path === '/reconciliation/run') continue
        const response = await request(`/api${path.replaceAll(/:\w+|\*/g, 'x')}`, { method })
        const { code } = response.ok ? { code: 'ok' } : ((await response.json()) as { code: string })
        if (code === 'PROOF_REQUIRED') expect(response.status).toBe(403)
        found[route] = `${need}: ${code === 'PROOF_REQUIRED' ? 'asked' : 'not asked'}`
      }
      return new Set(Object.values(found))
    }
    const fresh = ['fresh: not asked', 'included: not asked', 'none: not asked']
    expect([...(await codes())].sort()).toEqual(fresh)
    grow(TEN_MINUTES_MS - 1)
    expect([...(await codes())].sort()).toEqual(fresh)
    grow()
    expect([...(await codes())].sort()).toEqual(['fresh: asked', 'included: not asked', 'none: not asked'])
  })

  it('lasts as long as the setting says, and a clock that was ahead makes none last longer', async () => {
    const { act, context } = await openConsole({ stepUpAfterMs: 60_000 })
    context.setNow(LOGIN_MS + 59_999)
    expect((await act()).code).toBe('NOT_FOUND')
    context.setNow(LOGIN_MS + 60_000)
    expect((await act()).code).toBe('PROOF_REQUIRED')
    context.setNow(LOGIN_MS - 60_000)
    expect((await act()).code).toBe('PROOF_REQUIRED')
  })

  it('is given by the password, lets the person go on for ten minutes, and is recorded', async () => {
    const { act, prove, audit, grow } = await openConsole()
    grow()
    expect(await act()).toMatchObject({ status: 403, code: 'PROOF_REQUIRED', ways: ['password'] })
    expect(await prove({ password: 'a wrong password' })).toEqual([400, 'WRONG_PASSWORD'])
    expect((await act()).code).toBe('PROOF_REQUIRED')
    expect(await prove({ password: PASSWORD })).toEqual([200, undefined])
    expect((await act()).code).toBe('NOT_FOUND')
    const [proved, wrong] = await audit()
    expect(proved).toMatchObject({ what: 'proved the identity again', detail: 'with the password', who: 'admin' })
    expect(wrong).toMatchObject({ what: 'wrong password', detail: 'in an open session', address: '127.0.0.1' })
    grow(2 * TEN_MINUTES_MS)
    expect((await act()).code).toBe('PROOF_REQUIRED')
  })

  it('by a wrong password is evaluated five times in five minutes', async () => {
    const { prove } = await openConsole()
    const results: unknown[] = []
    for (let n = 0; n < 6; n += 1) results.push(await prove({ password: `a wrong password ${n}` }))
    expect(results).toEqual([...Array(5).fill([400, 'WRONG_PASSWORD']), [429, 'TOO_MANY_ATTEMPTS']])
    expect(await prove({ password: PASSWORD })).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  })

  it('is given by a code of the app, once', async () => {
    const { act, prove, addApp, audit, grow } = await openConsole()
    const code = await addApp()
    grow()
    expect(await act()).toMatchObject({ ways: ['password', 'code'] })
    expect(await prove({ code: '000000' })).toEqual([400, 'WRONG_CODE'])
    expect((await act()).code).toBe('PROOF_REQUIRED')
    expect([await prove({ code: code() }), await prove({ code: code() })]).toEqual([
      [200, undefined],
      [400, 'WRONG_CODE'],
    ])
    expect((await act()).code).toBe('NOT_FOUND')
    expect((await audit())[1]).toMatchObject({ what: 'proved the identity again', detail: 'with a code' })
  })

  it('is given by a passkey of the user, once, in the session that was asked', async () => {
    const { act, prove, addPasskey, challenge, audit, grow, as } = await openConsole()
    const key = await addPasskey()
    grow()
    expect(await act()).toMatchObject({ ways: ['passkey', 'password'] })
    const asked = await challenge()
    expect(asked.allowCredentials).toMatchObject([{ id: key.credentialId, transports: ['internal'] }])
    const other = await as('admin', 'asha')
    await other.request('/api/session/proof/options', { method: 'POST' })
    const passkey = key.prove(asked)
    expect((await other.request('/api/session/proof', { method: 'POST', body: { passkey } })).status).toBe(400)
    expect([await prove({ passkey }), await prove({ passkey })]).toEqual([
      [200, undefined],
      [400, 'WRONG_PASSKEY'],
    ])
    expect((await act()).code).toBe('NOT_FOUND')
    const proof = (await audit()).find(({ what }) => what === 'proved the identity again')
    expect(proof).toMatchObject({ detail: 'with the passkey Laptop' })
  })

  it.each([
    ['at another origin', { origin: 'https://evil.example' }],
    ['without a verified person', { isVerified: false }],
  ])('by a passkey %s is refused, and recorded', async (_, changed) => {
    const { act, prove, addPasskey, challenge, audit, grow } = await openConsole()
    const key = await addPasskey()
    grow()
    expect(await prove({ passkey: key.prove(await challenge(), changed) })).toEqual([400, 'WRONG_PASSKEY'])
    expect((await act()).code).toBe('PROOF_REQUIRED')
    expect((await audit())[0]).toMatchObject({ what: 'wrong passkey', detail: 'in an open session' })
  })

  it('by a wrong passkey is evaluated twenty times in five minutes', async () => {
    const { addPasskey, challenge, prove } = await openConsole()
    const key = await addPasskey()
    const results: unknown[] = []
    for (let n = 0; n < 21; n += 1)
      results.push(await prove({ passkey: key.prove(await challenge(), { isVerified: false }) }))
    expect(results).toEqual([...Array(20).fill([400, 'WRONG_PASSKEY']), [429, 'TOO_MANY_ATTEMPTS']])
  })

  it('by the passkey of another user is refused', async () => {
    const { addPasskey, challenge, prove, as } = await openConsole()
    await addPasskey()
    const asha = await as('admin', 'asha')
    const key = softwarePasskey({ origin: ORIGIN, host: 'localhost' })
    const options = await asha.request('/api/account/passkeys/options', { method: 'POST' })
    const passkey = key.create((await options.json()) as PasskeyCreation)
    await asha.request('/api/account/passkeys', { method: 'POST', body: { name: 'Phone', passkey } })
    expect(await prove({ passkey: key.prove(await challenge()) })).toEqual([400, 'WRONG_PASSKEY'])
  })

  it.each([{ code: '123456' }, { code: '' }, { passkey: {} }, {}, { password: PASSWORD, code: '123456' }])(
    'of a user with a password only is not %j',
    async (given) => {
      const { act, prove, grow } = await openConsole()
      grow()
      expect(await prove(given)).toEqual([400, 'INVALID_REQUEST'])
      expect((await act()).code).toBe('PROOF_REQUIRED')
    },
  )

  it('is the own password where the request holds it, also for what follows', async () => {
    const { post, act, grow } = await openConsole()
    grow()
    const wrong = await post('/account/second-factor/begin', { password: 'a wrong password' })
    expect([wrong.status, (await act()).code]).toEqual([400, 'PROOF_REQUIRED'])
    expect((await post('/account/second-factor/begin', { password: PASSWORD })).status).toBe(200)
    expect((await act()).code).toBe('NOT_FOUND')
  })

  it('of one session counts in no other one of the same user', async () => {
    const { prove, act, consoleContext, admin, raw, grow } = await openConsole()
    const { token, csrfToken } = await consoleContext.sessions.open({ user: admin })
    grow()
    await prove({ password: PASSWORD })
    expect((await act()).code).toBe('NOT_FOUND')
    const headers = { cookie: `galla-console=${token}`, 'x-csrf-token': csrfToken, 'content-type': 'application/json' }
    const other = await raw('/api/users/nobody/invite', { method: 'POST', body: '{}', headers })
    expect(other.status).toBe(403)
  })

  it('is not known of a session that a replica of the release before has opened', async () => {
    const { act } = await openConsole()
    await test.database.query({ text: 'update galla.sessions set "provedAtMs" = default' })
    expect((await act()).code).toBe('PROOF_REQUIRED')
  })
})
