import { hang, json, raw, resetAfterReading } from '@galla/testkit/answers'
import { CANARIES, findCanaries } from '@galla/testkit/canaries'
import { tokenReply } from '@galla/testkit/factories/token'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { until } from '../../support/until.ts'
import { buildRequest } from '../support/calls.ts'
import { differencesOf } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { officialSide, ourSide, type Seen, type Side, see, type Wanted } from '../support/pair.ts'
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

const MERCHANT = ['tea-stall', CANARIES.clientSecret, 1] as const
const TOKEN = tokenReply({ access_token: CANARIES.accessToken })
const read = ({ client }: Side) => client.getOrderStatus('order-1')

/** The same on both sides, one after the other. */
async function both(answers: Answers, act: (side: Side) => unknown, wanted: Partial<Wanted> = {}) {
  const seen: Seen[] = []
  for (const make of [officialSide, ourSide]) {
    const side = make(provider, { kind: 'standard', credentials: MERCHANT, ...wanted })
    provider.answering(
      (request, nth) => answers(request, nth) ?? (request.host === 'identity' ? json(200, TOKEN) : undefined),
    )
    seen.push(await see(provider, () => act(side)))
    await side.end()
  }
  const [official, ours] = seen as [Seen, Seen]
  return { official, ours, found: explain(differencesOf({ ...official, wire: [] }, { ...ours, wire: [] })) }
}

const raisedBy = ({ outcome }: Seen) => ('raised' in outcome ? outcome.raised : undefined)
const names = (value: unknown) => [...new Set(findCanaries(value).map(({ name }) => name))].sort()

describe('a provider that is not there', () => {
  it('is the HTTP library’s error there and an official one here, with the same code', async () => {
    const { found } = await both(({ host }) => (host === 'pg' ? resetAfterReading() : undefined), read)
    expect(found).toEqual(['network-failure'])
  })

  it('shows the token in the error there and nothing here [secrets-in-errors]', async () => {
    const { official, ours } = await both(({ host }) => (host === 'pg' ? resetAfterReading() : undefined), read)
    expect([names(raisedBy(official)), names(raisedBy(ours))]).toEqual([['accessToken'], []])
  })

  it('shows the client secret in the log there, and nothing is logged here [secrets-in-logs]', async () => {
    const logged: unknown[][][] = []
    vi.spyOn(console, 'warn').mockImplementation((...words) => void logged.at(-1)?.push(words))
    await both(
      ({ host }) => (host === 'identity' ? resetAfterReading() : undefined),
      (side) => {
        logged.push([])
        return read(side)
      },
    )
    expect(logged.map(names)).toEqual([['clientSecret'], []])
    expect(logged[1]).toEqual([])
  })
})

describe('a refusal that echoes the payer [payer-data-masked]', () => {
  it('is passed on there and masked here', async () => {
    const body = { code: 'BAD_REQUEST', message: `No such payer: ${CANARIES.vpa}`, data: { vpa: CANARIES.vpa } }
    const { official, ours } = await both(
      ({ host }) => (host === 'pg' ? json(400, body) : undefined),
      ({ door, client }) =>
        (client.pay as (request: unknown) => unknown)(
          buildRequest(door, {
            builder: 'CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder',
            fields: { merchantOrderId: 'order-1', amount: 100, vpa: CANARIES.vpa },
          }),
        ),
      { kind: 'custom' },
    )
    expect([names(raisedBy(official)), names(raisedBy(ours))]).toEqual([['vpa'], []])
  })
})

describe('a provider that moves', () => {
  it('is followed there and not here', async () => {
    const { found } = await both(
      ({ path }) =>
        path.includes('order-1') ? raw(302, '', { location: `${provider.origin}/pg/elsewhere` }) : undefined,
      read,
    )
    expect(found).toEqual(['redirect-not-followed'])
  })
})

describe('a provider that never answers [timeout]', () => {
  it('is waited for without end there, and so long and no longer here', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = officialSide(provider, { kind: 'standard', credentials: MERCHANT })
    const ours = ourSide(provider, { kind: 'standard', credentials: MERCHANT })
    provider.answering(({ host }) => (host === 'pg' ? hang() : undefined))
    provider.take()
    let official = 'waiting'
    const end = () => {
      official = 'ended'
    }
    void read(waiting).then(end, end)
    const exception = read(ours).catch((error: unknown) => error)
    let asked = 0
    await until(() => {
      asked += provider.take().filter(({ host }) => host === 'pg').length
      return asked === 2
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await exception).toMatchObject({ type: 'PhonePeException', code: 'ETIMEDOUT', outcome: 'unknown' })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(official).toBe('waiting')
    await ours.end()
  })
})
