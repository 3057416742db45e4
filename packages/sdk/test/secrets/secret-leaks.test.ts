import { inspect } from 'node:util'
import type { TelemetryBatch } from '@galla/contract/provider/telemetry'
import { type GallaConfig, isGallaError, paise } from '@galla/sdk'
import { createdOrder, scriptTokens, TOKEN_ROUTE, tokenResponse } from '@galla/testkit/factories'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TRANSPORTS } from '../support/transports.ts'
import { until } from '../support/until.ts'
import { echo, echoUnreadable } from './echoes.ts'
import { CALLS, type ObservedClient, observedClient } from './observed-client.ts'

const EVENTS = 'POST /client/v1/backend/events/batch'

let clock: FakeClock
let server: ScriptedServer
let client: ObservedClient

beforeEach(async () => {
  clock = fakeClock()
  const token = tokenResponse(
    { access_token: LEAK_MARKERS.accessToken, refresh_token: LEAK_MARKERS.refreshToken },
    clock.now(),
  )
  server = scriptTokens(await startScriptedServer(), token).on(EVENTS, answers.json(200, {}))
})
afterEach(async () => {
  client?.stop()
  await server.close()
})
const open = (config: Partial<GallaConfig> = {}) => {
  client = observedClient({ hosts: server.origin, ...config }, clock)
  return client.galla
}

/** The last request, as the server saw it. */
const received = () => server.requests.at(-1)

/** The error of a failed call; the result of a success is the caller's own data. */
async function resultOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'succeeded',
    (error: unknown) => {
      if (!isGallaError(error)) throw error
      return error
    },
  )
}

/** Asserts that no canary appears in the errors, hooks, logs or telemetry. */
async function expectNoLeak(...results: unknown[]): Promise<void> {
  for (const result of results) expect(findLeakMarkers(result)).toEqual([])
  for (const event of client.observed) expect(findLeakMarkers(event)).toEqual([])
  await client.galla.close()
  const batches = server.requestsTo(EVENTS).map((request) => request.json() as TelemetryBatch)
  expect(findLeakMarkers(batches)).toEqual([])
  expect(findLeakMarkers(client.galla)).toEqual([])
}

it.each(['cardHolderName', 'billingAddress'])('refuses a card number in %s without printing it', async (field) => {
  const value = field === 'cardHolderName' ? LEAK_MARKERS.pan : { line1: LEAK_MARKERS.pan }
  const end = await resultOf(
    open().customCheckout.pay({
      merchantOrderId: 'order-1',
      amount: paise(100),
      redirectUrl: 'https://shop.example/thanks',
      paymentMode: {
        type: 'CARD',
        cardDetails: {
          encryptedCardNumber: 'QQ==',
          encryptedCvv: 'QQ==',
          encryptionKeyId: 7,
          expiry: { month: '06', year: '2031' },
          [field]: value,
        },
      },
    }),
  )
  expect(end).toMatchObject({ kind: 'invalid-request', field: expect.stringContaining(field) })
  await expectNoLeak(end)
})

const STATUSES = [302, 400, 401, 402, 403, 404, 408, 409, 410, 417, 422, 429, 500, 503, 600]

describe.each(CALLS)('%s', (_name, call) => {
  it('leaks nothing when it succeeds', async () => {
    server.otherwise(answers.json(200, createdOrder()))
    const end = await resultOf(call(open()))
    expect(end).toBe('succeeded')
    expect(client.observed.length).toBeGreaterThan(2)
    await expectNoLeak(end)
  })

  it('masks what the provider echoes, for any status', async () => {
    const galla = open()
    const ends: unknown[] = []
    for (const status of STATUSES) {
      server.otherwise(echo(status, received))
      const end = await resultOf(call(galla))
      expect(end).toMatchObject({ httpStatus: status })
      expect(JSON.stringify(end)).toContain('[masked]')
      ends.push(end)
    }
    await expectNoLeak(ends)
  })

  it('masks an unreadable body in the error message', async () => {
    const galla = open()
    const ends: unknown[] = []
    for (const cut of [0, 40, 80, 100, 110, 119]) {
      server.otherwise(echoUnreadable(received, cut))
      ends.push(await resultOf(call(galla)))
    }
    for (const end of ends) {
      expect(end).toMatchObject({ kind: 'invalid-response', httpStatus: 200 })
      // Where the excerpt ends inside a secret, its first half must not appear either.
      expect(Object(end).message).not.toMatch(/canary/i)
    }
    await expectNoLeak(ends)
  })

  it('masks an error of a custom fetch that contains the whole request', async () => {
    const galla = open({ fetch: throwing(server.origin) })
    const end = await resultOf(call(galla))
    expect(end).toMatchObject({ kind: 'network', outcome: 'unknown', attempts: 1 })
    expect(Reflect.get(Object(end), 'cause')).toBeInstanceOf(Error)
    await expectNoLeak(end)
  })
})

