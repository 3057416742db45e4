import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { Invitation, User, UserSession } from '@galla/contract/gateway-api/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsolePassword, consolePassword } from '../src/routes/console/access.ts'
import { ensureFirstAdmin } from '../src/services/access/users.ts'
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

const OWN = 'a cup of masala tea'

async function openConsole() {
  const context = createTestContext(test.database)
  const opened = await createTestConsole(context, password)
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    opened.raw(`/api${path}`, { method: 'POST', body: JSON.stringify(body), headers: json })
  return {
    ...opened,
    context,
    post,
    login: (name: string | undefined, value: string) => post('/session', { ...(name && { name }), password: value }),
    invited: async (name: string, role: string) =>
      (await opened.json('/api/users', { method: 'POST', body: { name, role } })) as Invitation,
    change: (userId: string, body: object) => opened.request(`/api/users/${userId}/change`, { method: 'POST', body }),
    users: async () => ((await opened.json('/api/users')) as { rows: User[] }).rows,
    audit: async () => ((await opened.json('/api/audit')) as { rows: AuditEntry[] }).rows,
  }
}

const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('the first admin', () => {
  it('is there from the start, once, whichever replica starts first, and logs in with the configured password', async () => {
    const { context, login, users } = await openConsole()
    await Promise.all(Array.from({ length: 8 }, () => ensureFirstAdmin(context)))
    expect(await users()).toMatchObject([
      { name: 'admin', role: 'admin', state: 'active', usesConfiguredPassword: true },
    ])
    for (const name of [undefined, 'admin', ' ADMIN '])
      expect(((await (await login(name, PASSWORD)).json()) as Session).user).toMatchObject({
        name: 'admin',
        role: 'admin',
      })
  })

  it('can set a password of its own, which the configured one no longer opens', async () => {
    const { request, login, raw, cookie, users } = await openConsole()
    const other = cookieOf(await login('admin', PASSWORD))
    const change = (body: object) => request('/api/account/password', { method: 'POST', body })
    expect(await codeOf(await change({ current: 'not it at all', password: OWN }))).toEqual([400, 'WRONG_PASSWORD'])
    for (const weak of ['short', 'x'.repeat(300), 'abababababababab'])
      expect([weak, ...(await codeOf(await change({ current: PASSWORD, password: weak })))]).toEqual([
        weak,
        400,
        'INVALID_REQUEST',
      ])
    expect((await change({ current: PASSWORD, password: OWN })).status).toBe(200)
    expect([(await login('admin', PASSWORD)).status, (await login('admin', OWN)).status]).toEqual([401, 200])
    expect((await raw('/api/session', { headers: { cookie: other } })).status).toBe(401)
    expect((await raw('/api/session', { headers: { cookie } })).status).toBe(200)
    expect((await users())[0]?.usesConfiguredPassword).toBeUndefined()
  })

  it('keeps its own password when the configured one changes', async () => {
    const { request, context } = await openConsole()
    await request('/api/account/password', { method: 'POST', body: { current: PASSWORD, password: OWN } })
    const next = await consolePassword('another configured one', 'SANDBOX tea-stall', 'a secret of the stall')
    const { raw } = await createTestConsole(context, next)
    const login = (value: string) =>
      raw('/api/session', {
        method: 'POST',
        body: JSON.stringify({ password: value }),
        headers: { 'content-type': 'application/json' },
      })
    expect([(await login(OWN)).status, (await login('another configured one')).status]).toEqual([200, 401])
  })
})

