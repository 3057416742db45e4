import { afterEach, describe, expect, it, vi } from 'vitest'
import { visitProvider } from './helpers/oidc-server.ts'
import { ASHA, cookiesOf, JSON_TYPE, setupOidcShops } from './helpers/oidc-shop.ts'
import { decode, ownKey } from './helpers/own-key.ts'

const { openShop, theServer } = setupOidcShops()

afterEach(() => void vi.useRealTimers())

const TEN_MINUTES_MS = 600_000
const proofOutcome = (name: string) => `/#proof=${name}`

/** asha@shop.example, who has signed in with the provider and has no password. */
async function openSignedIn() {
  const opened = await openShop()
  const { at, signIn, sessionOf, testGateway } = opened
  const { cookie } = await signIn()
  const { csrfToken } = (await sessionOf(cookie)).body
  const headers = { ...JSON_TYPE, cookie, 'x-csrf-token': csrfToken }
  const actIn = async (session: { readonly cookie: string; readonly 'x-csrf-token': string }) => {
    const response = await at('/refunds/nothing/approve', {
      method: 'POST',
      body: '{}',
      headers: { ...JSON_TYPE, ...session },
    })
    return (await response.json()) as { code: string; ways?: string[] }
  }
  const act = () => actIn(headers)
  /** Signs in with these cookies of the provider, acts at once, and returns the code of the answer. */
  const actAfterSignIn = async (cookies: Map<string, string>) => {
    theServer().account = ASHA
    const started = await opened.begin()
    const { outcome, cookie } = await opened.finish(
      await visitProvider(started.url, theServer().issuer, cookies),
      started.cookie,
    )
    expect(outcome).toBe('/#sign-in=DONE')
    return (await actIn({ cookie, 'x-csrf-token': (await sessionOf(cookie)).body.csrfToken })).code
  }
  const begin = async (session = cookie) => {
    const response = await at('/sign-in?proof=1', { headers: { cookie: session } })
    return { url: response.headers.get('location') ?? '', cookie: cookiesOf(response) }
  }
  /** A proof at the provider; browsers send no cookie of the session with the redirect back. */
  const prove = async (account = ASHA) => {
    theServer().account = account
    const { url, cookie: step } = await begin()
    return opened.finish(await visitProvider(url, theServer().issuer), step)
  }
  const grow = () => testGateway.sandbox.clock.advance(TEN_MINUTES_MS)
  return { ...opened, act, actAfterSignIn, begin, prove, grow, sessionCookie: cookie }
}

describe('a new login at the provider', () => {
  it('is the way to prove the identity of a user without a password, and is recorded', async () => {
    const { act, prove, grow, audit } = await openSignedIn()
    expect((await act()).code).toBe('NOT_FOUND')
    await grow()
    expect(await act()).toMatchObject({ code: 'PROOF_REQUIRED', ways: ['provider'] })
    expect((await prove()).outcome).toBe(proofOutcome('DONE'))
    expect((await act()).code).toBe('NOT_FOUND')
    expect((await audit())[0]).toMatchObject({
      what: 'proved the identity again',
      detail: 'with Tea ID',
      who: 'asha@shop.example',
    })
  })

  it('is asked for although the provider knows the person', async () => {
    const { begin } = await openSignedIn()
    const { searchParams } = new URL((await begin()).url)
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  })

  it('by another account proves nothing', async () => {
    const { act, prove, grow, post, signIn } = await openSignedIn()
    const ravi = { sub: 'account-2', email: 'ravi@shop.example', email_verified: true }
    await post('/users', { name: 'ravi@shop.example', role: 'admin' })
    expect((await signIn(ravi)).outcome).toBe('/#sign-in=DONE')
    await grow()
    expect((await prove(ravi)).outcome).toBe(proofOutcome('OTHER_ACCOUNT'))
    expect((await prove({ ...ASHA, sub: 'account-3' })).outcome).toBe(proofOutcome('OTHER_ACCOUNT'))
    expect((await act()).code).toBe('PROOF_REQUIRED')
  })

  it('counts once, and for no session that was ended meanwhile', async () => {
    const { begin, finish, grow, asha, request, act } = await openSignedIn()
    await grow()
    theServer().account = ASHA
    const { url, cookie } = await begin()
    const callback = await visitProvider(url, theServer().issuer)
    expect((await finish(callback, cookie)).outcome).toBe(proofOutcome('DONE'))
    expect((await finish(callback, cookie)).outcome).not.toBe(proofOutcome('DONE'))
    const late = await begin()
    const lateCallback = await visitProvider(late.url, theServer().issuer)
    expect((await request('DELETE', `/users/${asha.userId}/sessions`)).status).toBe(200)
    expect((await finish(lateCallback, late.cookie)).outcome).toBe(proofOutcome('EXPIRED'))
    expect((await act()).code).toBe('NO_SESSION')
  })

  it('is not started without a session', async () => {
    const { at } = await openSignedIn()
    expect((await at('/sign-in?proof=1')).headers.get('location')).toBe(proofOutcome('EXPIRED'))
  })

  it('is refused where the provider asks nobody: a login of before is too old', async () => {
    const { begin, finish, grow, act, signIn } = await openSignedIn()
    await grow()
    theServer().account = ASHA
    const { url, cookie } = await begin()
    // A provider that ignores both parameters: its token has no `auth_time`.
    const asked = new URL(url)
    asked.searchParams.delete('prompt')
    asked.searchParams.delete('max_age')
    const { outcome } = await finish(await visitProvider(asked.href, theServer().issuer), cookie)
    expect(outcome).toBe(proofOutcome('FAILED'))
    expect((await act()).code).toBe('PROOF_REQUIRED')
    expect((await signIn()).outcome).toBe('/#sign-in=DONE')
  })
})

describe('a sign-in with the provider', () => {
  /** Lets time pass for the provider as well. */
  async function pass(ms: number, grow: () => Promise<unknown>) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    await grow()
  }

  it('proves who the person is as of the login at the provider, not of the sign-in', async () => {
    const { actAfterSignIn, grow } = await openSignedIn()
    const browser = new Map<string, string>()
    expect(await actAfterSignIn(browser)).toBe('NOT_FOUND')
    await pass(TEN_MINUTES_MS, grow)
    expect(await actAfterSignIn(browser)).toBe('PROOF_REQUIRED')
    expect(await actAfterSignIn(new Map())).toBe('NOT_FOUND')
  })

  it('asks the provider for the time of the login, and for no new one', async () => {
    const { searchParams } = new URL((await (await openShop()).begin()).url)
    expect(searchParams.get('prompt')).toBeNull()
    expect(Number(searchParams.get('max_age'))).toBeGreaterThan(86_400)
  })

  it.each([
    ['does not say', undefined],
    ['says in milliseconds', Date.now()],
  ])('proves nothing where the provider %s when the login was', async (_, authTime) => {
    const { actAfterSignIn } = await openSignedIn()
    // The keys of the provider are read again after a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const { jwks, signed } = ownKey()
    theServer().tamper = (request, body) => {
      if (request.url === '/jwks') return { body: jwks }
      if (request.url !== '/token') return undefined
      const answer = JSON.parse(body) as { id_token: string }
      const { auth_time: _, ...claims } = decode(answer.id_token.split('.')[1])
      const changed = authTime === undefined ? claims : { ...claims, auth_time: authTime }
      return { body: JSON.stringify({ ...answer, id_token: signed(changed) }) }
    }
    expect(await actAfterSignIn(new Map())).toBe('PROOF_REQUIRED')
  })
})
