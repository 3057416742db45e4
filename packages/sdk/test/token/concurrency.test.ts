import { TOKEN_ROUTE, tokenResponse } from '@galla/testkit/factories'
import { type Answer, held, json } from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Galla, type GallaConfig, type TokenStore } from '../../src/index.ts'
import { CREDENTIALS, failureOf, fakePorts } from '../support/client.ts'
import { until } from '../support/until.ts'

const STATUS = 'GET /payments/v2/refund/{id}/status'
const HOUR_MS = 3_600_000
const read = (galla: Galla, id: string | number = 1, options?: Parameters<Galla['refunds']['getStatus']>[1]) =>
  galla.refunds.getStatus({ merchantRefundId: `r-${id}` }, options)
const times100 = <Value>(make: (index: number) => Value): Value[] =>
  Array.from({ length: 100 }, (_, index) => make(index))

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
  server.on(STATUS, json(200, { state: 'COMPLETED' }))
})
afterEach(() => server.close())

/** A client of the server over real sockets, with a fake clock. */
function createClient(config: Partial<GallaConfig> = {}) {
  const ports = fakePorts()
  const galla = new Galla({ ...CREDENTIALS, hosts: server.origin, ...config }, ports)
  const token = (name: string, more: object = {}) =>
    json(200, tokenResponse({ access_token: name, ...more }, ports.clock.now()))
  return { galla, token, clock: ports.clock }
}
const tokenRequests = () => server.requestsTo(TOKEN_ROUTE).length
const used = () => server.requestsTo(STATUS).map(({ headers }) => headers.authorization)
/** Answers depending on the token of the request. */
const byToken =
  (answers: { [authorization: string]: Answer }): Answer =>
  async (exchange) => {
    const received = exchange.response.req.headers.authorization ?? ''
    await (answers[received] ?? json(500, { code: 'NO_SUCH_TOKEN', message: received }))(exchange)
  }
const UNAUTHORIZED = json(401, { code: 'AUTHORIZATION_FAILED', message: 'No' })

describe('100 concurrent calls', () => {
  it('request one token when none is cached', async () => {
    const { galla, token } = createClient()
    const gate = held(token('one'))
    server.on(TOKEN_ROUTE, gate.answer)
    const all = Promise.all(times100((index) => read(galla, index)))
    await until(() => tokenRequests() === 1)
    gate.release()
    expect(await all).toHaveLength(100)
    expect(tokenRequests()).toBe(1)
    expect(used()).toEqual(times100(() => 'O-Bearer one'))
  })

  it('cause one refresh after 401 responses, and each rejects', async () => {
    const { galla, token } = createClient()
    server.on(TOKEN_ROUTE, token('one'), token('two'))
    await read(galla)
    const gate = held(UNAUTHORIZED)
    server.on(STATUS, gate.answer)
    const all = Promise.allSettled(times100((index) => read(galla, index)))
    await until(() => server.requestsTo(STATUS).length === 101)
    gate.release()
    for (const result of await all) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { kind: 'unauthorized', httpStatus: 401, attempts: 1 },
      })
    }
    expect(tokenRequests()).toBe(2)
    server.on(STATUS, json(200, { state: 'COMPLETED' }))
    await read(galla)
    expect(used().at(-1)).toBe('O-Bearer two')
  })

  it('are repeated once each after one refresh, with retryUnauthorized', async () => {
    const { galla, token } = createClient({ retryUnauthorized: true })
    server.on(TOKEN_ROUTE, token('one'), token('two'))
    server.on(STATUS, byToken({ 'O-Bearer one': UNAUTHORIZED, 'O-Bearer two': json(200, { state: 'COMPLETED' }) }))
    expect(await Promise.all(times100((index) => read(galla, index)))).toHaveLength(100)
    expect(tokenRequests()).toBe(2)
    expect(used().filter((one) => one === 'O-Bearer one')).toHaveLength(100)
    expect(used().filter((one) => one === 'O-Bearer two')).toHaveLength(100)
  })

  it('call a failing token endpoint once, and all reject', async () => {
    const { galla } = createClient()
    const gate = held(json(503, { code: 'OUT', message: 'Out of order' }))
    server.on(TOKEN_ROUTE, gate.answer)
    const all = Promise.allSettled(times100((index) => read(galla, index)))
    await until(() => tokenRequests() === 1)
    gate.release()
    for (const result of await all) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { endpoint: 'token', httpStatus: 503, outcome: 'not-sent' },
      })
    }
    expect(tokenRequests()).toBe(1)
    expect(used()).toEqual([])
  })

  it('use the cached token after one failed refresh', async () => {
    const { galla, token, clock } = createClient()
    const gate = held(json(503, {}))
    server.on(TOKEN_ROUTE, token('one'), gate.answer)
    await read(galla)
    await clock.advance(HOUR_MS / 2)
    const all = Promise.all(times100((index) => read(galla, index)))
    await until(() => tokenRequests() === 2)
    gate.release()
    expect(await all).toHaveLength(100)
    expect(tokenRequests()).toBe(2)
    expect(new Set(used())).toEqual(new Set(['O-Bearer one']))
  })
})

