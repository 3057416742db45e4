import { type Answer, held, json } from '@galla/testkit/answers'
import { TOKEN_ROUTE, tokenReply } from '@galla/testkit/factories/token'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Galla, type GallaConfig, type TokenStore } from '../../src/index.ts'
import { CREDENTIALS, failureOf, fakePorts } from '../support/client.ts'
import { until } from '../support/until.ts'

const STATUS = 'GET /payments/v2/refund/{id}/status'
const HOUR_MS = 3_600_000
const read = (galla: Galla, id: string | number = 1, options?: Parameters<Galla['refunds']['getStatus']>[1]) =>
  galla.refunds.getStatus({ merchantRefundId: `r-${id}` }, options)
const hundred = <Value>(make: (index: number) => Value): Value[] =>
  Array.from({ length: 100 }, (_, index) => make(index))

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
  server.on(STATUS, json(200, { state: 'COMPLETED' }))
})
afterEach(() => server.close())

/** A client of the server, over real sockets, with its time in the test's hands. */
function shop(config: Partial<GallaConfig> = {}) {
  const ports = fakePorts()
  const galla = new Galla({ ...CREDENTIALS, hosts: server.origin, ...config }, ports)
  const token = (name: string, more: object = {}) =>
    json(200, tokenReply({ access_token: name, ...more }, ports.clock.now()))
  return { galla, token, clock: ports.clock }
}
const fetches = () => server.requestsTo(TOKEN_ROUTE).length
const used = () => server.requestsTo(STATUS).map(({ headers }) => headers.authorization)
/** Answers by the token that was shown. */
const byToken =
  (answers: { [authorization: string]: Answer }): Answer =>
  async (exchange) => {
    const shown = exchange.response.req.headers.authorization ?? ''
    await (answers[shown] ?? json(500, { code: 'NO_SUCH_TOKEN', message: shown }))(exchange)
  }
const REFUSED = json(401, { code: 'AUTHORIZATION_FAILED', message: 'No' })

describe('a hundred calls at once', () => {
  it('on a cold token fetch one', async () => {
    const { galla, token } = shop()
    const gate = held(token('one'))
    server.on(TOKEN_ROUTE, gate.answer)
    const all = Promise.all(hundred((index) => read(galla, index)))
    await until(() => fetches() === 1)
    gate.release()
    expect(await all).toHaveLength(100)
    expect(fetches()).toBe(1)
    expect(used()).toEqual(hundred(() => 'O-Bearer one'))
  })

  it('that are all answered 401 cause one refresh, and each has its error', async () => {
    const { galla, token } = shop()
    server.on(TOKEN_ROUTE, token('one'), token('two'))
    await read(galla)
    const gate = held(REFUSED)
    server.on(STATUS, gate.answer)
    const all = Promise.allSettled(hundred((index) => read(galla, index)))
    await until(() => server.requestsTo(STATUS).length === 101)
    gate.release()
    for (const result of await all) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { kind: 'unauthorized', httpStatus: 401, attempts: 1 },
      })
    }
    expect(fetches()).toBe(2)
    server.on(STATUS, json(200, { state: 'COMPLETED' }))
    await read(galla)
    expect(used().at(-1)).toBe('O-Bearer two')
  })

  it('with retryUnauthorized are repeated once each, after the one refresh', async () => {
    const { galla, token } = shop({ retryUnauthorized: true })
    server.on(TOKEN_ROUTE, token('one'), token('two'))
    server.on(STATUS, byToken({ 'O-Bearer one': REFUSED, 'O-Bearer two': json(200, { state: 'COMPLETED' }) }))
    expect(await Promise.all(hundred((index) => read(galla, index)))).toHaveLength(100)
    expect(fetches()).toBe(2)
    expect(used().filter((one) => one === 'O-Bearer one')).toHaveLength(100)
    expect(used().filter((one) => one === 'O-Bearer two')).toHaveLength(100)
  })

  it('ask a failing token endpoint once, and all have its error', async () => {
    const { galla } = shop()
    const gate = held(json(503, { code: 'OUT', message: 'Out of order' }))
    server.on(TOKEN_ROUTE, gate.answer)
    const all = Promise.allSettled(hundred((index) => read(galla, index)))
    await until(() => fetches() === 1)
    gate.release()
    for (const result of await all) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { endpoint: 'token', httpStatus: 503, outcome: 'not-sent' },
      })
    }
    expect(fetches()).toBe(1)
    expect(used()).toEqual([])
  })

  it('past the half of a token’s life, with the endpoint failing, go on with the cached one after one attempt', async () => {
    const { galla, token, clock } = shop()
    const gate = held(json(503, {}))
    server.on(TOKEN_ROUTE, token('one'), gate.answer)
    await read(galla)
    await clock.advance(HOUR_MS / 2)
    const all = Promise.all(hundred((index) => read(galla, index)))
    await until(() => fetches() === 2)
    gate.release()
    expect(await all).toHaveLength(100)
    expect(fetches()).toBe(2)
    expect(new Set(used())).toEqual(new Set(['O-Bearer one']))
  })
})

