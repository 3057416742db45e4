import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { beforeEach, describe, expect, it } from 'vitest'
import { SERVER_MS, scanning, viewOf } from '../../test/helpers/payer-view.ts'
import type { PayerClient, PayerResponse } from './payer-client.ts'
import { createSession } from './payment-session.ts'

/** A session with a client whose replies the test gives, timers that the test fires, and a clock that the test sets. */
function setUp() {
  const requests: { kind: 'status' | 'pay'; reply: (response: PayerResponse) => void }[] = []
  const streams: { onView: (view: PayerView) => void; signal: AbortSignal; end: () => void }[] = []
  const timers: { work: () => void; ms: number }[] = []
  const clock = { nowMs: 0 }
  let onPresenceChange = () => {}
  const presence = {
    active: true,
    online: true,
    subscribe(listener: () => void) {
      onPresenceChange = listener
      return () => {
        onPresenceChange = () => {}
      }
    },
  }
  const send = (kind: 'status' | 'pay') =>
    new Promise<PayerResponse>((response) => requests.push({ kind, reply: response }))
  const client: PayerClient = {
    status: () => send('status'),
    pay: () => send('pay'),
    live: (onView, signal) => new Promise((end) => streams.push({ onView, signal, end })),
  }
  const schedule = (work: () => void, ms: number) => {
    const timer = { work, ms }
    timers.push(timer)
    return () => {
      const at = timers.indexOf(timer)
      if (at >= 0) timers.splice(at, 1)
    }
  }
  const session = createSession({ client, presence: () => presence, now: () => clock.nowMs, schedule })
  return {
    session,
    requests,
    streams,
    timers,
    clock,
    presence,
    changePresence: (change: Partial<Pick<typeof presence, 'active' | 'online'>> = {}) => {
      Object.assign(presence, change)
      onPresenceChange()
    },
    delays: () => timers.map(({ ms }) => ms),
    fireTimer: () => timers.shift()?.work(),
    async reply(index: number, response: PayerResponse) {
      requests[index]?.reply(response)
      await microtasks()
    },
    async endStream(index: number) {
      streams[index]?.end()
      await microtasks()
    },
  }
}

