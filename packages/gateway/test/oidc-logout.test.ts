import { afterEach, describe, expect, it, vi } from 'vitest'
import { ORIGIN } from './helpers/console-gateway.ts'
import { ASHA, outcome, refused, setupOidcShops } from './helpers/oidc-shop.ts'
import { type Claims, decode, encode, ownKey } from './helpers/own-key.ts'

const { openShop, theServer } = setupOidcShops()

afterEach(() => void vi.useRealTimers())

const URL_OF_LOGOUT = `${ORIGIN}/api/sign-in/logout`

/** A shop whose console gets what the provider sends; `tokens` holds it. */
async function open() {
  const shop = await openShop()
  const tokens: string[] = []
  const send = (body: string, headers: Record<string, string> = {}) =>
    shop.at(URL_OF_LOGOUT, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
  theServer().onLogout = async (request) => {
    const body = await request.text()
    tokens.push(new URLSearchParams(body).get('logout_token') ?? '')
    expect(request.url).toBe(URL_OF_LOGOUT)
    return send(body)
  }
  const post = (token: string) => send(new URLSearchParams({ logout_token: token }).toString())
  const sidOf = async (): Promise<string> => {
    const [row] = await shop.testGateway.rows<{ sid: string }>(
      `select "providerSid" as "sid" from galla.sessions where "providerSid" is not null order by "createdAtMs" desc limit 1`,
    )
    return row?.sid ?? ''
  }
  return { ...shop, tokens, send, post, sidOf }
}

const statusOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('a logout at the provider', () => {
  it('ends the session of that sign-in at once, and no other, and is recorded', async () => {
    const { signIn, sidOf, sessionOf, audit } = await open()
    const first = await signIn()
    const sid = await sidOf()
    const second = await signIn()
    expect(sid).not.toBe('')
    await theServer().logOut(ASHA.sub, sid)
    expect((await sessionOf(first.cookie)).status).toBe(401)
    expect((await sessionOf(second.cookie)).status).toBe(200)
    expect((await audit())[0]).toMatchObject({
      who: 'program',
      what: 'ended sessions at the request of the provider',
      kind: 'user',
      detail: 'asha@shop.example',
    })
  })

  it('of a session that is not known is answered 200 and changes nothing', async () => {
    const { signIn, sessionOf } = await open()
    const { cookie } = await signIn()
    await theServer().logOut(ASHA.sub, 'another session')
    expect((await sessionOf(cookie)).status).toBe(200)
  })

  it('does not end a session of another account of the provider', async () => {
    const { signIn, sidOf, sessionOf } = await open()
    const { cookie } = await signIn()
    await theServer().logOut('account-2', await sidOf())
    expect((await sessionOf(cookie)).status).toBe(200)
  })

  it('ends a sign-in that waits for a code of the second factor', async () => {
    const { signIn, setUpFactor, at, testGateway } = await open()
    const { code } = await setUpFactor()
    const enter = async ({ cookie }: { readonly cookie: string }) =>
      at('/sign-in/code', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ code: code() }),
      })
    const linking = await signIn()
    expect(linking.outcome).toBe(outcome('CODE_NEEDED'))
    expect((await enter(linking)).status).toBe(200)
    await testGateway.sandbox.clock.advance(30_000)
    const waiting = await signIn()
    await theServer().logOut(ASHA.sub, 'the session at the provider')
    const entered = await enter(waiting)
    expect(await statusOf(entered)).toEqual([401, 'SIGN_IN_EXPIRED'])
  })
})

const nowSec = () => Math.floor(Date.now() / 1_000)
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** The claims of a right token, without account and session. */
const logoutClaims = (): Claims => ({
  ...{ iss: theServer().issuer, aud: 'galla-console', iat: nowSec(), exp: nowSec() + 120 },
  ...{ jti: `jti ${Math.random()}`, events: { [EVENT]: {} } },
})

