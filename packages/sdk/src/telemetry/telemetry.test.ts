import type { TelemetryEvent } from '@galla/contract/provider/telemetry'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HookTelemetryEvent } from '../hooks/hooks.ts'
import { type BatchResult, createTelemetry, type Telemetry } from './telemetry.ts'

let clock: FakeClock
let background: boolean[]
let warnings: string[]
let emitted: HookTelemetryEvent[]
let telemetry: Telemetry

beforeEach(() => {
  clock = fakeClock()
  background = []
  warnings = []
  emitted = []
})
afterEach(() => telemetry.close())

type SendBatch = (events: readonly TelemetryEvent[]) => Promise<BatchResult>

function start(send: SendBatch): Telemetry {
  const ports = {
    clock: {
      ...clock,
      setTimer(run: () => void, ms: number, isBackground?: boolean) {
        background.push(isBackground === true)
        return clock.setTimer(run, ms)
      },
    },
    random: () => 0,
    warn: (message: string) => warnings.push(message),
  }
  const sender = {
    serialize: (event: TelemetryEvent) => JSON.stringify(event),
    send: (events: readonly string[]) => send(events.map((text) => JSON.parse(text))),
  }
  telemetry = createTelemetry(sender, ports, (event) => emitted.push(event))
  return telemetry
}

const event = (number: number): TelemetryEvent => ({ eventName: 'PAY_SUCCESS', eventTime: number, data: {} })
const add = (count: number, from = 0) => {
  for (let number = from; number < from + count; number += 1) telemetry.add(event(number))
}
const numbers = (batches: readonly (readonly TelemetryEvent[])[]) =>
  batches.map((batch) => batch.map(({ eventTime }) => eventTime))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** Holds batches until the test ends them. */
function heldBatches() {
  const held: { events: readonly TelemetryEvent[]; end: (result: BatchResult) => void }[] = []
  let open = false
  const send: SendBatch = (events) =>
    open ? Promise.resolve('sent') : new Promise((end) => held.push({ events, end }))
  return {
    send,
    held,
    /** Sends all further batches at once. */
    release() {
      open = true
    },
    async end(sent: boolean) {
      for (const { end } of held.splice(0)) end(sent ? 'sent' : 'failed')
      await clock.flush()
    },
  }
}

describe('the interval', () => {
  it('sends after 1 000 ms, then 1 000 ms after each drain, with background timers', async () => {
    const times: number[] = []
    start(async () => {
      times.push(clock.tick())
      return 'sent'
    })
    add(1)
    await clock.advance(999)
    expect(times).toEqual([])
    await clock.advance(1)
    expect(times).toEqual([1_000])
    add(1)
    await clock.advance(999)
    expect(times).toEqual([1_000])
    await clock.advance(1)
    expect(times).toEqual([1_000, 2_000])
    expect(background).toEqual([true, true, true])
  })

  it('starts at the end of a slow drain', async () => {
    const { send, held, end } = heldBatches()
    start(send)
    add(1)
    await clock.advance(3_500)
    add(1)
    await end(true)
    await clock.advance(999)
    expect(held).toHaveLength(0)
    await clock.advance(1)
    expect(held).toHaveLength(1)
    await end(true)
  })

  it('sends nothing while the queue is empty', async () => {
    let sends = 0
    start(async () => {
      sends += 1
      return 'sent'
    })
    await clock.advance(10_000)
    expect(sends).toBe(0)
    expect(emitted).toEqual([])
  })
})

describe('a drain', () => {
  it('sends batches of ten, in order, until the queue is empty', async () => {
    const batches: (readonly TelemetryEvent[])[] = []
    start(async (events) => {
      batches.push(events)
      return 'sent'
    })
    add(95)
    await clock.advance(1_000)
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 5])
    expect(numbers(batches).flat()).toEqual(range(0, 95))
  })

  it('sends at most four batches concurrently', async () => {
    const { send, held, end } = heldBatches()
    start(send)
    add(100)
    await clock.advance(1_000)
    expect(numbers(held.map(({ events }) => events))).toEqual([
      range(0, 10),
      range(10, 20),
      range(20, 30),
      range(30, 40),
    ])
    await end(true)
    expect(held).toHaveLength(4)
    await end(true)
    await end(true)
  })

  it('does not send events that are added while it runs', async () => {
    const { send, held, end } = heldBatches()
    start(send)
    add(5)
    await clock.advance(1_000)
    add(5, 5)
    await end(true)
    expect(held).toHaveLength(0)
    await clock.advance(1_000)
    expect(numbers(held.map(({ events }) => events))).toEqual([range(5, 10)])
    await end(true)
  })
})