describe('ordering', () => {
  it('a 401 for a token that was replaced meanwhile causes no refresh', async () => {
    const { galla, token } = createClient()
    server.on(TOKEN_ROUTE, token('one'), token('two'), token('three'))
    await read(galla)
    const late = held(UNAUTHORIZED)
    server.on(STATUS, late.answer, UNAUTHORIZED, json(200, { state: 'COMPLETED' }))
    const slow = read(galla, 'slow')
    await until(() => server.requestsTo(STATUS).length === 2)
    await failureOf(read(galla, 'quick'))
    expect(tokenRequests()).toBe(2)
    late.release()
    expect(await failureOf(slow)).toMatchObject({ kind: 'unauthorized' })
    expect(tokenRequests()).toBe(2)
    await read(galla)
    expect(used().at(-1)).toBe('O-Bearer two')
  })

  it('a token with an earlier issued_at does not replace a newer one', async () => {
    const { galla, token, clock } = createClient()
    const issued_at = clock.now() / 1_000
    server.on(TOKEN_ROUTE, token('one'), token('older', { issued_at: issued_at - 60, expires_at: issued_at + HOUR_MS }))
    await read(galla)
    await clock.advance(HOUR_MS / 2)
    await read(galla)
    expect(used()).toEqual(['O-Bearer one', 'O-Bearer one'])
  })

  it('clients with different credentials never share a token', async () => {
    const tokenOfClient: Answer = async (exchange) => {
      await exchange.readBody()
      const { client_id } = server.requestsTo(TOKEN_ROUTE).at(-1)?.form() ?? {}
      await json(200, tokenResponse({ access_token: `of-${client_id}` }))(exchange)
    }
    server.on(TOKEN_ROUTE, tokenOfClient)
    const [first, second] = ['first', 'second'].map(
      (clientId) => new Galla({ ...CREDENTIALS, hosts: server.origin, clientId }),
    )
    if (!first || !second) throw new Error('expected two clients')
    await read(first, 'first')
    await read(second, 'second')
    await Promise.all(times100((index) => (index % 2 ? read(first, 'first') : read(second, 'second'))))
    expect(tokenRequests()).toBe(2)
    for (const { path, headers } of server.requestsTo(STATUS)) {
      expect(headers.authorization).toBe(path.includes('r-first') ? 'O-Bearer of-first' : 'O-Bearer of-second')
    }
    await Promise.all([first.close(), second.close()])
  })
})