async function microtasks() {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const responseWith = (view: PayerView): PayerResponse => ({ kind: 'view', view })
const NO_ANSWER: PayerResponse = { kind: 'no-answer' }
const QR_PAY = { paymentMode: { type: 'UPI_QR' } } as const

let test: ReturnType<typeof setUp>
beforeEach(() => {
  test = setUp()
})

describe('without subscribers', () => {
  it('sends nothing', () => {
    expect(test.requests).toEqual([])
    expect(test.session.snapshot().payment.phase).toBe('loading')
  })

  it('sends one request for a listener that resubscribes at once, as in strict mode', () => {
    test.session.subscribe(() => {})()
    test.session.subscribe(() => {})
    expect(test.requests).toHaveLength(1)
    expect(test.timers).toEqual([])
  })

  it('stops after the last listener leaves', async () => {
    const leave = test.session.subscribe(() => {})
    await test.reply(0, responseWith(viewOf()))
    leave()
    test.timers.find(({ ms }) => ms === 0)?.work()
    expect(test.streams[0]?.signal.aborted).toBe(true)
    expect(test.delays().filter((ms) => ms > 0)).toEqual([])
  })
})

describe('status checks', () => {
  beforeEach(() => {
    test.session.subscribe(() => {})
  })

  it('follow pollAfterMs when there is no stream', async () => {
    await test.reply(0, responseWith(viewOf()))
    await test.endStream(0)
    expect(test.delays()).toEqual([3_000])
    test.fireTimer()
    await test.reply(1, responseWith(viewOf({ pollAfterMs: 10_000 })))
    expect(test.delays()).toEqual([10_000])
    expect(test.streams).toHaveLength(1)
  })

  it('pause while a stream works, apart from the one at expiry', async () => {
    await test.reply(0, responseWith(scanning()))
    test.streams[0]?.onView(scanning({ nowMs: SERVER_MS + 1_000 }))
    expect(test.delays()).toEqual([899_000])
  })

  it('run at expiry and then follow pollAfterMs', async () => {
    await test.reply(0, responseWith(scanning({ expiresAtMs: SERVER_MS + 2_000 })))
    expect(test.delays()).toEqual([2_000])
    test.clock.nowMs = 2_000
    test.fireTimer()
    expect(test.requests).toHaveLength(2)
    const over = scanning({ nowMs: SERVER_MS + 2_001, expiresAtMs: SERVER_MS + 2_000, note: 'expired' })
    await test.reply(1, responseWith(over))
    expect(test.session.snapshot().payment.phase).toBe('expired')
    expect(test.delays()).toEqual([3_000])
  })

  it('back off up to 15 s while the server does not answer', async () => {
    const delays: number[] = []
    for (let attempt = 0; attempt < 7; attempt++) {
      await test.reply(attempt, NO_ANSWER)
      delays.push(...test.delays())
      test.fireTimer()
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    expect(test.session.snapshot().connection).toBe('down')
  })

  it('reopen a stream that worked and broke', async () => {
    await test.reply(0, responseWith(viewOf()))
    test.streams[0]?.onView(viewOf())
    await test.endStream(0)
    test.fireTimer()
    await test.reply(1, responseWith(viewOf()))
    expect(test.streams).toHaveLength(2)
  })

  it('end when the order is final', async () => {
    const { pollAfterMs: _, ...done } = viewOf({ state: 'COMPLETED' })
    await test.reply(0, responseWith(done))
    expect(test.delays()).toEqual([])
    expect(test.streams).toEqual([])
    test.changePresence()
    expect(test.requests).toHaveLength(1)
  })

  it('end when the server refuses the token', async () => {
    await test.reply(0, { kind: 'refused', status: 401, code: 'TOKEN_EXPIRED', message: '' })
    expect(test.session.snapshot().payment).toEqual({ phase: 'unavailable', reason: 'refused' })
    expect(test.delays()).toEqual([])
  })
})

describe('presence', () => {
  beforeEach(async () => {
    test.session.subscribe(() => {})
    await test.reply(0, responseWith(viewOf()))
  })

  it('closes the stream while the page is hidden, and requests the status when it is visible again', async () => {
    test.changePresence({ active: false })
    expect(test.streams[0]?.signal.aborted).toBe(true)
    expect(test.delays()).toEqual([])
    test.changePresence({ active: true })
    expect(test.requests).toHaveLength(2)
    await test.reply(1, responseWith(viewOf()))
    expect(test.streams).toHaveLength(2)
  })

  it('reports the connection as down while offline, and keeps the last view', () => {
    test.changePresence({ active: false, online: false })
    expect(test.session.snapshot()).toMatchObject({ connection: 'down', payment: { phase: 'choose' } })
    expect(test.delays()).toEqual([])
  })
})

describe('pay', () => {
  beforeEach(async () => {
    test.session.subscribe(() => {})
    await test.reply(0, responseWith(viewOf()))
  })

  it('sends one request at a time', async () => {
    const first = test.session.pay(QR_PAY)
    expect(await test.session.pay(QR_PAY)).toBeUndefined()
    await test.reply(1, responseWith(scanning()))
    expect(await first).toMatchObject({ state: 'PENDING' })
    expect(test.requests.filter(({ kind }) => kind === 'pay')).toHaveLength(1)
    expect(test.session.snapshot()).toMatchObject({ sending: false, payment: { phase: 'waiting' } })
  })

  it('requests the status after a refusal, and keeps the refusal', async () => {
    void test.session.pay(QR_PAY)
    await test.reply(1, { kind: 'refused', status: 409, code: 'ORDER_CLOSED', message: 'closed' })
    expect(test.requests[2]?.kind).toBe('status')
    await test.reply(2, responseWith(viewOf()))
    expect(test.session.snapshot()).toMatchObject({ sending: false, refusal: { code: 'ORDER_CLOSED' } })
  })

  it('ends with its own reply, even when the stream reports first', async () => {
    const paid = test.session.pay(QR_PAY)
    test.streams[0]?.onView(scanning())
    expect(test.session.snapshot()).toMatchObject({ sending: true, payment: { phase: 'waiting' } })
    await test.reply(1, responseWith(scanning()))
    expect(await paid).toBeDefined()
    expect(test.session.snapshot().sending).toBe(false)
  })

  it('without a usable answer is not repeated before the status says what became of the payment', async () => {
    const paid = test.session.pay(QR_PAY)
    await test.reply(1, NO_ANSWER)
    expect(await paid).toBeUndefined()
    expect(test.session.snapshot().sending).toBe(true)
    expect(await test.session.pay(QR_PAY)).toBeUndefined()
    test.changePresence({ active: false })
    test.changePresence({ active: true })
    await test.reply(2, responseWith(viewOf()))
    expect(test.session.snapshot()).toMatchObject({ sending: false, connection: 'up' })
    void test.session.pay(QR_PAY)
    expect(test.requests.map(({ kind }) => kind)).toEqual(['status', 'pay', 'status', 'pay'])
  })

  it('stays in flight while the reply of an earlier status check arrives', async () => {
    void test.session.refresh()
    void test.session.pay(QR_PAY)
    await test.reply(1, responseWith(viewOf()))
    expect(test.session.snapshot().sending).toBe(true)
  })

  it('is not undone by an older status reply', async () => {
    void test.session.refresh()
    test.streams[0]?.onView(viewOf({ state: 'COMPLETED' }))
    await test.reply(1, responseWith(viewOf()))
    expect(test.session.snapshot().payment.phase).toBe('done')
  })
})

it('a reply that the session cannot read is no answer, and the status is asked again', async () => {
  test.session.subscribe(() => {})
  await test.reply(0, responseWith(null as unknown as PayerView))
  expect(test.session.snapshot()).toMatchObject({ connection: 'down', payment: { phase: 'loading' } })
  expect(test.delays()).toEqual([1_000])
})

it('a view of the stream that the session cannot read changes nothing', async () => {
  test.session.subscribe(() => {})
  await test.reply(0, responseWith(viewOf()))
  test.streams[0]?.onView(null as unknown as PayerView)
  expect(test.session.snapshot().payment.phase).toBe('choose')
  expect(test.delays()).toHaveLength(1)
})

it('an older status reply does not replace a newer view of the stream', async () => {
  test.session.subscribe(() => {})
  await test.reply(0, responseWith(viewOf({ state: 'PENDING' })))
  void test.session.refresh()
  test.streams[0]?.onView(scanning())
  await test.reply(1, responseWith(viewOf({ state: 'PENDING' })))
  expect(test.session.snapshot().payment).toMatchObject({ view: { payment: { type: 'UPI_QR' } } })
})

it('without a token the payment is unavailable', () => {
  const session = createSession({
    client: undefined,
    presence: () => test.presence,
    now: () => 0,
    schedule: () => () => {},
  })
  session.subscribe(() => {})
  expect(session.snapshot().payment).toEqual({ phase: 'unavailable', reason: 'no-token' })
})
