import type { Session } from '@galla/contract/gateway-api/console-routes'
import { describe, expect, it } from 'vitest'
import { ASHA, cookiesOf, outcome, setupOidcShops } from './helpers/oidc-shop.ts'

const { openShop, theServer } = setupOidcShops()

describe('sign-in with a provider, of a user with a second factor,', () => {
  it('asks a user with a second factor for its code, which is good once', async () => {
    const { signIn, sessionOf, audit, testGateway, setUpFactor } = await openShop()
    const { post, code } = await setUpFactor()
    const halfway = await signIn()
    expect(halfway.outcome).toBe(outcome('CODE_NEEDED'))
    expect((await sessionOf(halfway.cookie)).status).toBe(401)
    const wrong = await post('/sign-in/code', { code: '000000' }, halfway.cookie)
    expect([wrong.status, await wrong.json()]).toEqual([401, expect.objectContaining({ code: 'WRONG_CODE' })])
    const right = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect(((await right.json()) as Session).user.name).toBe('asha@shop.example')
    expect((await sessionOf(cookiesOf(right))).status).toBe(200)
    expect((await post('/sign-in/code', { code: code() }, halfway.cookie)).status).toBe(401)
    expect((await audit())[1]).toMatchObject({ what: 'logged in', detail: 'with Tea ID', who: 'asha@shop.example' })
    await testGateway.sandbox.clock.advance(5 * 60_000)
    const late = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect(await late.json()).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
    // The cookie of the first step opens nothing in the second.
    const { cookie: first } = await signIn({ ...ASHA, sub: 'x' })
    expect((await post('/sign-in/code', { code: code() }, first)).status).toBe(401)
  })

  it('refuses the code of a sign-in whose account was unlinked meanwhile', async () => {
    const { signIn, setUpFactor, testGateway } = await openShop()
    const { post, code } = await setUpFactor()
    const halfway = await signIn()
    await testGateway.gateway.users.link('asha@shop.example')
    const late = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect([late.status, await late.json()]).toMatchObject([401, { code: 'SIGN_IN_EXPIRED' }])
  })

  it('refuses any code, once an admin has removed the second factor that was asked for', async () => {
    const { signIn, setUpFactor, testGateway, userNamed } = await openShop()
    const { post, code } = await setUpFactor()
    const halfway = await signIn()
    await testGateway.gateway.users.removeSecondFactor('asha@shop.example')
    const late = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect([late.status, await late.json()]).toMatchObject([401, { code: 'SIGN_IN_EXPIRED' }])
    expect((await userNamed('asha@shop.example'))?.isLinked).not.toBe(true)
  })

  it('accepts the answer of the provider once, also with another code', async () => {
    const { signIn, setUpFactor, testGateway } = await openShop()
    const { post, code } = await setUpFactor()
    const halfway = await signIn()
    expect((await post('/sign-in/code', { code: code() }, halfway.cookie)).status).toBe(200)
    await testGateway.sandbox.clock.advance(30_000)
    const again = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect([again.status, await again.json()]).toMatchObject([401, { code: 'SIGN_IN_EXPIRED' }])
  })

  it.each([
    ['an admin gave the user another role', [['POST', '/change', { role: 'viewer' }]]],
    ['all sessions of the user were ended', [['DELETE', '/sessions', undefined]]],
    [
      'the user was disabled and enabled',
      [
        ['POST', '/change', { disabled: true }],
        ['POST', '/change', { disabled: false }],
      ],
    ],
  ] as const)('refuses the code of a sign-in that began before %s', async (_, changes) => {
    const { signIn, setUpFactor, asha, request } = await openShop()
    const { post, code } = await setUpFactor()
    const halfway = await signIn()
    for (const [method, path, body] of changes) {
      expect((await request(method, `/users/${asha.userId}${path}`, body)).status).toBe(200)
    }
    const late = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect([late.status, await late.json()]).toMatchObject([401, { code: 'SIGN_IN_EXPIRED' }])
  })

  it('refuses the code of an account that was linked to another user meanwhile', async () => {
    const { signIn, setUpFactor, testGateway } = await openShop()
    const { post, code } = await setUpFactor()
    const halfway = await signIn()
    await testGateway.rows(`update galla.users set "oidcIssuer" = $1, "oidcSubject" = $2 where "name" = 'admin'`, [
      theServer().issuer,
      ASHA.sub,
    ])
    const late = await post('/sign-in/code', { code: code() }, halfway.cookie)
    expect([late.status, await late.json()]).toMatchObject([401, { code: 'SIGN_IN_EXPIRED' }])
  })

  it('links the account and sets the role only with the code', async () => {
    const roles = { claim: 'groups', values: { boss: 'admin' } } as const
    const { signIn, setUpFactor, userNamed } = await openShop({ roles })
    const { post, code } = await setUpFactor()
    const halfway = await signIn({ ...ASHA, groups: ['boss'] })
    expect(halfway.outcome).toBe(outcome('CODE_NEEDED'))
    const before = await userNamed('asha@shop.example')
    expect([before?.role, before?.isLinked ?? false]).toEqual(['finance', false])
    expect((await post('/sign-in/code', { code: code() }, halfway.cookie)).status).toBe(200)
    expect(await userNamed('asha@shop.example')).toMatchObject({ role: 'admin', isLinked: true })
  })
})
