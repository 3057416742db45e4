import { tokenResponse } from '@galla/testkit/factories'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { hang, json, raw, resetAfterReading, truncated } from '@galla/testkit/scripted-answers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { until } from '../../support/until.ts'
import { buildRequest } from '../support/calls.ts'
import { differencesOf } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { type ClientSpec, type Observation, observe, officialSide, ourSide, type Side } from '../support/pair.ts'
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

const MERCHANT = ['demo-shop', LEAK_MARKERS.clientSecret, 1] as const
const TOKEN = tokenResponse({ access_token: LEAK_MARKERS.accessToken })
const read = ({ client }: Side) => client.getOrderStatus('order-1')

/** Runs the same action with both packages, one after the other. */
async function both(answers: Answers, act: (side: Side) => unknown, spec: Partial<ClientSpec> = {}) {
  const seen: Observation[] = []
  for (const make of [officialSide, ourSide]) {
    const side = make(provider, { kind: 'standard', credentials: MERCHANT, ...spec })
    provider.answering(
      (request, nth) => answers(request, nth) ?? (request.host === 'identity' ? json(200, TOKEN) : undefined),
    )
    seen.push(await observe(provider, () => act(side)))
    await side.close()
  }
  const [official, ours] = seen as [Observation, Observation]
  return { official, ours, found: explain(differencesOf({ ...official, wire: [] }, { ...ours, wire: [] })) }
}

const errorOf = ({ outcome }: Observation) => ('error' in outcome ? outcome.error : undefined)
const names = (value: unknown) => [...new Set(findLeakMarkers(value).map(({ name }) => name))].sort()

describe('an unreachable provider', () => {
  it('throws an HTTP library error in the official package and a PhonePeException with the same code in ours', async () => {
    const { found } = await both(({ host }) => (host === 'pg' ? resetAfterReading() : undefined), read)
    expect(found).toEqual(['network-failure'])
  })

  it('throws an exception with the status of a reply that is cut off in both, with a code in ours [cut-off-reply]', async () => {
    const cutOff = truncated('{"orderId":"OMO1"', 200)
    const { official, ours } = await both(({ host }) => (host === 'pg' ? cutOff : undefined), read)
    expect(errorOf(official)).toMatchObject({ type: 'PhonePeException', httpStatusCode: 200, message: 'OK' })
    expect(errorOf(ours)).toMatchObject({
      type: 'PhonePeException',
      httpStatusCode: 200,
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('the body is incomplete'),
      outcome: 'unknown',
    })
  })

  it('throws an exception without a status where no reply began', async () => {
    const { ours } = await both(({ host }) => (host === 'pg' ? resetAfterReading() : undefined), read)
    expect(errorOf(ours)).toMatchObject({ code: 'ECONNRESET' })
    expect(errorOf(ours)).not.toHaveProperty('httpStatusCode')
  })

  it('exposes the token in the official error, nothing in ours [secrets-in-errors]', async () => {
    const { official, ours } = await both(({ host }) => (host === 'pg' ? resetAfterReading() : undefined), read)
    expect([names(errorOf(official)), names(errorOf(ours))]).toEqual([['accessToken'], []])
  })

  it('makes the official package log the client secret, and ours nothing [secrets-in-logs]', async () => {
    const logged: unknown[][][] = []
    vi.spyOn(console, 'warn').mockImplementation((...args) => void logged.at(-1)?.push(args))
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

describe('an error response that echoes payer data [payer-data-masked]', () => {
  it('is passed through by the official package and masked by ours', async () => {
    const body = { code: 'BAD_REQUEST', message: `No such payer: ${LEAK_MARKERS.vpa}`, data: { vpa: LEAK_MARKERS.vpa } }
    const { official, ours } = await both(
      ({ host }) => (host === 'pg' ? json(400, body) : undefined),
      ({ api, client }) =>
        (client.pay as (request: unknown) => unknown)(
          buildRequest(api, {
            builder: 'CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder',
            fields: { merchantOrderId: 'order-1', amount: 100, vpa: LEAK_MARKERS.vpa },
          }),
        ),
      { kind: 'custom' },
    )
    expect([names(errorOf(official)), names(errorOf(ours))]).toEqual([['vpa'], []])
  })
})

describe('a redirect', () => {
  it('is followed by the official package only', async () => {
    const { found } = await both(
      ({ path }) =>
        path.includes('order-1') ? raw(302, '', { location: `${provider.origin}/pg/elsewhere` }) : undefined,
      read,
    )
    expect(found).toEqual(['redirect-not-followed'])
  })
})

describe('a hanging provider [timeout]', () => {
  it('is awaited forever by the official package and until the timeout by ours', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pending = officialSide(provider, { kind: 'standard', credentials: MERCHANT })
    const ours = ourSide(provider, { kind: 'standard', credentials: MERCHANT })
    provider.answering(({ host }) => (host === 'pg' ? hang() : undefined))
    provider.take()
    let official = 'pending'
    const end = () => {
      official = 'ended'
    }
    void read(pending).then(end, end)
    const exception = read(ours).catch((error: unknown) => error)
    let requests = 0
    await until(() => {
      requests += provider.take().filter(({ host }) => host === 'pg').length
      return requests === 2
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await exception).toMatchObject({ type: 'PhonePeException', code: 'ETIMEDOUT', outcome: 'unknown' })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(official).toBe('pending')
    await ours.close()
  })
})
