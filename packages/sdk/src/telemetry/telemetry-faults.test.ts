import type { TelemetryEvent } from '@galla/contract/provider/telemetry'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HookTelemetryEvent } from '../hooks/hooks.ts'
import { type BatchResult, createTelemetry, type Telemetry } from './telemetry.ts'

let clock: FakeClock
let warnings: string[]
let emitted: HookTelemetryEvent[]
let telemetry: Telemetry

beforeEach(() => {
  clock = fakeClock()
  warnings = []
  emitted = []
})
afterEach(() => telemetry.close())

function start(send: (events: readonly TelemetryEvent[]) => Promise<BatchResult>): void {
  const sender = {
    serialize: (event: TelemetryEvent) => JSON.stringify(event),
    send: (events: readonly string[]) => send(events.map((text) => JSON.parse(text))),
  }
  const ports = { clock, random: () => 0, warn: (message: string) => void warnings.push(message) }
  telemetry = createTelemetry(sender, ports, (event) => emitted.push(event))
}

const event = (number: number): TelemetryEvent => ({ eventName: 'PAY_SUCCESS', eventTime: number, data: {} })
const add = (count: number, from = 0) => {
  for (let number = from; number < from + count; number += 1) telemetry.add(event(number))
}
const numbers = (batches: readonly (readonly TelemetryEvent[])[]) =>
  batches.map((batch) => batch.map(({ eventTime }) => eventTime))

describe('an event that is no JSON', () => {
  const circular: TelemetryEvent['data'] = { exceptionData: {} }
  Object.assign(circular.exceptionData as object, { circular })
  const throwing = {
    exceptionData: {
      toJSON() {
        throw new Error('of the caller')
      },
    },
  }

  it.each<[string, TelemetryEvent['data']]>([
    ['a bigint', { amount: 100n as unknown as number }],
    ['a value that contains itself', circular],
    ['a value that throws', throwing],
  ])('is dropped and counted, and those beside it are sent: %s', async (_what, data) => {
    const batches: (readonly TelemetryEvent[])[] = []
    start(async (events) => {
      batches.push(events)
      return 'sent'
    })
    add(1)
    for (let turn = 0; turn < 2; turn += 1) telemetry.add({ ...event(7), data })
    add(1, 1)
    await clock.advance(1_000)
    expect(numbers(batches)).toEqual([[0, 1]])
    expect(emitted).toEqual([
      { type: 'dropped', events: 1 },
      { type: 'dropped', events: 1 },
      { type: 'sent', events: 2 },
    ])
    expect(warnings).toEqual([expect.stringContaining('cannot be serialised as JSON')])
    add(1, 2)
    await telemetry.flush()
    expect(numbers(batches)).toEqual([[0, 1], [2]])
  })
})

describe('an event', () => {
  it('is sent as it was when it was added, whatever the caller changes later', async () => {
    const batches: (readonly TelemetryEvent[])[] = []
    start(async (events) => {
      batches.push(events)
      return 'sent'
    })
    const deviceContext: { deviceOS: string; self?: unknown } = { deviceOS: 'IOS' }
    telemetry.add({ ...event(0), data: { deviceContext } })
    deviceContext.deviceOS = 'ANDROID'
    deviceContext.self = deviceContext
    await clock.advance(1_000)
    expect(batches).toEqual([[{ ...event(0), data: { deviceContext: { deviceOS: 'IOS' } } }]])
  })
})

describe('a batch whose sending throws', () => {
  it('counts as failed, rejects no flush and ends no interval', async () => {
    let works = false
    const seen: number[] = []
    start(async (events) => {
      if (!works) throw new Error('a fault of the transport')
      seen.push(...events.map(({ eventTime }) => eventTime))
      return 'sent'
    })
    add(3)
    await clock.advance(1_000)
    await telemetry.flush()
    expect(emitted).toEqual([
      { type: 'failed', events: 3 },
      { type: 'failed', events: 3 },
    ])
    expect(warnings).toEqual([expect.stringContaining('Telemetry is not accepted')])
    works = true
    await clock.advance(2_000)
    expect(seen).toEqual([0, 1, 2])
  })
})

describe('a warning that throws', () => {
  it('ends neither the drain nor the interval', async () => {
    const batches: (readonly TelemetryEvent[])[] = []
    let works = false
    start(async (events) => {
      batches.push(events)
      return works ? 'sent' : 'failed'
    })
    warnings = new Proxy(warnings, {
      get() {
        throw new Error('a fault of the console')
      },
    })
    add(1)
    await clock.advance(1_000)
    await telemetry.flush()
    works = true
    await clock.advance(2_000)
    expect(numbers(batches)).toEqual([[0], [0], [0]])
  })
})
