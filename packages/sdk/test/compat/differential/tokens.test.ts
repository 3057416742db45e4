import { json, raw } from '@galla/testkit/answers'
import { tokenReply } from '@galla/testkit/factories/token'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { differencesOf } from '../support/differences.ts'
import { ALWAYS, explain } from '../support/known.ts'
import { officialSide, ourSide, pair, type Side, see } from '../support/pair.ts'
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
const FETCH = 'identity POST /v1/oauth/token'

/** The same on both sides: what the identity host answers, then what is called. */
async function differ(identity: Answers, act: (client: Client) => unknown, before?: (client: Client) => unknown) {
  // The official package writes its failures to the console.
  vi.spyOn(console, 'warn').mockReturnValue()
  const sides = pair(provider, { kind: 'standard', options: { like: '2.0.6' } })
  const seen = []
  for (const { client } of sides) {
    let asked = 0
    provider.answering((request) => (request.host === 'identity' ? identity(request, asked++) : undefined))
    await before?.(client)
    seen.push(await see(provider, () => act(client)))
  }
  await sides[1].end()
  const [official, ours] = seen as [Awaited<ReturnType<typeof see>>, Awaited<ReturnType<typeof see>>]
  return { official, ours, found: explain(differencesOf(official, ours)) }
}

const freeze = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })

describe('a token', () => {
  it('is fetched once and used again', async () => {
    const { official, ours, found } = await differ(() => undefined, read, read)
    expect(found).toEqual(ALWAYS)
    expect([official.sequence, ours.sequence]).toEqual(Array(2).fill(['pg GET /checkout/v2/order/order-1/status']))
  })

  it.each([
    ['one second before half of its life', -1, 0],
    ['at half of its life', 0, 1],
  ])('%s', async (_, offset, fetches) => {
    freeze(NOW)
    const life = (_: unknown, nth: number) =>
      json(200, tokenReply({ access_token: `token-${nth}`, issued_at: NOW / 1000, expires_at: NOW / 1000 + 600 }))
    const { official, found } = await differ(
      life,
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
    expect(official.sequence.filter((call) => call === FETCH)).toHaveLength(fetches)
  })

  it('that cannot be renewed goes on being used', async () => {
    freeze(NOW)
    const old = tokenReply({ issued_at: NOW / 1000 - 500, expires_at: NOW / 1000 + 100 })
    const { ours, found } = await differ((_, nth) => (nth === 0 ? json(200, old) : json(503, {})), read, read)
    expect(found).toEqual(ALWAYS)
    expect(ours.sequence).toEqual([FETCH, 'pg GET /checkout/v2/order/order-1/status'])
  })

  it.each([400, 401, 403, 404, 409, 410, 417, 422, 429, 418, 500, 503, 599])(
    'refused with %d is the same exception, and nothing else is sent',
    async (status) => {
      const body = { code: 'INVALID_CLIENT', errorCode: 'OIM000', message: 'Bad Request', context: { a: 1 } }
      const { ours, found } = await differ(() => json(status, body), read)
      expect(found).toEqual(['accept-header', 'library-headers'].filter((id) => found.includes(id)))
      expect(ours.sequence).toEqual([FETCH])
    },
  )

  it.each([
    ['no token', tokenReply({ access_token: '' })],
    ['no life', { access_token: 'token-1', token_type: 'O-Bearer' }],
  ])('reply with %s sends nothing here', async (_, reply) => {
    const { found } = await differ(() => json(200, reply), read)
    expect(found).toContain('unusable-token')
    expect(found.filter((id) => id.startsWith('unexplained'))).toEqual([])
  })

  it('reply without its type is taken as the one type there is', async () => {
    const { token_type: _, ...reply } = tokenReply()
    const { found } = await differ(() => json(200, reply), read)
    expect(found).toEqual([...ALWAYS, 'unusable-token'])
  })
})

describe('many callers at once', () => {
  const ten = (client: Client) => Promise.allSettled(Array.from({ length: 10 }, () => read(client))).then(() => ({}))
  const fetches = (calls: readonly string[]) => calls.filter((call) => call === FETCH).length

  it('share one first fetch', async () => {
    const { official, ours } = await differ(() => undefined, ten)
    expect([fetches(official.sequence), fetches(ours.sequence)]).toEqual([1, 1])
  })

  it('share one failing fetch here, and wait for ten there [shared-failure]', async () => {
    const { official, ours } = await differ(() => raw(503), ten)
    expect([fetches(official.sequence), fetches(ours.sequence)]).toEqual([10, 1])
  })

  it('share one refresh here after ten refusals, and make ten there [shared-refresh]', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const counts = []
    for (const side of pair(provider, { kind: 'standard' })) {
      const refused = new Set<string>()
      let tokens = 0
      // The first token is refused wherever it is shown.
      provider.answering(({ host, headers }) => {
        if (host === 'identity') return json(200, tokenReply({ access_token: `token-${tokens++}` }))
        const token = headers.authorization ?? ''
        if (!token.endsWith('token-0')) return undefined
        refused.add(token)
        return json(401, {})
      })
      provider.take()
      await ten(side.client)
      counts.push(fetches(provider.take().map(({ host, method, path }) => `${host} ${method} ${path}`)) - 1)
      await side.end()
    }
    expect(counts).toEqual([10, 1])
  })
})

describe('two merchants in one process [token-per-client]', () => {
  const used = async (make: (kind: 'standard' | 'custom', id: string) => Side) => {
    const one = make('standard', 'merchant-1')
    const other = make('custom', 'merchant-2')
    provider.answering(({ host, body }) => {
      if (host !== 'identity') return undefined
      return json(200, tokenReply({ access_token: String(new URLSearchParams(String(body)).get('client_id')) }))
    })
    await read(one.client)
    provider.take()
    await read(other.client)
    const authorization = provider.take().at(-1)?.headers.authorization
    await Promise.all([one.end(), other.end()])
    return authorization
  }

  it('use their own tokens here, and the first one’s there', async () => {
    let door: Side['door'] | undefined
    const official = await used((kind, id) => {
      const wanted = { kind, credentials: [id, 'secret', 1] as const }
      const side = door ? officialSide(provider, wanted, door) : officialSide(provider, wanted)
      door = side.door
      return side
    })
    const ours = await used((kind, id) => ourSide(provider, { kind, credentials: [id, 'secret', 1] }))
    expect([official, ours]).toEqual(['O-Bearer merchant-1', 'O-Bearer merchant-2'])
  })
})
