import { inspect } from 'node:util'
import type { TelemetryBatch } from '@galla/contract/provider/telemetry'
import { type GallaConfig, isGallaError } from '@galla/sdk'
import * as answers from '@galla/testkit/answers'
import { CANARIES, findCanaries } from '@galla/testkit/canaries'
import { openedOrder } from '@galla/testkit/factories/order-status'
import { scriptTokens, TOKEN_ROUTE, tokenReply } from '@galla/testkit/factories/token'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { WAYS } from '../support/ways.ts'
import { echo, echoUnreadably } from './echoes.ts'
import { VERBS, type Watched, watched } from './till.ts'

const EVENTS = 'POST /client/v1/backend/events/batch'

let clock: FakeClock
let server: ScriptedServer
let till: Watched

beforeEach(async () => {
  clock = fakeClock()
  const token = tokenReply({ access_token: CANARIES.accessToken, refresh_token: CANARIES.refreshToken }, clock.now())
  server = scriptTokens(await startScriptedServer(), token).on(EVENTS, answers.json(200, {}))
})
afterEach(async () => {
  till?.stop()
  await server.close()
})
const open = (config: Partial<GallaConfig> = {}) => {
  till = watched({ hosts: server.origin, ...config }, clock)
  return till.galla
}

/** The last request, as the server saw it. */
const received = () => server.requests.at(-1)

/** What can be got out of a failed call; a success tells its caller what the provider said, and nobody else. */
async function endOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'succeeded',
    (error: unknown) => {
      if (!isGallaError(error)) throw error
      return error
    },
  )
}

/** No canary in the errors, in anything heard, or in the body of any telemetry. */
async function expectSilence(...ends: unknown[]): Promise<void> {
  for (const end of ends) expect(findCanaries(end)).toEqual([])
  for (const note of till.heard) expect(findCanaries(note)).toEqual([])
  await till.galla.close()
  const batches = server.requestsTo(EVENTS).map((request) => request.json() as TelemetryBatch)
  expect(findCanaries(batches)).toEqual([])
  expect(findCanaries(till.galla)).toEqual([])
}

const STATUSES = [302, 400, 401, 402, 403, 404, 408, 409, 410, 417, 422, 429, 500, 503, 600]

describe.each(VERBS)('%s', (_name, call) => {
  it('that succeeds is quiet', async () => {
    server.otherwise(answers.json(200, openedOrder()))
    const end = await endOf(call(open()))
    expect(end).toBe('succeeded')
    expect(till.heard.length).toBeGreaterThan(2)
    await expectSilence(end)
  })

  it('does not repeat what the provider echoes, whatever its status', async () => {
    const galla = open()
    const ends: unknown[] = []
    for (const status of STATUSES) {
      server.otherwise(echo(status, received))
      const end = await endOf(call(galla))
      expect(end).toMatchObject({ httpStatus: status })
      expect(JSON.stringify(end)).toContain('[masked]')
      ends.push(end)
    }
    await expectSilence(ends)
  })

  it('does not repeat a body that it cannot read', async () => {
    const galla = open()
    const ends: unknown[] = []
    for (const cut of [0, 40, 80, 100, 110, 119]) {
      server.otherwise(echoUnreadably(received, cut))
      ends.push(await endOf(call(galla)))
    }
    for (const end of ends) {
      expect(end).toMatchObject({ kind: 'invalid-response', httpStatus: 200 })
      // Where the quotation ends in the middle of a secret, its first half must not stand there either.
      expect(Object(end).message).not.toMatch(/canary/i)
    }
    await expectSilence(ends)
  })

  it('does not repeat what a replaced fetch throws with the whole request in it', async () => {
    const galla = open({ fetch: throwing(server.origin) })
    const end = await endOf(call(galla))
    expect(end).toMatchObject({ kind: 'network', outcome: 'unknown', attempts: 1 })
    expect(Reflect.get(Object(end), 'cause')).toBeInstanceOf(Error)
    await expectSilence(end)
  })
})

