import { tokenResponse } from '@galla/testkit/factories'
import { describe, expect, it } from 'vitest'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

const HOUR_MS = 3_600_000

/** A client whose token endpoint returns `token-1`, `token-2` …, unless the test replaces the script. */
function scriptedClient(config: Parameters<typeof recorded>[1] = {}) {
  const ports = fakePorts()
  let tokens = 0
  const script = {
    token: () => {
      tokens += 1
      return response(tokenResponse({ access_token: `token-${tokens}` }, ports.clock.now()))
    },
    api: () => response({}),
  }
  const { galla, wire } = recorded((request) => (isToken(request) ? script.token() : script.api()), config, ports)
  return {
    script,
    wire,
    ports,
    galla,
    read: () => galla.refunds.getStatus({ merchantRefundId: 'r-1' }),
    used: () => wire.calls.map(({ headers }) => headers.authorization),
  }
}

const DOWN = () => response({ code: 'OUT', message: 'Out of order' }, 503)

describe('specification §4: Auth token', () => {
  it('specification §4: a cached token is valid until the halfway point between its issue time and its expiry; after that a new one is fetched', async () => {
    const { read, used, wire, ports } = scriptedClient()
    await read()
    await ports.clock.advance(HOUR_MS / 2 - 1)
    await read()
    expect(wire.tokens).toHaveLength(1)
    await ports.clock.advance(1)
    await read()
    expect(wire.tokens).toHaveLength(2)
    expect(used()).toEqual(['O-Bearer token-1', 'O-Bearer token-1', 'O-Bearer token-2'])
  })

  it('specification §4: If the fetch fails and a cached token exists, the cached token is used', async () => {
    const { read, used, wire, ports, script } = scriptedClient()
    await read()
    script.token = DOWN
    await ports.clock.advance(HOUR_MS / 2)
    await read()
    await read()
    expect(used()).toEqual(Array(3).fill('O-Bearer token-1'))
    expect(wire.tokens).toHaveLength(3)
  })

  it('specification §4: and a failure event is recorded', async () => {
    const { read, wire, ports, script, galla } = scriptedClient({ environment: 'PRODUCTION', telemetry: true })
    await read()
    const issuedAt = ports.clock.now() / 1_000
    const serveToken = script.token
    script.token = DOWN
    await ports.clock.advance(HOUR_MS / 2)
    await read()
    script.token = serveToken
    await galla.flush()
    const batches = wire.calls.filter(({ path }) => path.endsWith('/events/batch')).map(({ json }) => json())
    const events = (batches as { events: { eventName: string }[] }[]).flatMap((batch) => batch.events)
    const failures = events.filter(({ eventName }) => eventName === 'OAUTH_FETCH_FAILED_USED_CACHED_TOKEN')
    // The timer's batches request a token too; each failed request is one event.
    expect(failures.length).toBeGreaterThan(0)
    expect(failures[0]).toMatchObject({
      data: {
        eventState: 'FAILED',
        apiPath: '/v1/oauth/token',
        tokenFetchAttemptTimestamp: issuedAt + 1_800,
        cachedTokenIssuedAt: issuedAt,
        cachedTokenExpiresAt: issuedAt + 3_600,
        exceptionClass: 'ServerError',
        exceptionHttpStatusCode: 503,
        exceptionMessage: 'Out of order',
        exceptionCode: 'OUT',
      },
    })
  })

  it('specification §4: If the fetch fails and there is no cached token, the error is raised', async () => {
    const { read, wire, script } = scriptedClient()
    script.token = () => response({ code: 'INVALID_CLIENT', errorCode: 'OIM000', message: 'Invalid Client' }, 400)
    expect(await failureOf(read())).toMatchObject({
      kind: 'bad-request',
      httpStatus: 400,
      code: 'OIM000',
      message: 'Invalid Client',
      endpoint: 'token',
      outcome: 'not-sent',
      attempts: 0,
    })
    expect(wire.calls).toEqual([])
  })

  it.each([
    ['null', 'null'],
    ['no token', { issued_at: 1, expires_at: 2, token_type: 'O-Bearer' }],
    ['an empty token', tokenResponse({ access_token: '' })],
    ['a token too long for a header', tokenResponse({ access_token: 'x'.repeat(16_385) })],
    ['no lifetime', { access_token: 'abc', token_type: 'O-Bearer' }],
    ['HTML', '<html>'],
  ])('maps a token response with %s to invalid-response and not-sent', async (_name, body) => {
    const { read, wire, script } = scriptedClient()
    script.token = () => response(body)
    expect(await failureOf(read())).toMatchObject({ kind: 'invalid-response', endpoint: 'token', outcome: 'not-sent' })
    expect(wire.calls).toEqual([])
  })

  it('specification §4: On an unauthorized response the token is force-refreshed and the error is still raised; no automatic retry', async () => {
    const { read, used, wire, script } = scriptedClient()
    script.api = () => response({ code: 'AUTHORIZATION_FAILED', message: 'No' }, 401)
    expect(await failureOf(read())).toMatchObject({ kind: 'unauthorized', httpStatus: 401, attempts: 1 })
    expect(wire.calls).toHaveLength(1)
    expect(wire.tokens).toHaveLength(2)
    script.api = () => response({})
    await read()
    expect(used()).toEqual(['O-Bearer token-1', 'O-Bearer token-2'])
  })

  it('throws the 401 even when the refresh fails', async () => {
    const { read, script } = scriptedClient()
    script.api = () => {
      script.token = DOWN
      return response({ code: 'AUTHORIZATION_FAILED' }, 401)
    }
    expect(await failureOf(read())).toMatchObject({ kind: 'unauthorized', code: 'AUTHORIZATION_FAILED' })
  })

  it('retryUnauthorized repeats the call once with the new token', async () => {
    const { read, used, script } = scriptedClient({ retryUnauthorized: true })
    script.api = () => {
      script.api = () => response({ state: 'COMPLETED' })
      return response({}, 401)
    }
    expect(await read()).toMatchObject({ state: 'COMPLETED' })
    expect(used()).toEqual(['O-Bearer token-1', 'O-Bearer token-2'])
  })

  it('retryUnauthorized does not repeat a second 401', async () => {
    const { read, used, wire, script } = scriptedClient({ retryUnauthorized: true })
    script.api = () => response({}, 401)
    expect(await failureOf(read())).toMatchObject({ kind: 'unauthorized', attempts: 2 })
    expect(used()).toEqual(['O-Bearer token-1', 'O-Bearer token-2'])
    expect(wire.tokens).toHaveLength(3)
  })
})
