import type { User } from '@galla/contract/gateway-api/users'
import { describe, expect, it } from 'vitest'
import { openOidc } from '../src/services/access/oidc.ts'
import { CONSOLE_PASSWORD, ORIGIN } from './helpers/console-gateway.ts'
import { type Account, OIDC_CLIENT, visitProvider } from './helpers/oidc-server.ts'
import { ASHA, outcome, refused, setupOidcShops } from './helpers/oidc-shop.ts'

const { createGatewayWithConsole, createTestGateway, openShop, theServer } = setupOidcShops()

describe('sign-in with a provider', () => {
  it('opens a session of the invited user with the verified address, links the account, and records both', async () => {
    const { signIn, sessionOf, userNamed, audit, at } = await openShop()
    expect(await (await at('/sign-in/options')).json()).toEqual({ label: 'Tea ID' })
    const signedIn = await signIn()
    expect(signedIn.outcome).toBe(outcome('DONE'))
    expect((await sessionOf(signedIn.cookie)).body.user).toMatchObject({ name: 'asha@shop.example', role: 'finance' })
    const user = await userNamed('asha@shop.example')
    expect(user).toMatchObject({ state: 'active', isLinked: true })
    expect(user).not.toHaveProperty('invitedUntilMs')
    expect((await audit()).slice(0, 2)).toMatchObject([
      { who: 'asha@shop.example', address: '127.0.0.1', what: 'logged in', detail: 'with Tea ID' },
      { who: 'asha@shop.example', what: 'linked an account of the provider', after: { subject: 'account-1' } },
    ])
    // From now on the account counts, whatever its address is.
    expect((await signIn({ ...ASHA, email: 'asha.rao@shop.example' })).outcome).toBe(outcome('DONE'))
    expect((await audit()).filter(({ what }) => what.startsWith('linked'))).toHaveLength(1)
  })

  it('uses the authorization code flow with PKCE, state and nonce, and cookies that no script reads', async () => {
    const { at } = await openShop()
    const response = await at('/sign-in')
    const url = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${ORIGIN}/api/sign-in/callback`,
      scope: 'openid email',
    })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^galla-sign-in-provider=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    for (const name of ['state', 'nonce']) expect(decodeURIComponent(cookie)).not.toContain(url.searchParams.get(name))
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('sets the role by the configured claim, and refuses an account without a role', async () => {
    const roles = { claim: 'groups', values: { ops: 'support', boss: 'admin' } } as const
    const { signIn, userNamed, audit } = await openShop({ roles })
    expect(await signIn({ ...ASHA, groups: ['tea'] })).toEqual(refused('NO_ROLE'))
    expect((await signIn({ ...ASHA, groups: ['ops', 'boss', 'tea'] })).outcome).toBe(outcome('DONE'))
    expect(await userNamed('asha@shop.example')).toMatchObject({ role: 'admin' })
    expect((await signIn({ ...ASHA, groups: ['ops'] })).outcome).toBe(outcome('DONE'))
    expect(await userNamed('asha@shop.example')).toMatchObject({ role: 'support' })
    expect((await audit()).find(({ what }) => what === 'changed')).toMatchObject({
      who: 'program',
      before: { role: 'admin' },
      after: { role: 'support' },
    })
  })
})

describe('refuses', () => {
  it.each<[string, Account | undefined, string]>([
    ['an account without an invitation', { ...ASHA, email: 'ravi@shop.example' }, 'UNKNOWN_USER'],
    ['an address that is not verified', { ...ASHA, email_verified: false }, 'NOT_VERIFIED'],
    ['an account that does not say whether it is', { sub: 'account-1', email: 'asha@shop.example' }, 'NOT_VERIFIED'],
    ['an account without an address', { sub: 'account-1', email_verified: true }, 'NOT_VERIFIED'],
    ['an address that only looks like the other', { ...ASHA, email: 'ａsha@shop.example' }, 'NOT_VERIFIED'],
    ['the name of a user that is not an address', { ...ASHA, email: 'admin' }, 'NOT_VERIFIED'],
    ['an address that cannot be stored', { ...ASHA, email: 'asha@shop.example\0' }, 'NOT_VERIFIED'],
    ['an account whose id cannot be stored', { ...ASHA, sub: 'account-1\0' }, 'NOT_VERIFIED'],
    ['an account whose id is too long', { ...ASHA, sub: 'x'.repeat(256) }, 'NOT_VERIFIED'],
  ])('%s', async (_, account, code) => {
    const { signIn, audit, get } = await openShop()
    expect(await signIn(account)).toEqual(refused(code))
    expect((await audit())[0]).toMatchObject({
      who: 'unknown',
      what: 'sign-in refused',
      detail: expect.stringContaining(code),
    })
    expect((await get<{ rows: User[] }>('/users')).rows).toHaveLength(2)
  })

  it('an address that another source than the one that states it has verified', async () => {
    const { signIn } = await openShop()
    theServer().tamper = ({ url }, body) => {
      const { email_verified: _, ...rest } = url === '/me' ? JSON.parse(body) : {}
      return url === '/me' ? { body: JSON.stringify(rest) } : undefined
    }
    expect(await signIn()).toEqual(refused('NOT_VERIFIED'))
  })

  it('a person who refuses at the provider', async () => {
    const { begin, finish } = await openShop()
    const { url, cookie } = await begin()
    expect(await finish(await visitProvider(url, theServer().issuer), cookie)).toEqual(refused('DENIED'))
  })

  it('a disabled user, another account with the address, and after a new link the old account', async () => {
    const { signIn, post, asha, sessionOf, audit, testGateway } = await openShop()
    await signIn()
    expect(await signIn({ ...ASHA, sub: 'account-2' })).toEqual(refused('OTHER_ACCOUNT'))
    await post(`/users/${asha.userId}/change`, { disabled: true })
    expect(await signIn()).toEqual(refused('UNKNOWN_USER'))
    await post(`/users/${asha.userId}/change`, { disabled: false })
    const { cookie } = await signIn()
    await testGateway.gateway.users.link('asha@shop.example')
    expect((await sessionOf(cookie)).status).toBe(401)
    expect((await audit())[0]).toMatchObject({
      what: 'made a link to set a password',
      before: { subject: 'account-1' },
    })
    expect((await signIn({ ...ASHA, sub: 'account-2' })).outcome).toBe(outcome('DONE'))
    expect(await signIn()).toEqual(refused('OTHER_ACCOUNT'))
  })

  it('a state that was used, that belongs to another browser, or is too old', async () => {
    const { at, back, finish, begin, testGateway } = await openShop()
    const { callback, cookie } = await back()
    expect((await finish(callback, (await begin()).cookie)).outcome).toBe(outcome('EXPIRED'))
    expect((await finish(callback, '')).outcome).toBe(outcome('EXPIRED'))
    const changed = cookie.replace(/=./, (one) => (one === '=A' ? '=B' : '=A'))
    expect((await finish(callback, changed)).outcome).toBe(outcome('EXPIRED'))
    // A page of another site can open this address, and another tab has its own sign-in: neither ends the one in progress.
    for (const query of ['', '?state=other', '?state=other&error=access_denied']) {
      const other = await at(`/sign-in/callback${query}`, { headers: { cookie } })
      expect([other.headers.get('location'), other.headers.getSetCookie()]).toEqual([outcome('EXPIRED'), []])
    }
    expect((await finish(callback, cookie)).outcome).toBe(outcome('DONE'))
    // The provider refuses the code, too.
    expect((await finish(callback, cookie)).cookie).toBe('')
    const late = await back()
    await testGateway.sandbox.clock.advance(10 * 60_000)
    expect(await finish(late.callback, late.cookie)).toEqual(refused('EXPIRED'))
  })

  it('a state that was used, also when a provider would accept the code again', async () => {
    const { back, finish } = await openShop()
    const { callback, cookie } = await back()
    const first = new Map<string, string>()
    let repeated = 0
    theServer().tamper = ({ url = '' }, body) => {
      if (url !== '/token' && url !== '/me') return undefined
      if (first.has(url)) repeated += 1
      else first.set(url, body)
      return { status: 200, body: first.get(url) ?? '' }
    }
    expect((await finish(callback, cookie)).outcome).toBe(outcome('DONE'))
    expect(await finish(callback, cookie)).toEqual(refused('EXPIRED'))
    expect(repeated).toBe(2)
  })

  it('a code of another sign-in (code injection)', async () => {
    const { back, finish } = await openShop()
    const [own, stolen] = [await back(), await back()]
    const mixed = new URL(own.callback)
    mixed.searchParams.set('code', new URL(stolen.callback).searchParams.get('code') ?? '')
    expect(await finish(mixed.href, own.cookie)).toEqual(refused('FAILED'))
  })

  it('an answer that names another issuer (mix-up), and metadata of another issuer', async () => {
    const { back, finish, at } = await openShop()
    const { callback, cookie } = await back()
    const mixed = new URL(callback)
    mixed.searchParams.set('iss', 'https://evil.example')
    expect(await finish(mixed.href, cookie)).toEqual(refused('FAILED'))
    const other = await openShop()
    theServer().tamper = (request, body) =>
      request.url?.includes('well-known')
        ? { body: body.replaceAll(theServer().issuer, 'https://evil.example') }
        : undefined
    expect((await other.at('/sign-in')).headers.get('location')).toBe(outcome('FAILED'))
    void at
  })

  it.each<[string, (payload: { [claim: string]: unknown }) => object]>([
    ['signature', (payload) => ({ ...payload, email: 'asha@shop.example' })],
    ['nonce', (payload) => ({ ...payload, nonce: 'another' })],
    ['audience', (payload) => ({ ...payload, aud: 'another' })],
    ['expiry', (payload) => ({ ...payload, exp: 1 })],
  ])('an ID token with a changed %s', async (_, change) => {
    const { back, finish } = await openShop()
    const { callback, cookie } = await back()
    theServer().tamper = (request, body) => {
      if (request.url !== '/token') return undefined
      const response = JSON.parse(body) as { id_token: string }
      const [head, payload = '', signature] = response.id_token.split('.')
      const changed = change(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      const encoded = Buffer.from(JSON.stringify(changed)).toString('base64url')
      return { body: JSON.stringify({ ...response, id_token: [head, encoded, signature].join('.') }) }
    }
    expect(await finish(callback, cookie)).toEqual(refused('FAILED'))
  })

  it('a start from a page of another site, and sends the browser nowhere but to provider and console', async () => {
    const { at, back, finish } = await openShop()
    const foreign = await at('/sign-in', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.headers.get('location')).toBe(outcome('EXPIRED'))
    for (const name of ['to', 'redirect_uri', 'return', 'next']) {
      const response = await at(`/sign-in?${name}=https://evil.example`)
      const url = new URL(response.headers.get('location') ?? '')
      expect([url.origin, url.searchParams.get('redirect_uri')]).toEqual([
        theServer().issuer,
        `${ORIGIN}/api/sign-in/callback`,
      ])
    }
    const { callback, cookie } = await back()
    expect((await finish(`${callback}&redirect_uri=https://evil.example&to=//evil.example`, cookie)).outcome).toBe(
      outcome('DONE'),
    )
  })
})