describe.each(TRANSPORTS)('network failures over $name leak nothing', ({ make }) => {
  it.each<[string, answers.Answer]>([
    ['reset before the request is read', answers.resetBeforeReading()],
    ['reset after the request is read', answers.resetAfterReading()],
    ['truncated body', answers.truncated(JSON.stringify({ message: LEAK_MARKERS.accessToken }))],
    ['10 MB body', answers.large()],
  ])('%s', async (_name, answer) => {
    server.otherwise(answer)
    const galla = open({ fetch: make() })
    const ends = await Promise.all(CALLS.map(([, call]) => resultOf(call(galla))))
    for (const end of ends) expect(end).toMatchObject({ outcome: 'unknown' })
    await expectNoLeak(ends)
  })

  it('timeouts and cancelled calls', async () => {
    server.otherwise(answers.hang())
    const galla = open({ fetch: make(), timeoutMs: 100 })
    const ends = CALLS.map(([, call]) => resultOf(call(galla)))
    const control = new AbortController()
    ends.push(resultOf(galla.upi.validate({ type: 'VPA', vpa: LEAK_MARKERS.vpa }, { signal: control.signal })))
    await until(() => server.requests.length === CALLS.length + 2)
    control.abort()
    await clock.advance(100)
    for (const end of await Promise.all(ends)) expect(Object(end).kind).toMatch(/timeout|aborted/)
    await expectNoLeak(await Promise.all(ends))
  })

  it('a token request that fails and echoes the client secret', async () => {
    const galla = open({ fetch: make() })
    for (const status of [400, 401, 500]) {
      server.on(TOKEN_ROUTE, echo(status, received))
      const end = await resultOf(galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o' }))
      expect(end).toMatchObject({ endpoint: 'token', httpStatus: status })
      expect(JSON.stringify(end)).toContain('[masked]')
      await expectNoLeak(end)
    }
  })

  it.each([
    [
      'a token response without a lifetime',
      answers.json(200, { access_token: LEAK_MARKERS.accessToken, token_type: 'O-Bearer' }),
    ],
    ['a token response that is not JSON', answers.raw(200, `access_token=${LEAK_MARKERS.accessToken}`)],
    ['a truncated token response', answers.truncated(JSON.stringify({ access_token: LEAK_MARKERS.accessToken }))],
  ])('%s', async (_name, answer) => {
    server.on(TOKEN_ROUTE, answer)
    const end = await resultOf(open({ fetch: make() }).standardCheckout.getOrderStatus({ merchantOrderId: 'o' }))
    expect(end).toMatchObject({ endpoint: 'token', kind: 'invalid-response', outcome: 'not-sent' })
    await expectNoLeak(end)
  })
})

describe('a token that cannot be refreshed', () => {
  it('is reported without the token', async () => {
    const issued_at = clock.now() / 1_000
    const short = tokenResponse({ access_token: LEAK_MARKERS.accessToken, issued_at, expires_at: issued_at + 1 })
    server.on(TOKEN_ROUTE, answers.json(200, short), echo(500, received)).otherwise(answers.json(200, createdOrder()))
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
    await expectNoLeak()
  })
})

describe('the client object', () => {
  it.each([false, true])('shows no secret when inspected (showHidden: %s)', async (showHidden) => {
    server.otherwise(answers.json(200, createdOrder()))
    const galla = open()
    await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'o' })
    expect(findLeakMarkers(inspect(galla, { depth: Number.POSITIVE_INFINITY, showHidden }))).toEqual([])
    await expectNoLeak(galla, JSON.stringify(galla))
  })
})

/** A fetch that serves tokens and otherwise throws an error that contains the request, as some HTTP clients do. */
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