describe('a batch that fails', () => {
  it('returns to its place and is sent again a second later', async () => {
    const batches: (readonly TelemetryEvent[])[] = []
    let works = false
    start(async (events) => {
      batches.push(events)
      return works ? 'sent' : 'failed'
    })
    add(25)
    await clock.advance(1_000)
    expect(batches).toHaveLength(3)
    works = true
    batches.length = 0
    add(1, 25)
    await clock.advance(1_000)
    expect(
      numbers(batches)
        .flat()
        .sort((a, b) => a - b),
    ).toEqual(range(0, 26))
    expect(emitted.map(({ type }) => type)).toEqual(['failed', 'failed', 'failed', 'sent', 'sent', 'sent'])
  })

  it('ends the drain, so that a dead host is not tried for every batch', async () => {
    let sends = 0
    start(async () => {
      sends += 1
      return 'failed'
    })
    add(500)
    await clock.advance(1_000)
    expect(sends).toBe(4)
  })

  it('loses its oldest events when the queue is full meanwhile, and emits dropped', async () => {
    const { send, end, release } = heldBatches()
    start(send)
    add(10)
    await clock.advance(1_000)
    add(19_995, 10)
    await end(false)
    expect(emitted).toEqual([
      { type: 'failed', events: 10 },
      { type: 'dropped', events: 5 },
    ])
    expect(warnings).toHaveLength(1)
    release()
  })
})

describe('an outage', () => {
  /** Times of the batches, and how the next ones end. */
  function failing(result: BatchResult) {
    const times: number[] = []
    const state = { result }
    start(async () => {
      times.push(clock.tick() / 1000)
      return state.result
    })
    return { times, state }
  }

  it('is followed by one batch at a time, after pauses that double up to five minutes', async () => {
    const { times } = failing('failed')
    add(1000)
    await clock.advance(1_900_000)
    expect(times.slice(0, 4)).toEqual([1, 1, 1, 1])
    expect(times.slice(4)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 812, 1112, 1412, 1712])
  })

  it('causes one warning, and the next outage another', async () => {
    const { state } = failing('failed')
    add(100)
    await clock.advance(600_000)
    expect(warnings).toEqual([expect.stringContaining('Telemetry is not accepted')])
    state.result = 'sent'
    await clock.advance(300_000)
    state.result = 'failed'
    add(1)
    await clock.advance(300_000)
    expect(warnings).toHaveLength(2)
  })

  it('drops a batch after ten attempts', async () => {
    const { state } = failing('failed')
    add(1)
    await clock.advance(3_600_000)
    expect(emitted.filter(({ type }) => type === 'failed')).toHaveLength(10)
    expect(emitted.at(-1)).toEqual({ type: 'dropped', events: 1 })
    state.result = 'sent'
    add(2, 1)
    await clock.advance(300_000)
    expect(emitted.at(-1)).toEqual({ type: 'sent', events: 2 })
  })

  it('ends with the first batch that is accepted', async () => {
    const { times, state } = failing('failed')
    add(1)
    await clock.advance(60_000)
    state.result = 'sent'
    await telemetry.flush()
    times.length = 0
    await clock.advance(300_000)
    add(1)
    await clock.advance(1_000)
    expect(times).toHaveLength(1)
  })

  it('does not include a batch that the provider refuses: it is dropped, and the next ones are sent', async () => {
    const { times } = failing('dropped')
    add(25)
    await clock.advance(10_000)
    expect(times).toEqual([1, 1, 1])
    expect(emitted.map(({ type }) => type)).toEqual(['dropped', 'dropped', 'dropped'])
    expect(warnings).toHaveLength(1)
  })
})

describe('a full queue', () => {
  it('keeps 20 000 events, drops further ones and warns once', async () => {
    const seen: number[] = []
    start(async (events) => {
      seen.push(...events.map(({ eventTime }) => eventTime))
      return 'sent'
    })
    add(20_003)
    expect(warnings).toEqual(['The telemetry queue is full (20000 events): further events are dropped'])
    expect(emitted).toEqual(Array.from({ length: 3 }, () => ({ type: 'dropped', events: 1 })))
    await clock.advance(1_000)
    expect(seen).toEqual(range(0, 20_000))
    add(20_001)
    expect(warnings).toHaveLength(1)
  })
})

describe('flush and close', () => {
  it('flush sends queued events at once, also after a drain in progress', async () => {
    const { send, held, end } = heldBatches()
    start(send)
    add(3)
    let flushed = false
    const first = telemetry.flush().then(() => {
      flushed = true
    })
    await clock.flush()
    expect(held).toHaveLength(1)
    add(2, 3)
    const second = telemetry.flush()
    await end(true)
    await first
    expect(flushed).toBe(true)
    await clock.flush()
    expect(numbers(held.map(({ events }) => events))).toEqual([[3, 4]])
    await end(true)
    await second
  })

  it('flush resolves when the host is dead and keeps the events', async () => {
    let works = false
    const seen: number[] = []
    start(async (events) => {
      if (works) seen.push(...events.map(({ eventTime }) => eventTime))
      return works ? 'sent' : 'failed'
    })
    add(3)
    await telemetry.flush()
    works = true
    await telemetry.flush()
    expect(seen).toEqual([0, 1, 2])
  })

  it('close sends queued events, stops the interval and can be called twice', async () => {
    let sends = 0
    start(async () => {
      sends += 1
      return 'sent'
    })
    add(1)
    await telemetry.close()
    await telemetry.close()
    expect(sends).toBe(1)
    expect(clock.waiting()).toEqual([])
    add(1)
    await clock.advance(10_000)
    expect(sends).toBe(1)
  })

  it('close during a drain clears all timers', async () => {
    const { send, end } = heldBatches()
    start(send)
    add(1)
    await clock.advance(1_000)
    const closed = telemetry.close()
    await end(true)
    await closed
    expect(clock.waiting()).toEqual([])
  })
})