describe('invitations', () => {
  it('let a user set a password once and log in by name', async () => {
    const { invited, post, login, users, audit } = await openConsole()
    const { token, user, expiresAtMs } = await invited('asha@tea.example', 'finance')
    expect([user.state, expiresAtMs]).toEqual(['invited', T0 + 1_000 + 72 * 3_600_000])
    expect((await login('asha@tea.example', '')).status).toBe(400)
    expect((await login('asha@tea.example', PASSWORD)).status).toBe(401)
    expect(await (await post('/invitations/check', { token })).json()).toEqual({
      name: 'asha@tea.example',
      expiresAtMs,
    })
    const accepted = await post('/invitations/accept', { token, password: OWN })
    expect(((await accepted.json()) as { session: Session }).session.user).toMatchObject({
      name: 'asha@tea.example',
      role: 'finance',
    })
    expect(await codeOf(await post('/invitations/accept', { token, password: OWN }))).toEqual([404, 'NO_INVITATION'])
    expect((await login('Asha@Tea.Example', OWN)).status).toBe(200)
    expect((await users()).map(({ name, state }) => [name, state])).toEqual([
      ['admin', 'active'],
      ['asha@tea.example', 'active'],
    ])
    expect((await audit()).map(({ who, what, after }) => [who, what, after]).reverse()).toEqual([
      ['admin', 'invited', { role: 'finance' }],
      ['asha@tea.example', 'wrong password', undefined],
      ['asha@tea.example', 'set a password with a link', undefined],
      ['asha@tea.example', 'logged in', undefined],
      ['asha@tea.example', 'logged in', undefined],
    ])
    const { rows } = await test.database.query<object>({ text: 'select * from galla.users, galla.sessions' })
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${OWN}|${token}`))
  })

  it('end after three days, when they are replaced, and when the user is disabled', async () => {
    const { invited, post, json, change, context } = await openConsole()
    const works = async (token: string) => (await post('/invitations/check', { token })).status === 200
    const first = await invited('asha', 'viewer')
    const second = (await json(`/api/users/${first.user.userId}/invite`, { method: 'POST' })) as Invitation
    expect([await works(first.token), await works(second.token)]).toEqual([false, true])
    await change(first.user.userId, { disabled: true })
    expect(await works(second.token)).toBe(false)
    await change(first.user.userId, { disabled: false })
    expect(await works(second.token)).toBe(false)
    const third = (await json(`/api/users/${first.user.userId}/invite`, { method: 'POST' })) as Invitation
    context.setNow(third.expiresAtMs - 1)
    expect(await works(third.token)).toBe(true)
    context.setNow(third.expiresAtMs)
    expect(await works(third.token)).toBe(false)
    expect(await codeOf(await post('/invitations/accept', { token: third.token, password: OWN }))).toEqual([
      404,
      'NO_INVITATION',
    ])
  })

  it('set one password when a link is used twice at the same time', async () => {
    const { invited, post } = await openConsole()
    const { token } = await invited('asha', 'viewer')
    const responses = await Promise.all(
      ['one', 'two'].map((n) => post('/invitations/accept', { token, password: `${OWN} ${n}` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it.each([
    ['a name that is taken in another case', { name: 'ADMIN', role: 'viewer' }],
    ['an empty name', { name: '  ', role: 'viewer' }],
    ['a name with a line break', { name: 'a\nb', role: 'viewer' }],
    ['a name with an invisible character', { name: 'ad\u200bmin', role: 'viewer' }],
    ['a name with a filler', { name: 'admin\u3164', role: 'viewer' }],
    ['a name with a selector of a variant', { name: 'ad\ufe0fmin', role: 'viewer' }],
    ['a name with an empty pattern', { name: 'admin\u2800', role: 'viewer' }],
    ['a name with a Cyrillic letter', { name: '\u0430dmin', role: 'viewer' }],
    ['a name that is Cyrillic throughout', { name: '\u0430\u0441\u0435', role: 'viewer' }],
    ['a name with a dotless i', { name: 'adm\u0131n', role: 'viewer' }],
    ['a full-width name that is taken', { name: '\uff41\uff44\uff4d\uff49\uff4e', role: 'viewer' }],
    ['a taken name with spaces around it', { name: ' admin ', role: 'viewer' }],
    ['a capital I in place of the l of a name', { name: 'lila', role: 'viewer' }, 'Iila'],
    ['a 1 in place of the l of a name', { name: 'lila', role: 'viewer' }, 'li1a'],
    ['a 0 in place of the o of a name', { name: 'mohan', role: 'viewer' }, 'm0han'],
    ['the name of programs in another case', { name: 'Program', role: 'viewer' }],
    ['the name of a key in another case', { name: 'KEY:till', role: 'viewer' }],
    ['the name of programs', { name: 'program', role: 'viewer' }],
    ['an unknown role', { name: 'asha', role: 'owner' }],
    ['a field of its own', { name: 'asha', role: 'viewer', isFirst: true }],
  ])('refuse %s', async (_, body, taken?: string) => {
    const { request } = await openConsole()
    if (taken !== undefined) await request('/api/users', { method: 'POST', body: { name: taken, role: 'viewer' } })
    expect(await codeOf(await request('/api/users', { method: 'POST', body }))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('name the field when a name has other letters, or looks like another one', async () => {
    const { request } = await openConsole()
    const add = async (name: string) =>
      (await request('/api/users', { method: 'POST', body: { name, role: 'viewer' } })).json()
    expect(await add('\u0430dmin')).toMatchObject({ field: 'name', message: expect.stringContaining('letters a to z') })
    expect(await add('Admln')).toMatchObject({ user: { name: 'Admln' } })
    expect(await add('AdmIn')).toMatchObject({
      field: 'name',
      message: 'name belongs to another user, or looks like the name of another user',
    })
  })
})

describe('the last admin', () => {
  it('cannot be disabled or demoted, also not by two requests at the same time', async () => {
    const { admin, change, invite, users } = await openConsole()
    for (const body of [{ disabled: true }, { role: 'viewer' }])
      expect(await codeOf(await change(admin.userId, body))).toEqual([409, 'LAST_ADMIN'])
    await invite('asha', 'admin', OWN)
    const asha = (await users()).find(({ name }) => name === 'asha')?.userId ?? ''
    const responses = await Promise.all([change(admin.userId, { role: 'support' }), change(asha, { role: 'support' })])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    const { rows } = await test.database.query<{ role: string }>({ text: 'select "role" from galla.users order by 1' })
    expect(rows).toEqual([{ role: 'admin' }, { role: 'support' }])
    const { rows: changes } = await test.database.query<object>({
      text: `select "who", "before", "after" from galla.audit where "what" = 'changed'`,
    })
    const [before, after] = [
      { role: 'admin', disabled: false },
      { role: 'support', disabled: false },
    ]
    expect(changes).toEqual([{ who: 'admin', before, after }])
  })

  it('is not an admin who was invited and never came', async () => {
    const { admin, change, invited } = await openConsole()
    await invited('asha', 'admin')
    expect(await codeOf(await change(admin.userId, { disabled: true }))).toEqual([409, 'LAST_ADMIN'])
    await expect(test.database.query({ text: 'delete from galla.users' })).rejects.toThrow(/last admin who can log in/)
  })
})

describe('sessions', () => {
  it('are listed with address and browser, and ended one by one or all', async () => {
    const { invite, login, raw, json, request, users, cookie } = await openConsole()
    await invite('asha', 'viewer', OWN)
    const cookies = [
      cookieOf(await login('asha', OWN)),
      cookieOf(await login('asha', OWN)),
      cookieOf(await login('asha', OWN)),
    ]
    const session = async (at: number, method = 'GET', path = '/api/session') => {
      const csrf = (await (await raw('/api/session', { headers: { cookie: cookies[at] ?? '' } })).json()) as Session
      return raw(path, { method, headers: { cookie: cookies[at] ?? '', 'x-csrf-token': csrf.csrfToken } })
    }
    const { rows } = (await (await session(0, 'GET', '/api/account/sessions')).json()) as { rows: UserSession[] }
    expect(rows.map(({ address, current }) => [address, current ?? false])).toEqual(
      expect.arrayContaining([
        ['127.0.0.1', true],
        ['127.0.0.1', false],
      ]),
    )
    expect(rows).toHaveLength(3)
    const another = rows.find(({ current }) => !current)?.sessionId
    expect((await session(0, 'DELETE', `/api/account/sessions/${another}`)).status).toBe(200)
    const open = async () =>
      (await Promise.all(cookies.map((_, at) => session(at)))).filter(({ status }) => status === 200)
    expect(await open()).toHaveLength(2)
    const { rows: own } = (await json('/api/account/sessions')) as { rows: UserSession[] }
    const mine = own.find(({ current }) => current)?.sessionId
    expect((await session(0, 'DELETE', `/api/account/sessions/${mine}`)).status).toBe(404)
    const asha = (await users()).find(({ name }) => name === 'asha')?.userId
    expect(await (await request(`/api/users/${asha}/sessions`, { method: 'DELETE' })).json()).toEqual({ closed: 2 })
    expect(await open()).toEqual([])
    expect((await raw('/api/session', { headers: { cookie } })).status).toBe(200)
  })
})
