import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { beforeEach, describe, expect, it } from 'vitest'
import { SERVER_MS, scanning, viewOf } from '../../test/helpers/payer-view.ts'
import type { Answer, PayerClient } from './payer-client.ts'
import { createSession } from './payment-session.ts'

/** A server whose answers the test gives by hand, and a clock that stands until it is moved. */
function counter() {
  const asked: { what: 'status' | 'pay'; answer: (answer: Answer) => void }[] = []
  const streams: { heard: (view: PayerView) => void; signal: AbortSignal; end: () => void }[] = []
  const timers: { work: () => void; ms: number }[] = []
  const clock = { nowMs: 0 }
  let changed = () => {}
  const presence = {
    here: true,
    online: true,
    watch(listener: () => void) {
      changed = listener
      return () => {
        changed = () => {}
      }
    },
  }
  const ask = (what: 'status' | 'pay') => new Promise<Answer>((answer) => asked.push({ what, answer }))
  const client: PayerClient = {
    status: () => ask('status'),
    pay: () => ask('pay'),
    live: (heard, signal) => new Promise((end) => streams.push({ heard, signal, end })),
  }
  const later = (work: () => void, ms: number) => {
    const timer = { work, ms }
    timers.push(timer)
    return () => {
      const at = timers.indexOf(timer)
      if (at >= 0) timers.splice(at, 1)
    }
  }
  const session = createSession({ client, presence: () => presence, now: () => clock.nowMs, later })
  return {
    session,
    asked,
    streams,
    timers,
    clock,
    presence,
    notice: () => changed(),
    waits: () => timers.map(({ ms }) => ms),
    fire: () => timers.shift()?.work(),
    async answer(index: number, answer: Answer) {
      asked[index]?.answer(answer)
      await settled()
    },
    async endStream(index: number) {
      streams[index]?.end()
      await settled()
    },
  }
}