describe('order of events', () => {
  it('a 401 for a token that was replaced meanwhile refreshes nothing', async () => {
    const { galla, token } = shop()
    server.on(TOKEN_ROUTE, token('one'), token('two'), token('three'))
    await read(galla)
    const late = held(REFUSED)
    server.on(STATUS, late.answer, REFUSED, json(200, { state: 'COMPLETED' }))
    const slow = read(galla, 'slow')
    await until(() => server.requestsTo(STATUS).length === 2)
    await failureOf(read(galla, 'quick'))
    expect(fetches()).toBe(2)
    late.release()
    expect(await failureOf(slow)).toMatchObject({ kind: 'unauthorized' })
    expect(fetches()).toBe(2)
    await read(galla)
    expect(used().at(-1)).toBe('O-Bearer two')
  })

  it('a late token never replaces a newer one', async () => {
    const { galla, token, clock } = shop()
    const issued_at = clock.now() / 1_000
    server.on(TOKEN_ROUTE, token('one'), token('older', { issued_at: issued_at - 60, expires_at: issued_at + HOUR_MS }))
    await read(galla)
    await clock.advance(HOUR_MS / 2)
    await read(galla)
    expect(used()).toEqual(['O-Bearer one', 'O-Bearer one'])
  })

  it('two clients with different credentials never see each other’s token', async () => {
    const minted: Answer = async (exchange) => {
      await exchange.readBody()
      const { client_id } = server.requestsTo(TOKEN_ROUTE).at(-1)?.form() ?? {}
      await json(200, tokenReply({ access_token: `of-${client_id}` }))(exchange)
    }
    server.on(TOKEN_ROUTE, minted)
    const [tea, books] = ['tea', 'books'].map(
      (clientId) => new Galla({ ...CREDENTIALS, hosts: server.origin, clientId }),
    )
    if (!tea || !books) throw new Error('there are two')
    await read(tea, 'tea')
    await read(books, 'books')
    await Promise.all(hundred((index) => (index % 2 ? read(tea, 'tea') : read(books, 'books'))))
    expect(fetches()).toBe(2)
    for (const { path, headers } of server.requestsTo(STATUS)) {
      expect(headers.authorization).toBe(path.includes('r-tea') ? 'O-Bearer of-tea' : 'O-Bearer of-books')
    }
    await Promise.all([tea.close(), books.close()])
  })
})