describe.each(WAYS)('failures of the network over $name', ({ make }) => {
  it.each<[string, answers.Answer]>([
    ['a reset before the request was read', answers.resetBeforeReading()],
    ['a reset after', answers.resetAfterReading()],
    ['a body cut off', answers.truncated(JSON.stringify({ message: CANARIES.accessToken }))],
    ['ten megabytes', answers.large()],
  ])('%s', async (_name, answer) => {
    server.otherwise(answer)
    const galla = open({ fetch: make() })
    const ends = await Promise.all(VERBS.map(([, call]) => endOf(call(galla))))
    for (const end of ends) expect(end).toMatchObject({ outcome: 'unknown' })
    await expectSilence(ends)
  })

  it('timeouts and cancelled calls', async () => {
    server.otherwise(answers.hang())
    const galla = open({ fetch: make(), timeoutMs: 100 })
    const ends = VERBS.map(([, call]) => endOf(call(galla)))
    const control = new AbortController()
    ends.push(endOf(galla.upi.validate({ type: 'VPA', vpa: CANARIES.vpa }, { signal: control.signal })))
    await until(() => server.requests.length === VERBS.length + 2)
    control.abort()
    await clock.advance(100)
    for (const end of await Promise.all(ends)) expect(Object(end).kind).toMatch(/timeout|aborted/)
    await expectSilence(await Promise.all(ends))
  })

  it('a token request that fails and echoes the client secret', async () => {
    const galla = open({ fetch: make() })
    for (const status of [400, 401, 500]) {
      server.on(TOKEN_ROUTE, echo(status, received))
      const end = await endOf(galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o' }))
      expect(end).toMatchObject({ endpoint: 'token', httpStatus: status })
      expect(JSON.stringify(end)).toContain('[masked]')
      await expectSilence(end)
    }
  })

  it.each([
    ['a token reply without a life', answers.json(200, { access_token: CANARIES.accessToken, token_type: 'O-Bearer' })],
    ['a token reply that is no JSON', answers.raw(200, `access_token=${CANARIES.accessToken}`)],
    ['a token reply cut off', answers.truncated(JSON.stringify({ access_token: CANARIES.accessToken }))],
  ])('%s', async (_name, answer) => {
    server.on(TOKEN_ROUTE, answer)
    const end = await endOf(open({ fetch: make() }).standardCheckout.getOrderStatus({ merchantOrderId: 'o' }))
    expect(end).toMatchObject({ endpoint: 'token', kind: 'invalid-response', outcome: 'not-sent' })
    await expectSilence(end)
  })
})

describe('a token that cannot be renewed', () => {
  it('is reported without itself', async () => {
    const issued_at = clock.now() / 1_000
    const short = tokenReply({ access_token: CANARIES.accessToken, issued_at, expires_at: issued_at + 1 })
    server.on(TOKEN_ROUTE, answers.json(200, short), echo(500, received)).otherwise(answers.json(200, openedOrder()))
    const galla = open()
    await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o' })
    await clock.advance(500)
    await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o' })
    await galla.flush()
    const names = server
      .requestsTo(EVENTS)
      .flatMap((request) => (request.json() as TelemetryBatch).events)
      .map(({ eventName }) => eventName)
    expect(names).toContain('OAUTH_FETCH_FAILED_USED_CACHED_TOKEN')
    await expectSilence()
  })
})

describe('the client itself', () => {
  it.each([false, true])('shows no secret when it is inspected (hidden properties: %s)', async (showHidden) => {
    server.otherwise(answers.json(200, openedOrder()))
    const galla = open()
    await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o' })
    expect(findCanaries(inspect(galla, { depth: Number.POSITIVE_INFINITY, showHidden }))).toEqual([])
    await expectSilence(galla, JSON.stringify(galla))
  })
})

/** A fetch that brings tokens and for the rest throws an error with everything in it, as some clients' errors are. */
function throwing(origin: string): GallaConfig['fetch'] {
  return (url, init) => {
    if (url.startsWith(origin) && /oauth|events/.test(url)) return fetch(url, init)
    const everything = JSON.stringify({ url, init })
    const error = Object.assign(new Error(`request failed: ${everything}`), {
      name: `Failure ${init.headers.Authorization}`,
      code: `E_${init.headers.Authorization}`,
      request: init,
      config: { headers: init.headers, data: init.body },
      cause: new Error(everything, { cause: init }),
      errors: [new Error(everything)],
      toJSON: () => init,
    })
    return Promise.reject(error)
  }
}
