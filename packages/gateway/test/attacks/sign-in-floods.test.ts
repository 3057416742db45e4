import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_PASSWORD, ORIGIN, setupConsoles } from '../helpers/console-gateway.ts'
import { type Account, OIDC_CLIENT, type OidcServer, startOidcServer, visitProvider } from '../helpers/oidc-server.ts'

const { createGatewayWithConsole } = setupConsoles()

let server: OidcServer
beforeAll(async () => {
  server = await startOidcServer(`${ORIGIN}/api/sign-in/callback`)
})
afterEach(() => {
  server.tamper = undefined
})
afterAll(() => server.close())

const OFFICE = '127.0.0.9'
const ASHA: Account = { sub: 'account-1', email: 'asha@shop.example', email_verified: true }
const STRANGER: Account = { sub: 'account-9', email: 'stranger@example.com', email_verified: true }

async function openShop() {
  const console = { password: CONSOLE_PASSWORD, oidc: { issuer: server.issuer, ...OIDC_CLIENT } }
  const { testGateway, get, post } = await createGatewayWithConsole({ gateway: { console } })
  await post('/users', { name: ASHA.email, role: 'finance' })
  /** A browser at an address, with its cookies. */
  const browserAt = (address: string) => {
    const cookies = new Map<string, string>()
    const visit = async (url: string) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const request = new Request(url, { headers: { cookie } })
      const response = await testGateway.gateway.admin.fetch(request, { address })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      return response.headers.get('location') ?? ''
    }
    const begin = () => visit(`${ORIGIN}/api/sign-in`)
    const signIn = async (account: Account) => {
      server.account = account
      return visit(await visitProvider(await begin(), server.issuer))
    }
    return { visit, begin, signIn }
  }
  return { testGateway, browserAt, get }
}

/** Counts what is asked of the provider's endpoint for tokens. */
function countExchanges(): () => number {
  let count = 0
  server.tamper = ({ url }) => {
    if (url === '/token') count += 1
    return undefined
  }
  return () => count
}

const outcome = (name: string) => `/#sign-in=${name}`

describe('a flood of sign-ins from one address', () => {
  it('asks the provider about twenty invented codes in five minutes, from all addresses of this machine together', async () => {
    const { browserAt, testGateway } = await openShop()
    const { begin, visit } = browserAt(OFFICE)
    const exchanges = countExchanges()
    const flood = async () => {
      const browser = browserAt(OFFICE)
      const state = new URL(await browser.begin()).searchParams.get('state')
      const query = new URLSearchParams({ state: state ?? '', code: 'invented', iss: server.issuer })
      return browser.visit(`${ORIGIN}/api/sign-in/callback?${query}`)
    }
    const outcomes: string[] = []
    for (let n = 0; n < 40; n += 1) outcomes.push(await flood())
    expect(exchanges()).toBe(20)
    expect(outcomes.slice(0, 20)).toEqual(Array(20).fill(outcome('FAILED')))
    expect(outcomes.slice(20)).toEqual(Array(20).fill(outcome('TOO_MANY')))
    expect(await browserAt('127.0.0.7').signIn(ASHA)).toBe(outcome('TOO_MANY'))
    // Without a sign-in that was started here, nothing is asked or counted.
    await begin()
    expect(await visit(`${ORIGIN}/api/sign-in/callback?state=other`)).toBe(outcome('EXPIRED'))
    await testGateway.sandbox.clock.advance(5 * 60_000)
    expect(await browserAt(OFFICE).signIn(ASHA)).toBe(outcome('DONE'))
  })

  it('adds twenty entries to the audit log for an account that nobody invited', async () => {
    const { browserAt, get } = await openShop()
    const { signIn } = browserAt(OFFICE)
    for (let n = 0; n < 22; n += 1) await signIn(STRANGER)
    const { rows } = await get<{ rows: AuditEntry[] }>('/audit')
    expect(rows.filter(({ what }) => what === 'sign-in refused')).toHaveLength(20)
  })

  it('does not refuse a browser there in which the user was logged in before', async () => {
    const { browserAt } = await openShop()
    const known = browserAt(OFFICE)
    expect(await known.signIn(ASHA)).toBe(outcome('DONE'))
    const stranger = browserAt(OFFICE)
    for (let n = 0; n < 20; n += 1) await stranger.signIn(STRANGER)
    expect(await stranger.signIn(STRANGER)).toBe(outcome('TOO_MANY'))
    expect(await browserAt(OFFICE).signIn(ASHA)).toBe(outcome('TOO_MANY'))
    expect(await known.signIn(ASHA)).toBe(outcome('DONE'))
  })

  it('counts only what fails', async () => {
    const { browserAt } = await openShop()
    for (let n = 0; n < 25; n += 1) expect(await browserAt(OFFICE).signIn(ASHA)).toBe(outcome('DONE'))
  })
})