describe('a call that waits for the token', () => {
  it.each(['timeout', 'aborted'] as const)(
    'can end (%s) while the token request continues for other calls',
    async (kind) => {
      const { galla, token, clock } = createClient()
      const gate = held(token('one'))
      server.on(TOKEN_ROUTE, gate.answer)
      const abort = new AbortController()
      const ending = failureOf(read(galla, 'ending', kind === 'timeout' ? { timeoutMs: 50 } : { signal: abort.signal }))
      const other = read(galla, 'other')
      await until(() => tokenRequests() === 1)
      if (kind === 'timeout') await clock.advance(50)
      else abort.abort()
      expect(await ending).toMatchObject({ kind, outcome: 'not-sent', attempts: 0 })
      gate.release()
      await other
      expect(tokenRequests()).toBe(1)
      expect(server.requestsTo(STATUS).map(({ path }) => path)).toEqual(['/payments/v2/refund/r-other/status'])
      expect(clock.waiting()).toEqual([])
    },
  )

  it('is not sent when the signal is already aborted', async () => {
    const { galla } = createClient()
    expect(await failureOf(read(galla, 1, { signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'aborted',
      outcome: 'not-sent',
    })
    expect(server.requestsTo(STATUS)).toEqual([])
  })

  it('waits at most 5 s for a hanging identity host while a token is cached', async () => {
    const { galla, token, clock } = createClient()
    const never = held(token('never'))
    server.on(TOKEN_ROUTE, token('one'), never.answer)
    await read(galla)
    await clock.advance(HOUR_MS / 2)
    const work = read(galla)
    await until(() => tokenRequests() === 2)
    await clock.advance(5_000)
    await work
    expect(used()).toEqual(['O-Bearer one', 'O-Bearer one'])
  })
})

describe('a TokenStore shared by two clients', () => {
  /** A store as several processes would share it. */
  function memoryStore(): TokenStore & { readonly stored: Map<string, unknown> } {
    const stored = new Map<string, Awaited<ReturnType<TokenStore['load']>>>()
    return { stored, load: async (key) => stored.get(key), save: async (key, token) => void stored.set(key, token) }
  }

  it('provides the second client with the token of the first', async () => {
    const tokenStore = memoryStore()
    const [first, second] = [createClient({ tokenStore }), createClient({ tokenStore })]
    server.on(TOKEN_ROUTE, first.token('one'), first.token('two'))
    await read(first.galla)
    await read(second.galla)
    expect(tokenRequests()).toBe(1)
    expect(used()).toEqual(['O-Bearer one', 'O-Bearer one'])
    expect([...tokenStore.stored.values()]).toEqual([
      {
        authorization: 'O-Bearer one',
        issuedAt: first.clock.now() / 1_000,
        expiresAt: (first.clock.now() + HOUR_MS) / 1_000,
      },
    ])
  })

  it('replaces a rejected token for both clients', async () => {
    const tokenStore = memoryStore()
    const [first, second] = [createClient({ tokenStore }), createClient({ tokenStore })]
    server.on(TOKEN_ROUTE, first.token('one'), first.token('two'), first.token('three'))
    await read(first.galla)
    await read(second.galla)
    server.on(STATUS, byToken({ 'O-Bearer one': UNAUTHORIZED, 'O-Bearer two': json(200, { state: 'COMPLETED' }) }))
    await failureOf(read(first.galla))
    await failureOf(read(second.galla))
    await read(first.galla)
    await read(second.galla)
    expect(tokenRequests()).toBe(2)
    expect(used().slice(-2)).toEqual(['O-Bearer two', 'O-Bearer two'])
  })

  it('has separate entries for different credentials', async () => {
    const tokenStore = memoryStore()
    const [first, second] = [createClient({ tokenStore }), createClient({ tokenStore, clientId: 'another' })]
    server.on(TOKEN_ROUTE, first.token('one'), first.token('two'))
    await read(first.galla)
    await read(second.galla)
    expect(tokenRequests()).toBe(2)
    expect(tokenStore.stored.size).toBe(2)
  })

  it('does not affect a call when it is down', async () => {
    const down = () => Promise.reject(new Error('the store is down'))
    const { galla, token } = createClient({ tokenStore: { load: down, save: down } })
    server.on(TOKEN_ROUTE, token('one'))
    expect(await read(galla)).toMatchObject({ state: 'COMPLETED' })
  })

  it('delays a call by at most 1 s each for load and save when it hangs', async () => {
    const silent = () => new Promise<never>(() => undefined)
    const { galla, token, clock } = createClient({ tokenStore: { load: silent, save: silent } })
    server.on(TOKEN_ROUTE, token('one'))
    const work = read(galla)
    await clock.advance(1_000)
    await until(() => tokenRequests() === 1 && clock.waiting().includes(1_000))
    await clock.advance(1_000)
    expect(await work).toMatchObject({ state: 'COMPLETED' })
  })
})
