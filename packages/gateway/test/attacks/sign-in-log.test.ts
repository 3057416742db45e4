import { describe, expect, it } from 'vitest'
import { openOidc, SignInError } from '../../src/services/access/oidc.ts'
import { CONSOLE_PASSWORD, ORIGIN, setupConsoles } from '../helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

/** Nobody listens there: a request without the cookie of a sign-in asks no provider. */
const SETTINGS = { issuer: 'http://127.0.0.1:9', clientId: 'galla-console', clientSecret: 'a secret' }

describe('the log of refused sign-ins', () => {
  const keepWarnings = () => {
    const lines: object[] = []
    const warn = (fields: object, message: string) => void lines.push({ ...fields, message })
    return { lines, log: { info: () => {}, warn, error: () => {} } }
  }

  it('has one line for any number of requests without a login', async () => {
    const { lines, log } = keepWarnings()
    const console = { password: CONSOLE_PASSWORD, oidc: SETTINGS }
    const { testGateway } = await createGatewayWithConsole({ gateway: { console, log } })
    lines.length = 0
    for (let n = 0; n < 50; n += 1) {
      const request = new Request(`${ORIGIN}/api/sign-in/callback?state=${n}`)
      await testGateway.gateway.admin.fetch(request, { address: '127.0.0.1' })
    }
    expect(lines).toEqual([expect.objectContaining({ reason: 'EXPIRED', count: 1 })])
  })

  it('has one line for each code and minute, with the number of those that were left out', async () => {
    const { lines, log } = keepWarnings()
    let nowMs = 0
    const oidc = await openOidc(SETTINGS, { log, monotonicMs: () => nowMs })
    for (const atMs of [0, 1, 59_999, 60_000]) {
      nowMs = atMs
      oidc.logRefused(new SignInError('EXPIRED'))
      oidc.logRefused(new SignInError('DENIED', 'access_denied'))
    }
    const refusals = (count: number) => [
      expect.objectContaining({ reason: 'EXPIRED', count }),
      expect.objectContaining({ reason: 'DENIED', error: 'access_denied', count }),
    ]
    expect(lines).toEqual([...refusals(1), ...refusals(3)])
  })
})
