import { tokenResponse } from '@galla/testkit/factories'
import { json, raw } from '@galla/testkit/scripted-answers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../support/until.ts'
import { CALLS, type ClientKind, makeCall } from '../support/calls.ts'
import { compare } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { type ClientSpec, officialSide, ourSide, type Side } from '../support/pair.ts'
import { type Answers, type RecordingProvider, recordingProvider, type WireRequest } from '../support/provider.ts'

let provider: RecordingProvider
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())

const NOW = 1_750_000_000_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW })
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Event {
  merchantOrderId?: string
  eventName: string
  data: { [field: string]: unknown }
}
interface Batch {
  events: Event[]
  source: string
  clientVersion: string
}

const REFUSED = { code: 'SOME_CODE', message: 'Something was wrong', data: { hint: 1 } }

/** The batches of one side after a session and its first interval. */
async function batchesOf(
  side: Side,
  kind: ClientKind,
  answers: Answers,
  made = CALLS.filter((one) => one.client === kind),
) {
  provider.answering(answers)
  for (const one of made) await makeCall(side.api, side.client, one).catch(() => undefined)
  provider.take()
  const wire: WireRequest[] = []
  await vi.advanceTimersByTimeAsync(1_000)
  await until(() => {
    wire.push(...provider.take().filter(({ host }) => host === 'events'))
    return eventsOf(wire).length >= made.length + 2
  })
  return wire
}

const eventsOf = (wire: readonly WireRequest[]) => wire.flatMap(({ body }) => (body as Batch).events)

/** Batches are sent concurrently, so their order is undefined; fields that may differ are not part of the key. */
const sorted = (events: readonly Event[]) =>
  events.map((event) => [sortKey(event), event] as const).sort(([a], [b]) => (a < b ? -1 : 1))

const sortKey = ({ merchantOrderId, eventName, data }: Event) => {
  const { apiPath, expireAfter, paymentInstrument, targetApp, amount } = data
  const subject = eventName.replace(/_(?:SUCCESS|FAILED)$/, '')
  return JSON.stringify([subject, merchantOrderId, apiPath, expireAfter, paymentInstrument, targetApp, amount])
}

async function differ(kind: ClientKind, answers: Answers) {
  const spec: ClientSpec = { kind, environment: 'PRODUCTION', publish: true }
  const official = await batchesOf(officialSide(provider, spec), kind, answers)
  // An official client cannot be stopped; without its timers it does not disturb the next session.
  vi.clearAllTimers()
  vi.setSystemTime(NOW)
  const side = ourSide(provider, spec)
  const ours = await batchesOf(side, kind, answers)
  await side.close()
  const [officialEvents, ourEvents] = [official, ours].map((wire) => sorted(eventsOf(wire)).map(([, event]) => event))
  const [one, other] = [official[0], ours[0]].map(
    (wire) => wire && { ...wire, body: { ...(wire.body as Batch), events: [] } },
  )
  if (!officialEvents || !ourEvents || !one || !other) throw new Error('no events were sent')
  expect(ourEvents.length).toBe(officialEvents.length)
  return explain([
    ...compare('wire', { ...one, body: undefined }, { ...other, body: undefined }),
    ...compare('telemetry', one.body, other.body),
    ...officialEvents.flatMap((event, index) => compare('telemetry', event, ourEvents[index])),
  ])
}

const refusing: Answers = ({ host }) => (host === 'pg' || host === 'cards' ? json(400, REFUSED) : undefined)

describe('telemetry events', () => {
  it.each(['standard', 'custom'] as const)('of the %s client equal the official ones after success', async (kind) => {
    expect(await differ(kind, () => undefined)).toEqual(['library-headers', 'version'])
  })

  it('of the standard client equal the official ones after errors', async () => {
    expect(await differ('standard', refusing)).toEqual(['library-headers', 'telemetry-exception', 'version'])
  })

  it('of the custom client equal the official ones after errors', async () => {
    const expected = ['library-headers', 'telemetry-exception', 'telemetry-failure', 'version']
    expect(await differ('custom', refusing)).toEqual(expected)
  })

  it('of a failed token refresh equal the official one', async () => {
    const old = tokenResponse({ issued_at: NOW / 1000 - 500, expires_at: NOW / 1000 + 100 })
    const fallbacks = []
    for (const side of [officialSide, ourSide]) {
      vi.setSystemTime(NOW)
      const made = side(provider, { kind: 'standard', environment: 'PRODUCTION', publish: true })
      let requests = 0
      const wire = await batchesOf(
        made,
        'standard',
        ({ host }) => (host === 'identity' ? (requests++ === 0 ? json(200, old) : json(503, REFUSED)) : undefined),
        CALLS.filter(({ client, call }) => client === 'standard' && call.method === 'refund').flatMap((one) => [
          one,
          one,
        ]),
      )
      fallbacks.push(eventsOf(wire).find(({ eventName }) => eventName === 'OAUTH_FETCH_FAILED_USED_CACHED_TOKEN'))
      provider.answering(() => undefined)
      await made.close()
      // An official client cannot be stopped; without its timers it does not disturb the next session.
      vi.clearAllTimers()
    }
    expect(fallbacks[1]).toBeDefined()
    expect(explain(compare('telemetry', fallbacks[0], fallbacks[1]))).toEqual(['version'])
  })
})

describe('no telemetry is sent', () => {
  it.each([
    ['in SANDBOX', { environment: 'SANDBOX', publish: true }],
    ['in PRODUCTION with publish: false', { environment: 'PRODUCTION', publish: false }],
  ] as const)('%s', async (_, spec) => {
    for (const side of [officialSide, ourSide]) {
      const made = side(provider, { kind: 'standard', ...spec })
      await made.client.getOrderStatus('order-1')
      await vi.advanceTimersByTimeAsync(5_000)
      await made.close()
    }
    expect(provider.take().filter(({ host }) => host === 'events')).toEqual([])
  })
})

describe('a batch that failed [failed-batch-kept]', () => {
  it('is sent again by ours and lost by the official package', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const sent = []
    for (const side of [officialSide, ourSide]) {
      const made = side(provider, { kind: 'standard', environment: 'PRODUCTION', publish: true })
      const one = CALLS.filter(({ client }) => client === 'standard').slice(0, 1)
      let batches = 0
      await batchesOf(
        made,
        'standard',
        ({ host }) => (host === 'events' && batches++ === 0 ? raw(503) : undefined),
        one,
      )
      await made.client.getOrderStatus('later')
      provider.take()
      await vi.advanceTimersByTimeAsync(1_000)
      const wire: WireRequest[] = []
      await until(() => {
        wire.push(...provider.take().filter(({ host }) => host === 'events'))
        return wire.length > 0
      })
      sent.push(eventsOf(wire).length)
      await made.close()
      vi.clearAllTimers()
    }
    // Two startup events and a payment are kept; the status is new.
    expect(sent).toEqual([1, 4])
  })
})

describe('the telemetry timer [process-may-end]', () => {
  it('keeps the process alive in the official package only', () => {
    vi.useRealTimers()
    const real = vi.spyOn(globalThis, 'setTimeout')
    const held = [officialSide, ourSide].map((side) => {
      real.mockClear()
      const made = side(provider, { kind: 'standard', environment: 'PRODUCTION', publish: true })
      const timers = real.mock.results.map(({ value }) => value as NodeJS.Timeout)
      const alive = timers.some((timer) => timer.hasRef())
      for (const timer of timers) clearTimeout(timer)
      return made.close().then(() => alive)
    })
    return expect(Promise.all(held)).resolves.toEqual([true, false])
  })
})
