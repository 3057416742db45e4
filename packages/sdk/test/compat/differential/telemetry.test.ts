import { json, raw } from '@galla/testkit/answers'
import { tokenReply } from '@galla/testkit/factories/token'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../support/until.ts'
import { CALLS, type ClientKind, makeCall } from '../support/calls.ts'
import { compare } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { officialSide, ourSide, type Side, type Wanted } from '../support/pair.ts'
import { type Answers, type RecordingProvider, recordingProvider, type Wire } from '../support/provider.ts'

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

/** What one side tells of a session, once its first tick has come. */
async function told(side: Side, kind: ClientKind, answers: Answers, made = CALLS.filter((one) => one.client === kind)) {
  provider.answering(answers)
  for (const one of made) await makeCall(side.door, side.client, one).catch(() => undefined)
  provider.take()
  const wire: Wire[] = []
  await vi.advanceTimersByTimeAsync(1_000)
  await until(() => {
    wire.push(...provider.take().filter(({ host }) => host === 'events'))
    return eventsOf(wire).length >= made.length + 2
  })
  return wire
}

const eventsOf = (wire: readonly Wire[]) => wire.flatMap(({ body }) => (body as Batch).events)

/** Batches of a tick are sent side by side, so their order says nothing; what may be told differently does not sort. */
const sorted = (events: readonly Event[]) =>
  events.map((event) => [sortKey(event), event] as const).sort(([a], [b]) => (a < b ? -1 : 1))

const sortKey = ({ merchantOrderId, eventName, data }: Event) => {
  const { apiPath, expireAfter, paymentInstrument, targetApp, amount } = data
  const subject = eventName.replace(/_(?:SUCCESS|FAILED)$/, '')
  return JSON.stringify([subject, merchantOrderId, apiPath, expireAfter, paymentInstrument, targetApp, amount])
}

async function differ(kind: ClientKind, answers: Answers) {
  const wanted: Wanted = { kind, environment: 'PRODUCTION', publish: true }
  const official = await told(officialSide(provider, wanted), kind, answers)
  // An official client never stops, and would speak into the next session; both happen at the same moment.
  vi.clearAllTimers()
  vi.setSystemTime(NOW)
  const side = ourSide(provider, wanted)
  const ours = await told(side, kind, answers)
  await side.end()
  const [there, here] = [official, ours].map((wire) => sorted(eventsOf(wire)).map(([, event]) => event))
  const [one, other] = [official[0], ours[0]].map(
    (wire) => wire && { ...wire, body: { ...(wire.body as Batch), events: [] } },
  )
  if (!there || !here || !one || !other) throw new Error('nothing was told')
  expect(here.length).toBe(there.length)
  return explain([
    ...compare('wire', { ...one, body: undefined }, { ...other, body: undefined }),
    ...compare('telemetry', one.body, other.body),
    ...there.flatMap((event, index) => compare('telemetry', event, here[index])),
  ])
}

const refusing: Answers = ({ host }) => (host === 'pg' || host === 'cards' ? json(400, REFUSED) : undefined)

describe('what is told of the calls', () => {
  it.each(['standard', 'custom'] as const)('of the %s client, all answered', async (kind) => {
    expect(await differ(kind, () => undefined)).toEqual(['library-headers', 'version'])
  })

  it('of the standard client, all refused', async () => {
    expect(await differ('standard', refusing)).toEqual(['library-headers', 'telemetry-exception', 'version'])
  })

  it('of the custom client, all refused', async () => {
    const expected = ['library-headers', 'telemetry-exception', 'telemetry-failure', 'version']
    expect(await differ('custom', refusing)).toEqual(expected)
  })

  it('of a token that could not be renewed', async () => {
    const old = tokenReply({ issued_at: NOW / 1000 - 500, expires_at: NOW / 1000 + 100 })
    const fallbacks = []
    for (const side of [officialSide, ourSide]) {
      vi.setSystemTime(NOW)
      const made = side(provider, { kind: 'standard', environment: 'PRODUCTION', publish: true })
      let asked = 0
      const wire = await told(
        made,
        'standard',
        ({ host }) => (host === 'identity' ? (asked++ === 0 ? json(200, old) : json(503, REFUSED)) : undefined),
        CALLS.filter(({ client, call }) => client === 'standard' && call.method === 'refund').flatMap((one) => [
          one,
          one,
        ]),
      )
      fallbacks.push(eventsOf(wire).find(({ eventName }) => eventName === 'OAUTH_FETCH_FAILED_USED_CACHED_TOKEN'))
      provider.answering(() => undefined)
      await made.end()
      // An official client never stops, and would speak into the next session.
      vi.clearAllTimers()
    }
    expect(fallbacks[1]).toBeDefined()
    expect(explain(compare('telemetry', fallbacks[0], fallbacks[1]))).toEqual(['version'])
  })
})

describe('nothing is told', () => {
  it.each([
    ['in SANDBOX', { environment: 'SANDBOX', publish: true }],
    ['in PRODUCTION, when it is not wanted', { environment: 'PRODUCTION', publish: false }],
  ] as const)('%s', async (_, wanted) => {
    for (const side of [officialSide, ourSide]) {
      const made = side(provider, { kind: 'standard', ...wanted })
      await made.client.getOrderStatus('order-1')
      await vi.advanceTimersByTimeAsync(5_000)
      await made.end()
    }
    expect(provider.take().filter(({ host }) => host === 'events')).toEqual([])
  })
})

describe('a batch that the provider did not take [failed-batch-kept]', () => {
  it('is sent again here and lost there', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const sent = []
    for (const side of [officialSide, ourSide]) {
      const made = side(provider, { kind: 'standard', environment: 'PRODUCTION', publish: true })
      const one = CALLS.filter(({ client }) => client === 'standard').slice(0, 1)
      let batches = 0
      await told(made, 'standard', ({ host }) => (host === 'events' && batches++ === 0 ? raw(503) : undefined), one)
      await made.client.getOrderStatus('later')
      provider.take()
      await vi.advanceTimersByTimeAsync(1_000)
      const wire: Wire[] = []
      await until(() => {
        wire.push(...provider.take().filter(({ host }) => host === 'events'))
        return wire.length > 0
      })
      sent.push(eventsOf(wire).length)
      await made.end()
      vi.clearAllTimers()
    }
    // Two beginnings and a pay came back; the status is new.
    expect(sent).toEqual([1, 4])
  })
})

describe('the timer behind it [process-may-end]', () => {
  it('keeps a program alive there and not here', () => {
    vi.useRealTimers()
    const real = vi.spyOn(globalThis, 'setTimeout')
    const held = [officialSide, ourSide].map((side) => {
      real.mockClear()
      const made = side(provider, { kind: 'standard', environment: 'PRODUCTION', publish: true })
      const timers = real.mock.results.map(({ value }) => value as NodeJS.Timeout)
      const alive = timers.some((timer) => timer.hasRef())
      for (const timer of timers) clearTimeout(timer)
      return made.end().then(() => alive)
    })
    return expect(Promise.all(held)).resolves.toEqual([true, false])
  })
})
