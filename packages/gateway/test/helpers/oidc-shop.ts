import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { Invitation, User } from '@galla/contract/gateway-api/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { OidcSettings } from '../../src/services/access/oidc.ts'
import { CONSOLE_PASSWORD, ORIGIN, setupConsoles } from './console-gateway.ts'
import { type Account, OIDC_CLIENT, type OidcServer, startOidcServer, visitProvider } from './oidc-server.ts'

export const ASHA: Account = { sub: 'account-1', email: 'Asha@shop.example', email_verified: true }
export const JSON_TYPE = { 'content-type': 'application/json' }

/** Consoles with a real OpenID provider, for the tests of one file. */
export function setupOidcShops() {
  const { createGatewayWithConsole, createTestGateway } = setupConsoles()
  let server: OidcServer
  beforeAll(async () => {
    server = await startOidcServer(`${ORIGIN}/api/sign-in/callback`)
  })
  afterEach(async () => {
    server.tamper = undefined
    server.account = undefined
    server.onLogout = undefined
  })
  afterAll(() => server.close())

  /** A console with the user asha@shop.example, who was invited with the role finance. */
  async function openShop(oidc: Partial<OidcSettings> = {}) {
    const settings = { issuer: server.issuer, ...OIDC_CLIENT, label: 'Tea ID', ...oidc }
    const console = { password: CONSOLE_PASSWORD, oidc: settings }
    const opened = await createGatewayWithConsole({ gateway: { console } })
    const { testGateway, get, post, request } = opened
    const asha = (await post<Invitation>('/users', { name: 'asha@shop.example', role: 'finance' })).user
    const at = (url: string, init: RequestInit = {}) =>
      testGateway.gateway.admin.fetch(new Request(url.startsWith('http') ? url : `${ORIGIN}/api${url}`, init), {
        address: '127.0.0.1',
      })
    const begin = async () => {
      const response = await at('/sign-in')
      return { url: response.headers.get('location') ?? '', cookie: cookiesOf(response) }
    }
    /** Returns the URL and the cookie with which the browser comes back from the provider. */
    const back = async (account: Account | undefined = ASHA) => {
      server.account = account
      const { url, cookie } = await begin()
      return { cookie, callback: await visitProvider(url, server.issuer) }
    }
    const finish = async (callback: string, cookie: string) => {
      const response = await at(callback, { headers: { cookie } })
      return { outcome: response.headers.get('location'), cookie: cookiesOf(response), status: response.status }
    }
    const signIn = async (account?: Account) => {
      const { callback, cookie } = await back(account)
      return finish(callback, cookie)
    }
    const sessionOf = async (cookie: string) => {
      const response = await at('/session', { headers: { cookie } })
      return { status: response.status, body: (await response.json()) as Session }
    }
    /** Gives the user a password and a second factor; returns its code now. */
    const setUpFactor = async () => {
      const password = 'a cup of masala tea'
      const post = (path: string, body: object, cookie: string, more: object = {}) =>
        at(path, { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_TYPE, cookie, ...more } })
      const { token } = await testGateway.gateway.users.link('asha@shop.example')
      await post('/invitations/accept', { token, password }, '')
      const login = await post('/session', { name: 'asha@shop.example', password }, '')
      const own = [cookiesOf(login), { 'x-csrf-token': ((await login.json()) as Session).csrfToken }] as const
      const { secret } = await (await post('/account/second-factor/begin', { password }, ...own)).json()
      const { clock } = testGateway.sandbox
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
      await post('/account/second-factor/confirm', { code: code() }, ...own)
      await clock.advance(30_000)
      return { post, code }
    }
    const userNamed = async (name: string) =>
      (await get<{ rows: User[] }>('/users')).rows.find((user) => user.name === name)
    const audit = async () => (await get<{ rows: AuditEntry[] }>('/audit')).rows
    return { ...opened, asha, at, begin, back, finish, signIn, sessionOf, setUpFactor, userNamed, audit, request }
  }

  return { createGatewayWithConsole, createTestGateway, openShop, theServer: () => server }
}

export const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')

export const outcome = (name: string) => `/#sign-in=${name}`
export const refused = (name: string) => ({ outcome: outcome(name), cookie: '', status: 302 })