describe('a caller who waits for the token', () => {
  it.each(['timeout', 'aborted'] as const)('may leave (%s) while the fetch goes on for the others', async (kind) => {
    const { galla, token, clock } = shop()
    const gate = held(token('one'))
    server.on(TOKEN_ROUTE, gate.answer)
    const leave = new AbortController()
    const leaver = failureOf(read(galla, 'leaver', kind === 'timeout' ? { timeoutMs: 50 } : { signal: leave.signal }))
    const stayer = read(galla, 'stayer')
    await until(() => fetches() === 1)
    if (kind === 'timeout') await clock.advance(50)
    else leave.abort()
    expect(await leaver).toMatchObject({ kind, outcome: 'not-sent', attempts: 0 })
    gate.release()
    await stayer
    expect(fetches()).toBe(1)
    expect(server.requestsTo(STATUS).map(({ path }) => path)).toEqual(['/payments/v2/refund/r-stayer/status'])
    expect(clock.waiting()).toEqual([])
  })

  it('a call that was given up before it began is not sent', async () => {
    const { galla } = shop()
    expect(await failureOf(read(galla, 1, { signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'aborted',
      outcome: 'not-sent',
    })
    expect(server.requestsTo(STATUS)).toEqual([])
  })

  it('a silent identity host costs 5 s while a token is held, no more', async () => {
    const { galla, token, clock } = shop()
    const never = held(token('never'))
    server.on(TOKEN_ROUTE, token('one'), never.answer)
    await read(galla)
    await clock.advance(HOUR_MS / 2)
    const work = read(galla)
    await until(() => fetches() === 2)
    await clock.advance(5_000)
    await work
    expect(used()).toEqual(['O-Bearer one', 'O-Bearer one'])
  })
})

describe('a TokenStore shared by two clients', () => {
  /** What several processes would share. */
  function shelf(): TokenStore & { readonly kept: Map<string, unknown> } {
    const kept = new Map<string, Awaited<ReturnType<TokenStore['load']>>>()
    return { kept, load: async (key) => kept.get(key), save: async (key, token) => void kept.set(key, token) }
  }

  it('saves the second one its fetch, and is filled by the first', async () => {
    const tokenStore = shelf()
    const [first, second] = [shop({ tokenStore }), shop({ tokenStore })]
    server.on(TOKEN_ROUTE, first.token('one'), first.token('two'))
    await read(first.galla)
    await read(second.galla)
    expect(fetches()).toBe(1)
    expect(used()).toEqual(['O-Bearer one', 'O-Bearer one'])
    expect([...tokenStore.kept.values()]).toEqual([
      {
        authorization: 'O-Bearer one',
        issuedAt: first.clock.now() / 1_000,
        expiresAt: (first.clock.now() + HOUR_MS) / 1_000,
      },
    ])
  })

  it('a refused token is replaced for both', async () => {
    const tokenStore = shelf()
    const [first, second] = [shop({ tokenStore }), shop({ tokenStore })]
    server.on(TOKEN_ROUTE, first.token('one'), first.token('two'), first.token('three'))
    await read(first.galla)
    await read(second.galla)
    server.on(STATUS, byToken({ 'O-Bearer one': REFUSED, 'O-Bearer two': json(200, { state: 'COMPLETED' }) }))
    await failureOf(read(first.galla))
    await failureOf(read(second.galla))
    await read(first.galla)
    await read(second.galla)
    expect(fetches()).toBe(2)
    expect(used().slice(-2)).toEqual(['O-Bearer two', 'O-Bearer two'])
  })

  it('other credentials find nothing in it', async () => {
    const tokenStore = shelf()
    const [first, second] = [shop({ tokenStore }), shop({ tokenStore, clientId: 'another' })]
    server.on(TOKEN_ROUTE, first.token('one'), first.token('two'))
    await read(first.galla)
    await read(second.galla)
    expect(fetches()).toBe(2)
    expect(tokenStore.kept.size).toBe(2)
  })

  it('that is down changes nothing for a call', async () => {
    const down = () => Promise.reject(new Error('the store is down'))
    const { galla, token } = shop({ tokenStore: { load: down, save: down } })
    server.on(TOKEN_ROUTE, token('one'))
    expect(await read(galla)).toMatchObject({ state: 'COMPLETED' })
  })

  it('that is silent costs a second each for asking and for saving', async () => {
    const silent = () => new Promise<never>(() => undefined)
    const { galla, token, clock } = shop({ tokenStore: { load: silent, save: silent } })
    server.on(TOKEN_ROUTE, token('one'))
    const work = read(galla)
    await clock.advance(1_000)
    await until(() => fetches() === 1 && clock.waiting().includes(1_000))
    await clock.advance(1_000)
    expect(await work).toMatchObject({ state: 'COMPLETED' })
  })
})
