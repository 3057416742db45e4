import polling from '@galla/contract/vectors/polling-schedule.json' with { type: 'json' }
import { orderStatus, pendingOrder } from '@galla/testkit/factories/order-status'
import { refundStatus } from '@galla/testkit/factories/refund-status'
import { FAKE_EPOCH_MS } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import type { CallOptions, Signal } from '../src/index.ts'
import { failureOf, fakePorts, recorded } from './support/client.ts'
import { isToken, reply } from './support/recording-fetch.ts'

/** A provider that answers each look in its turn, the last answer for ever; `undefined` as answer never comes. */
function waiting(...answers: readonly (() => Response | undefined)[]) {
  const fake = fakePorts()
  let slept = 0
  const ports = { ...fake, clock: { ...fake.clock, now: () => fake.clock.now() + slept } }
  const looks: number[] = []
  const { galla, wire } = recorded(
    (request) => {
      if (isToken(request)) return undefined
      const answer = answers[Math.min(looks.length, answers.length - 1)]
      looks.push(ports.clock.now() - FAKE_EPOCH_MS)
      return answer?.() ?? new Promise<Response>(() => undefined)
    },
    {},
    ports,
  )
  /** Moves the clock from timer to timer until the work is done; no timer may be left over. */
  const finish = async <Value>(work: Promise<Value>): Promise<Value> => {
    let running = true
    const stop = () => {
      running = false
    }
    work.then(stop, stop)
    await ports.clock.settle()
    while (running) {
      if ((await ports.clock.advanceToNext()) === undefined) throw new Error('it waits for nothing')
      await ports.clock.settle()
    }
    expect(ports.clock.waiting()).toEqual([])
    return work
  }
  const waitForOrder = (options?: CallOptions) =>
    galla.standardCheckout.waitForOrder({ merchantOrderId: 'order-1' }, options)
  const waitForRefund = (options?: CallOptions) => galla.refunds.wait({ merchantRefundId: 'r-1' }, options)
  /** The machine is closed for a while: the wall clock moves on, timers do not. */
  const sleep = (ms: number) => {
    slept += ms
  }
  return { ...ports, galla, wire, looks, finish, sleep, waitForOrder, waitForRefund }
}

const after = (ms: number) => FAKE_EPOCH_MS + ms
const pending = (expiresMs: number) => () => reply(pendingOrder({ expireAt: after(expiresMs) }))
const completed = () => reply(orderStatus())
const failure = (status: number) => () => reply({ code: 'BUSY' }, status)

describe('waitForOrder', () => {
  // The first look comes at 20 s whatever the expiry, since only a look tells it.
  it.each(polling.cases.filter(({ expireAfterSeconds }) => expireAfterSeconds > 15))(
    'looks at the provider’s own times until the order has expired: $name',
    async ({ expireAfterSeconds, checksAtMs }) => {
      const { finish, waitForOrder, looks } = waiting(pending(expireAfterSeconds * 1_000))
      expect(await finish(waitForOrder())).toMatchObject({ state: 'PENDING' })
      expect(looks).toEqual(checksAtMs)
    },
  )

  it('an order that was over before the first look is looked at once', async () => {
    const { finish, waitForOrder, looks } = waiting(pending(12_000))
    expect(await finish(waitForOrder())).toMatchObject({ state: 'PENDING' })
    expect(looks).toEqual([20_000])
  })

  it.each(['COMPLETED', 'FAILED'] as const)('ends with the first look that finds it %s', async (state) => {
    const { finish, waitForOrder, looks } = waiting(pending(900_000), pending(900_000), () =>
      reply(orderStatus({ state })),
    )
    expect(await finish(waitForOrder())).toMatchObject({ state })
    expect(looks).toEqual([20_000, 23_000, 26_000])
  })

  it('a state that nobody knows is not final', async () => {
    const { finish, waitForOrder, looks } = waiting(
      () => reply({ ...pendingOrder({ expireAt: after(900_000) }), state: 'ON_HOLD' }),
      completed,
    )
    expect(await finish(waitForOrder())).toMatchObject({ state: 'COMPLETED' })
    expect(looks).toEqual([20_000, 23_000])
  })

  it('goes on for as long as the reply names no expiry', async () => {
    const noExpiry = () => reply({ ...pendingOrder(), expireAt: null })
    const { finish, waitForOrder, looks } = waiting(noExpiry, noExpiry, completed)
    await finish(waitForOrder())
    expect(looks).toEqual([20_000, 23_000, 26_000])
  })

  it.each([429, 500, 503])('a look that fails in passing is made again at the next time — %i', async (status) => {
    const { finish, waitForOrder, looks } = waiting(failure(status), failure(status), completed)
    expect(await finish(waitForOrder())).toMatchObject({ state: 'COMPLETED' })
    expect(looks).toEqual([20_000, 23_000, 26_000])
  })

  it.each([400, 403, 404, 418])('a look that fails for good ends the wait — %i', async (status) => {
    const { finish, waitForOrder, looks } = waiting(failure(status))
    expect(await failureOf(finish(waitForOrder()))).toMatchObject({ httpStatus: status, outcome: 'rejected' })
    expect(looks).toEqual([20_000])
  })

  it('works on both products, each on its own path', async () => {
    const { finish, galla, wire } = waiting(completed)
    await finish(galla.customCheckout.waitForOrder({ merchantOrderId: 'order-1' }))
    await finish(galla.standardCheckout.waitForOrder({ merchantOrderId: 'order-1' }))
    expect(wire.calls.map(({ path }) => path.replace(/^\/apis\/pg-sandbox/, ''))).toEqual([
      '/payments/v2/order/order-1/status',
      '/checkout/v2/order/order-1/status',
    ])
  })

  it('refuses an id that cannot be asked for, at once', async () => {
    const { galla, looks } = waiting(completed)
    const wait = galla.standardCheckout.waitForOrder({ merchantOrderId: '' })
    expect(await failureOf(wait)).toMatchObject({ kind: 'invalid-request', field: 'merchantOrderId' })
    expect(looks).toEqual([])
  })
})