describe('a provider', () => {
  it('that is away stops neither the start nor a login with a password', async () => {
    await theServer().close()
    const { at, sessionOf, cookie } = await openShop()
    expect((await at('/sign-in')).headers.get('location')).toBe(outcome('PROVIDER_AWAY'))
    expect((await sessionOf(cookie)).status).toBe(200)
    await theServer().open()
  })

  it('that is away is asked every five seconds, and found again', async () => {
    let nowMs = 0
    const log = { info() {}, warn() {}, error() {} }
    const oidc = await openOidc({ issuer: theServer().issuer, ...OIDC_CLIENT }, { log, monotonicMs: () => nowMs })
    let asked = 0
    theServer().tamper = ({ url }) => {
      if (url?.includes('well-known')) asked += 1
      return { body: 'not ready', status: 503 }
    }
    const begin = () => oidc.begin(`${ORIGIN}/api/sign-in/callback`).then(({ url }) => new URL(url).origin)
    for (let n = 0; n < 20; n += 1) await expect(begin()).rejects.toMatchObject({ code: 'PROVIDER_AWAY' })
    expect(asked).toBe(1)
    nowMs = 5_000
    await expect(begin()).rejects.toMatchObject({ code: 'PROVIDER_AWAY' })
    expect(asked).toBe(2)
    theServer().tamper = undefined
    nowMs = 10_000
    expect(await begin()).toBe(theServer().issuer)
  })

  it('whose clock differs by half a minute is believed, by more than one is not', async () => {
    const { back, finish } = await openShop()
    const real = Date.now
    try {
      for (const [lateMs, expected] of [
        [630_000, 'DONE'],
        [670_000, 'FAILED'],
      ] as const) {
        const { callback, cookie } = await back()
        // The provider's tokens are good for ten minutes. The library reads the system clock.
        theServer().tamper = (request) => {
          if (request.url === '/token') Date.now = () => real() + lateMs
          return undefined
        }
        expect([lateMs, (await finish(callback, cookie)).outcome]).toEqual([lateMs, outcome(expected)])
        Date.now = real
      }
    } finally {
      Date.now = real
    }
  })

  it('must be reached over https, and its options must be whole', async () => {
    const open = (oidc: object) =>
      createTestGateway({
        gateway: {
          console: { password: CONSOLE_PASSWORD, oidc: { issuer: theServer().issuer, ...OIDC_CLIENT, ...oidc } },
        },
      })
    for (const issuer of [
      'http://login.example',
      'login.example',
      'https://login.example/?a=1',
      'https://a:b@login.example',
    ])
      await expect(open({ issuer })).rejects.toThrow('console.oidc.issuer must be an https URL')
    await expect(open({ issuer: 'http://keycloak:8080' })).rejects.toThrow('hostsWithoutTls: keycloak')
    await expect(open({ clientSecret: '' })).rejects.toThrow('console.oidc.clientSecret')
    await expect(open({ label: 'x'.repeat(41) })).rejects.toThrow('at most 40')
    await expect(open({ isuer: 'x' })).rejects.toThrow('did you mean')
    await expect(open({ roles: { claim: 'groups', values: {} } })).rejects.toThrow('console.oidc.roles')
  })

  it('that is not configured is not offered', async () => {
    const { request } = await createGatewayWithConsole()
    expect(await (await request('GET', '/sign-in/options')).json()).toEqual({})
    for (const path of ['/sign-in', '/sign-in/callback'])
      expect(await (await request('GET', path)).json()).toMatchObject({ code: 'NO_PROVIDER' })
  })
})