describe('a logout that names the session at the provider only', () => {
  /** A sign-in whose session at the provider is known. */
  async function openWithSid() {
    const shop = await open()
    const { jwks, signed } = ownKey()
    const serveOwnKey = (sid = 'sid-1') => {
      theServer().tamper = (request, body) => {
        if (request.url === '/jwks') return { body: jwks }
        if (request.url !== '/token') return undefined
        const answer = JSON.parse(body) as { id_token: string }
        return {
          body: JSON.stringify({
            ...answer,
            id_token: signed({ ...decode(answer.id_token.split('.')[1]), sid }),
          }),
        }
      }
    }
    const end = (claims: Claims = {}) => shop.post(signed({ ...logoutClaims(), sid: 'sid-1', ...claims }))
    return { ...shop, serveOwnKey, end }
  }

  it('ends a sign-in that waits for a code of the second factor, and no later one of another session', async () => {
    const { signIn, setUpFactor, at, testGateway, serveOwnKey, end } = await openWithSid()
    const { code } = await setUpFactor()
    const enter = ({ cookie }: { readonly cookie: string }) =>
      at('/sign-in/code', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ code: code() }),
      })
    serveOwnKey()
    const waiting = await signIn()
    expect(waiting.outcome).toBe(outcome('CODE_NEEDED'))
    expect((await end()).status).toBe(200)
    expect(await statusOf(await enter(waiting))).toEqual([401, 'SIGN_IN_EXPIRED'])
    serveOwnKey('sid-2')
    await testGateway.sandbox.clock.advance(30_000)
    expect((await enter(await signIn())).status).toBe(200)
  })

  it('ends a sign-in between the answer of the provider and the session', async () => {
    const { back, finish, serveOwnKey, end, testGateway } = await openWithSid()
    serveOwnKey()
    const { callback, cookie } = await back()
    expect((await end()).status).toBe(200)
    const finished = await finish(callback, cookie)
    expect(finished).toMatchObject(refused('EXPIRED'))
    expect(await testGateway.rows(`select from galla.sessions where "providerSid" = 'sid-1'`)).toEqual([])
  })

  it('counts for sign-ins that began before it only, also when the session at the provider ends again', async () => {
    const { signIn, back, finish, sessionOf, setUpFactor, at, serveOwnKey, end, testGateway } = await openWithSid()
    const { clock } = testGateway.sandbox
    serveOwnKey()
    for (let times = 0; times < 2; times++) {
      await clock.advance(1_000)
      const begun = await back()
      await clock.advance(1_000)
      expect((await end()).status).toBe(200)
      expect(await finish(begun.callback, begun.cookie)).toMatchObject(refused('EXPIRED'))
      await clock.advance(1_000)
      const again = await signIn()
      expect(again.outcome).toBe(outcome('DONE'))
      expect((await sessionOf(again.cookie)).status).toBe(200)
    }
    const { code } = await setUpFactor()
    const enter = ({ cookie }: { readonly cookie: string }) =>
      at('/sign-in/code', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ code: code() }),
      })
    expect((await enter(await signIn())).status).toBe(200)
    const begun = await back()
    await clock.advance(30_000)
    expect((await end()).status).toBe(200)
    await clock.advance(1_000)
    const late = await finish(begun.callback, begun.cookie)
    expect(late.outcome).toBe(outcome('CODE_NEEDED'))
    expect(await statusOf(await enter(late))).toEqual([401, 'SIGN_IN_EXPIRED'])
  })

  it('ends the session of that sign-in', async () => {
    const { signIn, sessionOf, serveOwnKey, end } = await openWithSid()
    serveOwnKey()
    const { cookie } = await signIn()
    expect((await end()).status).toBe(200)
    expect((await sessionOf(cookie)).status).toBe(401)
  })
})

describe('a logout token of a key that is new at the provider', () => {
  it('is answered 503 while the keys were read a moment ago, and is right when it is repeated', async () => {
    const { post, signIn, sessionOf } = await open()
    const [old, next] = [ownKey('old'), ownKey('next')]
    const published = [old.jwk]
    const { cookie } = await signIn()
    theServer().tamper = (request) =>
      request.url === '/jwks' ? { body: JSON.stringify({ keys: published }) } : undefined
    expect((await post(old.signed({ ...logoutClaims(), sub: 'another account' }))).status).toBe(200)
    published.push(next.jwk)
    const token = next.signed({ ...logoutClaims(), sub: ASHA.sub })
    expect(await statusOf(await post(token))).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    expect((await post(token)).status).toBe(200)
    expect((await sessionOf(cookie)).status).toBe(401)
    // A key that the provider does not have when its keys are read is wrong for good.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    const forged = ownKey('forged').signed({ ...logoutClaims(), sub: ASHA.sub })
    expect(await statusOf(await post(forged))).toEqual([400, 'WRONG_LOGOUT_TOKEN'])
  })
})