async function settled() {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const said = (view: PayerView): Answer => ({ kind: 'answer', view })
const lost: Answer = { kind: 'lost' }
const QR_PAY = { paymentMode: { type: 'UPI_QR' } } as const

let room: ReturnType<typeof counter>
beforeEach(() => {
  room = counter()
})

describe('a session that nobody listens to', () => {
  it('does nothing', () => {
    expect(room.asked).toEqual([])
    expect(room.session.snapshot().payment.phase).toBe('loading')
  })

  it('begins once for a listener that leaves and comes back at once, as in strict mode', () => {
    room.session.subscribe(() => {})()
    room.session.subscribe(() => {})
    expect(room.asked).toHaveLength(1)
    expect(room.timers).toEqual([])
  })

  it('stops when its last listener stays away', async () => {
    const leave = room.session.subscribe(() => {})
    await room.answer(0, said(viewOf()))
    leave()
    room.timers.find(({ ms }) => ms === 0)?.work()
    expect(room.streams[0]?.signal.aborted).toBe(true)
    expect(room.waits().filter((ms) => ms > 0)).toEqual([])
  })
})

describe('asking', () => {
  beforeEach(() => {
    room.session.subscribe(() => {})
  })

  it('keeps the server’s rhythm when the stream does not come', async () => {
    await room.answer(0, said(viewOf()))
    await room.endStream(0)
    expect(room.waits()).toEqual([3_000])
    room.fire()
    await room.answer(1, said(viewOf({ pollAfterMs: 10_000 })))
    expect(room.waits()).toEqual([10_000])
    expect(room.streams).toHaveLength(1)
  })

  it('leaves it to a stream that works, but for the last look when the time is over', async () => {
    await room.answer(0, said(scanning()))
    room.streams[0]?.heard(scanning({ nowMs: SERVER_MS + 1_000 }))
    expect(room.waits()).toEqual([899_000])
  })

  it('looks at zero, and goes on in the server’s rhythm from there', async () => {
    await room.answer(0, said(scanning({ expiresAtMs: SERVER_MS + 2_000 })))
    expect(room.waits()).toEqual([2_000])
    room.clock.nowMs = 2_000
    room.fire()
    expect(room.asked).toHaveLength(2)
    const over = scanning({ nowMs: SERVER_MS + 2_001, expiresAtMs: SERVER_MS + 2_000, note: 'expired' })
    await room.answer(1, said(over))
    expect(room.session.snapshot().payment.phase).toBe('expired')
    expect(room.waits()).toEqual([3_000])
  })

  it('waits longer after each look that nobody answered, and never hammers', async () => {
    const waits: number[] = []
    for (let look = 0; look < 7; look++) {
      await room.answer(look, lost)
      waits.push(...room.waits())
      room.fire()
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    expect(room.session.snapshot().line).toBe('down')
  })

  it('tries a stream again that worked and broke, after a look', async () => {
    await room.answer(0, said(viewOf()))
    room.streams[0]?.heard(viewOf())
    await room.endStream(0)
    room.fire()
    await room.answer(1, said(viewOf()))
    expect(room.streams).toHaveLength(2)
  })

  it('stops for good when the order is decided', async () => {
    const { pollAfterMs: _, ...done } = viewOf({ state: 'COMPLETED' })
    await room.answer(0, said(done))
    expect(room.waits()).toEqual([])
    expect(room.streams).toEqual([])
    room.notice()
    expect(room.asked).toHaveLength(1)
  })

  it('gives up on a token that the server refuses', async () => {
    await room.answer(0, { kind: 'refused', status: 401, code: 'TOKEN_EXPIRED', message: '' })
    expect(room.session.snapshot().payment).toEqual({ phase: 'broken', why: 'refused' })
    expect(room.waits()).toEqual([])
  })
})

describe('presence', () => {
  beforeEach(async () => {
    room.session.subscribe(() => {})
    await room.answer(0, said(viewOf()))
  })

  it('hidden: hangs up and plans nothing; seen again: looks at once', async () => {
    room.presence.here = false
    room.notice()
    expect(room.streams[0]?.signal.aborted).toBe(true)
    expect(room.waits()).toEqual([])
    room.presence.here = true
    room.notice()
    expect(room.asked).toHaveLength(2)
    await room.answer(1, said(viewOf()))
    expect(room.streams).toHaveLength(2)
  })

  it('offline: says so and keeps what is known', () => {
    Object.assign(room.presence, { here: false, online: false })
    room.notice()
    expect(room.session.snapshot()).toMatchObject({ line: 'down', payment: { phase: 'choose' } })
    expect(room.waits()).toEqual([])
  })
})

describe('paying', () => {
  beforeEach(async () => {
    room.session.subscribe(() => {})
    await room.answer(0, said(viewOf()))
  })

  it('sends one thing at a time', async () => {
    const first = room.session.pay(QR_PAY)
    expect(await room.session.pay(QR_PAY)).toBeUndefined()
    await room.answer(1, said(scanning()))
    expect(await first).toMatchObject({ state: 'PENDING' })
    expect(room.asked.filter(({ what }) => what === 'pay')).toHaveLength(1)
    expect(room.session.snapshot()).toMatchObject({ sending: false, payment: { phase: 'waiting' } })
  })

  it('looks where the order stands when it was refused, and keeps the reason', async () => {
    void room.session.pay(QR_PAY)
    await room.answer(1, { kind: 'refused', status: 409, code: 'ORDER_CLOSED', message: 'closed' })
    expect(room.asked[2]?.what).toBe('status')
    await room.answer(2, said(viewOf()))
    expect(room.session.snapshot()).toMatchObject({ sending: false, refusal: { code: 'ORDER_CLOSED' } })
  })

  it('is settled by its own answer, even when the stream was faster', async () => {
    const taken = room.session.pay(QR_PAY)
    room.streams[0]?.heard(scanning())
    expect(room.session.snapshot()).toMatchObject({ sending: true, payment: { phase: 'waiting' } })
    await room.answer(1, said(scanning()))
    expect(await taken).toBeDefined()
    expect(room.session.snapshot().sending).toBe(false)
  })

  it('never goes back: an old look does not undo what came after it', async () => {
    void room.session.look()
    room.streams[0]?.heard(viewOf({ state: 'COMPLETED' }))
    await room.answer(1, said(viewOf()))
    expect(room.session.snapshot().payment.phase).toBe('done')
  })
})

it('an old look that saw less does not hide what the stream has shown since', async () => {
  room.session.subscribe(() => {})
  await room.answer(0, said(viewOf({ state: 'PENDING' })))
  void room.session.look()
  room.streams[0]?.heard(scanning())
  await room.answer(1, said(viewOf({ state: 'PENDING' })))
  expect(room.session.snapshot().payment).toMatchObject({ view: { payment: { type: 'UPI_QR' } } })
})

it('without a token there is nothing to ask', () => {
  const session = createSession({
    client: undefined,
    presence: () => room.presence,
    now: () => 0,
    later: () => () => {},
  })
  session.subscribe(() => {})
  expect(session.snapshot().payment).toEqual({ phase: 'broken', why: 'no-token' })
})