describe('patience', () => {
  it('timeoutMs bounds the whole wait', async () => {
    const { finish, waitForOrder, looks, clock } = waiting(pending(900_000))
    const error = await failureOf(finish(waitForOrder({ timeoutMs: 25_000 })))
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', retryable: false })
    expect(error.message).toBe('Not seen final within 25000 ms: keep asking, or wait for the callback')
    expect([looks, clock.tick()]).toEqual([[20_000, 23_000], 25_000])
  })

  it('also a look that is under way', async () => {
    const { finish, waitForOrder, looks, clock } = waiting(() => undefined)
    expect(await failureOf(finish(waitForOrder({ timeoutMs: 22_000 })))).toMatchObject({
      kind: 'timeout',
      outcome: 'unknown',
    })
    expect([looks, clock.tick()]).toEqual([[20_000], 22_000])
  })

  it('a time shorter than the first pause makes no look', async () => {
    const { finish, waitForOrder, looks, clock } = waiting(completed)
    expect(await failureOf(finish(waitForOrder({ timeoutMs: 20_000 })))).toMatchObject({ kind: 'timeout' })
    expect([looks, clock.tick()]).toEqual([[], 20_000])
  })

  it.each([
    ['before it begins', 0, []],
    ['between two looks', 21_000, [20_000]],
    ['during a look', 23_500, [20_000, 23_000]],
  ])('a signal ends it at once: %s', async (_when, atMs, made) => {
    const { finish, waitForOrder, looks, clock } = waiting(pending(900_000), () => undefined)
    const stop = new AbortController()
    if (atMs === 0) stop.abort()
    else clock.setTimer(() => stop.abort(), atMs)
    const error = await failureOf(finish(waitForOrder({ signal: stop.signal })))
    expect(error).toMatchObject({ kind: 'aborted', message: 'The wait was cancelled' })
    expect([looks, clock.tick()]).toEqual([made, atMs])
  })

  it('a wait that ends well leaves neither a timer nor a listener behind', async () => {
    const listeners = new Set<() => void>()
    const signal: Signal = {
      aborted: false,
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    }
    const { finish, waitForOrder, looks } = waiting(completed)
    // `finish` holds that no timer waits any more.
    expect(await finish(waitForOrder({ signal, timeoutMs: 900_000 }))).toMatchObject({ state: 'COMPLETED' })
    expect([looks, listeners.size]).toEqual([[20_000], 0])
  })

  it('a look without an answer costs the looks it ran over, and they are not made up for', async () => {
    const { finish, waitForOrder, looks } = waiting(() => undefined, pending(900_000), completed)
    expect(await finish(waitForOrder())).toMatchObject({ state: 'COMPLETED' })
    // The call's own 30 s pass from 20 to 50 s; the time of 50 s is met, then it is every 6 s.
    expect(looks).toEqual([20_000, 50_000, 56_000])
  })

  it('a machine that slept through the expiry makes the last look, once', async () => {
    const { finish, sleep, waitForOrder, looks } = waiting(() => {
      sleep(3_600_000)
      return pending(900_000)()
    }, pending(900_000))
    expect(await finish(waitForOrder())).toMatchObject({ state: 'PENDING' })
    expect(looks).toEqual([20_000, 3_620_000])
  })

  it('the options reach each look', async () => {
    const { finish, waitForOrder, wire } = waiting(failure(500), completed)
    await finish(waitForOrder({ headers: { 'X-MERCHANT-ID': 'M1' }, retry: 'helper' }))
    expect(wire.calls.map(({ headers }) => headers['x-merchant-id'])).toEqual(['M1', 'M1'])
  })

  it.each([0, -1, Number.NaN])('refuses timeoutMs %s', async (timeoutMs) => {
    const { waitForOrder, looks } = waiting(completed)
    expect(await failureOf(waitForOrder({ timeoutMs }))).toMatchObject({ kind: 'invalid-request', field: 'timeoutMs' })
    expect(looks).toEqual([])
  })
})

describe('refunds.wait', () => {
  const refund = (state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED') => () => reply(refundStatus({ state }))

  it.each(['COMPLETED', 'FAILED'] as const)('asks until it is %s; CONFIRMED is not yet done', async (state) => {
    const { finish, waitForRefund, looks } = waiting(refund('PENDING'), refund('CONFIRMED'), refund(state))
    expect(await finish(waitForRefund())).toMatchObject({ state })
    expect(looks).toEqual([20_000, 23_000, 26_000])
  })

  it('has no expiry: it asks each minute in the end, until its time is over', async () => {
    const { finish, waitForRefund, looks } = waiting(refund('PENDING'))
    expect(await failureOf(finish(waitForRefund({ timeoutMs: 400_000 })))).toMatchObject({ kind: 'timeout' })
    expect(looks.slice(-5)).toEqual([170_000, 200_000, 230_000, 290_000, 350_000])
    expect(looks).toHaveLength(31)
  })

  it('ends with a refusal for good', async () => {
    const { finish, waitForRefund, looks } = waiting(refund('PENDING'), failure(404))
    expect(await failureOf(finish(waitForRefund()))).toMatchObject({ kind: 'not-found' })
    expect(looks).toEqual([20_000, 23_000])
  })
})