describe('a logout token is refused', () => {
  /** A token of the provider that was not received yet. */
  async function openWithToken() {
    const shop = await open()
    const { cookie } = await shop.signIn()
    const sid = await shop.sidOf()
    const taken: string[] = []
    theServer().onLogout = async (request) => {
      taken.push(new URLSearchParams(await request.text()).get('logout_token') ?? '')
      return new Response(null, { status: 200 })
    }
    await theServer().logOut(ASHA.sub, sid)
    return { ...shop, cookie, token: taken[0] ?? '' }
  }

  it.each<
    [string, (head: { [name: string]: unknown }, claims: { [name: string]: unknown }) => readonly [object, object]]
  >([
    ['with other claims', (head, claims) => [head, { ...claims, sub: 'account-1 ' }]],
    ['of the algorithm none', (head, claims) => [{ ...head, alg: 'none' }, claims]],
    ['with another key', (head, claims) => [{ ...head, kid: 'other' }, claims]],
  ])('%s', async (_, change) => {
    const { post, sessionOf, cookie, token } = await openWithToken()
    const [head, claims, signature] = token.split('.')
    const [changedHead, changedClaims] = change(decode(head), decode(claims))
    const forged = [encode(changedHead), encode(changedClaims), signature].join('.')
    expect(await statusOf(await post(forged))).toEqual([400, 'WRONG_LOGOUT_TOKEN'])
    expect((await sessionOf(cookie)).status).toBe(200)
    // What was not changed is accepted.
    expect((await post(token)).status).toBe(200)
    expect((await sessionOf(cookie)).status).toBe(401)
  })

  it('that was used before', async () => {
    const { post, signIn, sessionOf, token } = await openWithToken()
    expect((await post(token)).status).toBe(200)
    const { cookie } = await signIn()
    expect(await statusOf(await post(token))).toEqual([400, 'WRONG_LOGOUT_TOKEN'])
    expect((await sessionOf(cookie)).status).toBe(200)
  })

  it('that is the ID token of a sign-in', async () => {
    const { post, back, finish, sessionOf } = await open()
    let idToken = ''
    theServer().tamper = (request, body) => {
      if (request.url === '/token') idToken = (JSON.parse(body) as { id_token: string }).id_token
      return undefined
    }
    const { callback, cookie: started } = await back()
    const { cookie } = await finish(callback, started)
    expect(idToken.split('.')).toHaveLength(3)
    expect(await statusOf(await post(idToken))).toEqual([400, 'WRONG_LOGOUT_TOKEN'])
    expect((await sessionOf(cookie)).status).toBe(200)
  })

  it('that is missing, no token, or sent as JSON', async () => {
    const { post, send } = await open()
    expect(await statusOf(await send(''))).toEqual([400, 'WRONG_LOGOUT_TOKEN'])
    expect(await statusOf(await post('x.y.z'))).toEqual([400, 'WRONG_LOGOUT_TOKEN'])
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415)
  })

  it('while the keys of the provider cannot be read, so that the provider repeats it', async () => {
    const { post, sessionOf, cookie, token } = await openWithToken()
    await theServer().close()
    expect(await statusOf(await post(token))).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect((await sessionOf(cookie)).status).toBe(200)
    await theServer().open()
  })
})

describe('a logout token with a right signature', () => {
  const right = (): Claims => ({ ...logoutClaims(), sub: ASHA.sub })

  it.each<[string, number, (claims: Claims) => Claims]>([
    ['that names the account only ends all sessions of the user', 200, (claims) => claims],
    ['for another client is refused', 400, (claims) => ({ ...claims, aud: 'other' })],
    ['of another issuer is refused', 400, (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['without the event is refused', 400, (claims) => ({ ...claims, events: {} })],
    ['whose event is no object is refused', 400, (claims) => ({ ...claims, events: { [EVENT]: true } })],
    ['with a nonce is refused', 400, (claims) => ({ ...claims, nonce: 'n' })],
    ['without a jti is refused', 400, ({ jti: _, ...claims }) => claims],
    ['without account and session is refused', 400, ({ sub: _, ...claims }) => claims],
    ['with a NUL in the account is refused', 400, (claims) => ({ ...claims, sub: 'a\0b' })],
    ['with a NUL in the session is refused', 400, (claims) => ({ ...claims, sid: '\0' })],
    ['with half a surrogate pair in the session is refused', 400, (claims) => ({ ...claims, sid: '\ud800' })],
    ['with an empty account is refused', 400, (claims) => ({ ...claims, sub: '' })],
    [
      'that was made ten minutes ago is refused',
      400,
      (claims) => ({ ...claims, iat: nowSec() - 600, exp: nowSec() + 600 }),
    ],
    ['that has expired is refused', 400, (claims) => ({ ...claims, iat: nowSec() - 240, exp: nowSec() - 120 })],
  ])('%s', async (_, status, change) => {
    const { post, signIn, sessionOf } = await open()
    const { jwks, signed } = ownKey()
    const { cookie } = await signIn()
    theServer().tamper = (request) => (request.url === '/jwks' ? { body: jwks } : undefined)
    expect((await post(signed(change(right())))).status).toBe(status)
    expect((await sessionOf(cookie)).status).toBe(status === 200 ? 401 : 200)
  })
})

it.each<[string, unknown, string]>([
  ['empty', '', 'NOT_VERIFIED'],
  ['a number', 7, 'FAILED'],
  ['of 256 characters', 'x'.repeat(256), 'NOT_VERIFIED'],
  ['of 255 characters', 'x'.repeat(255), 'DONE'],
])('an account of the provider whose id is %s ends a sign-in as it has to', async (_, sub, expected) => {
  const { back, finish, userNamed } = await openShop()
  const { jwks, signed } = ownKey()
  const { callback, cookie } = await back()
  theServer().tamper = (request, body) => {
    if (request.url === '/jwks') return { body: jwks }
    if (request.url !== '/token') return undefined
    const response = JSON.parse(body) as { id_token: string }
    return {
      body: JSON.stringify({
        ...response,
        id_token: signed({ ...decode(response.id_token.split('.')[1]), ...ASHA, sub }),
      }),
    }
  }
  const { outcome: found } = await finish(callback, cookie)
  expect(found).toBe(outcome(expected))
  expect((await userNamed('asha@shop.example'))?.isLinked).toBe(expected === 'DONE' ? true : undefined)
})
