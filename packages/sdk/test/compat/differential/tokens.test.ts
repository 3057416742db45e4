import { tokenResponse } from '@galla/testkit/factories'
import { json, raw } from '@galla/testkit/scripted-answers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { differencesOf } from '../support/differences.ts'
import { ALWAYS, explain } from '../support/known.ts'
import { observe, officialSide, ourSide, pair, type Side } from '../support/pair.ts'
import { type Answers, type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Client = Side['client']
const read = ({ getOrderStatus }: Client) => getOrderStatus('order-1')
const NOW = 1_750_000_000_000
const TOKEN_REQUEST = 'identity POST /v1/oauth/token'

/** Runs the same action with both packages: `identity` answers token requests. */
async function differ(identity: Answers, act: (client: Client) => unknown, before?: (client: Client) => unknown) {
  // The official package logs its failures.
  vi.spyOn(console, 'warn').mockReturnValue()
  const sides = pair(provider, { kind: 'standard', options: { like: '2.0.6' } })
  const seen = []
  for (const { client } of sides) {
    let requests = 0
    provider.answering((request) => (request.host === 'identity' ? identity(request, requests++) : undefined))
    await before?.(client)
    seen.push(await observe(provider, () => act(client)))
  }
  await sides[1].close()
  const [official, ours] = seen as [Awaited<ReturnType<typeof observe>>, Awaited<ReturnType<typeof observe>>]
  return { official, ours, found: explain(differencesOf(official, ours)) }
}

const freeze = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })

describe('a token', () => {
  it('is requested once and reused', async () => {
    const { official, ours, found } = await differ(() => undefined, read, read)
    expect(found).toEqual(ALWAYS)
    expect([official.sequence, ours.sequence]).toEqual(Array(2).fill(['pg GET /checkout/v2/order/order-1/status']))
  })

  it.each([
    ['is reused one second before half of its lifetime', -1, 0],
    ['is requested again at half of its lifetime', 0, 1],
  ])('%s', async (_, offset, fetches) => {
    freeze(NOW)
    const identity = (_: unknown, nth: number) =>
      json(200, tokenResponse({ access_token: `token-${nth}`, issued_at: NOW / 1000, expires_at: NOW / 1000 + 600 }))
    const { official, found } = await differ(
      identity,
      (client) => {
        vi.setSystemTime(NOW + 300_000 + offset * 1000)
        return read(client)
      },
      (client) => {
        vi.setSystemTime(NOW)
        return read(client)
      },
    )
    expect(found).toEqual(ALWAYS)
    expect(official.sequence.filter((call) => call === TOKEN_REQUEST)).toHaveLength(fetches)
  })

  it('is reused when the refresh fails', async () => {
    freeze(NOW)
    const old = tokenResponse({ issued_at: NOW / 1000 - 500, expires_at: NOW / 1000 + 100 })
    const { ours, found } = await differ((_, nth) => (nth === 0 ? json(200, old) : json(503, {})), read, read)
    expect(found).toEqual(ALWAYS)
    expect(ours.sequence).toEqual([TOKEN_REQUEST, 'pg GET /checkout/v2/order/order-1/status'])
  })

  it.each([400, 401, 403, 404, 409, 410, 417, 422, 429, 418, 500, 503, 599])(
    'request that fails with %d throws the same exception and sends nothing else',
    async (status) => {
      const body = { code: 'INVALID_CLIENT', errorCode: 'OIM000', message: 'Bad Request', context: { a: 1 } }
      const { ours, found } = await differ(() => json(status, body), read)
      expect(found).toEqual(['accept-header', 'library-headers'].filter((id) => found.includes(id)))
      expect(ours.sequence).toEqual([TOKEN_REQUEST])
    },
  )

  it.each([
    ['no token', tokenResponse({ access_token: '' })],
    ['no lifetime', { access_token: 'token-1', token_type: 'O-Bearer' }],
  ])('response with %s fails before anything is sent by ours', async (_, response) => {
    const { found } = await differ(() => json(200, response), read)
    expect(found).toContain('unusable-token')
    expect(found.filter((id) => id.startsWith('unexplained'))).toEqual([])
  })

  it('response without token_type makes ours use O-Bearer', async () => {
    const { token_type: _, ...response } = tokenResponse()
    const { found } = await differ(() => json(200, response), read)
    expect(found).toEqual([...ALWAYS, 'unusable-token'])
  })
})

describe('concurrent calls', () => {
  const ten = (client: Client) => Promise.allSettled(Array.from({ length: 10 }, () => read(client))).then(() => ({}))
  const tokenRequests = (calls: readonly string[]) => calls.filter((call) => call === TOKEN_REQUEST).length

  it('share the first token request', async () => {
    const { official, ours } = await differ(() => undefined, ten)
    expect([tokenRequests(official.sequence), tokenRequests(ours.sequence)]).toEqual([1, 1])
  })

  it('share one failing token request in ours and make ten in the official package [shared-failure]', async () => {
    const { official, ours } = await differ(() => raw(503), ten)
    expect([tokenRequests(official.sequence), tokenRequests(ours.sequence)]).toEqual([10, 1])
  })

  it('share one refresh after ten 401 responses in ours and make ten in the official package [shared-refresh]', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const counts = []
    for (const side of pair(provider, { kind: 'standard' })) {
      const refused = new Set<string>()
      let tokens = 0
      // The first token is always rejected.
      provider.answering(({ host, headers }) => {
        if (host === 'identity') return json(200, tokenResponse({ access_token: `token-${tokens++}` }))
        const token = headers.authorization ?? ''
        if (!token.endsWith('token-0')) return undefined
        refused.add(token)
        return json(401, {})
      })
      provider.take()
      await ten(side.client)
      counts.push(tokenRequests(provider.take().map(({ host, method, path }) => `${host} ${method} ${path}`)) - 1)
      await side.close()
    }
    expect(counts).toEqual([10, 1])
  })
})

describe('two clients in one process [token-per-client]', () => {
  const used = async (make: (kind: 'standard' | 'custom', id: string) => Side) => {
    const one = make('standard', 'merchant-1')
    const other = make('custom', 'merchant-2')
    provider.answering(({ host, body }) => {
      if (host !== 'identity') return undefined
      return json(200, tokenResponse({ access_token: String(new URLSearchParams(String(body)).get('client_id')) }))
    })
    await read(one.client)
    provider.take()
    await read(other.client)
    const authorization = provider.take().at(-1)?.headers.authorization
    await Promise.all([one.close(), other.close()])
    return authorization
  }

  it('use their own tokens in ours, and the first client’s in the official package', async () => {
    let api: Side['api'] | undefined
    const official = await used((kind, id) => {
      const spec = { kind, credentials: [id, 'secret', 1] as const }
      const side = api ? officialSide(provider, spec, api) : officialSide(provider, spec)
      api = side.api
      return side
    })
    const ours = await used((kind, id) => ourSide(provider, { kind, credentials: [id, 'secret', 1] }))
    expect([official, ours]).toEqual(['O-Bearer merchant-1', 'O-Bearer merchant-2'])
  })
})
