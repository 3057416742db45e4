import polling from '@galla/contract/vectors/polling-schedule.json' with { type: 'json' }
import { orderStatus, pendingOrder, refundStatus } from '@galla/testkit/factories'
import { FAKE_EPOCH_MS } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import type { AbortSignalLike, CallOptions } from '../src/index.ts'
import { failureOf, fakePorts, recorded } from './support/client.ts'
import { isToken, response } from './support/recording-fetch.ts'

/** A provider that answers the polls in order and repeats the last answer; `undefined` means no response. */
function scriptedPolls(...answers: readonly (() => Response | undefined)[]) {
  const fake = fakePorts()
  let suspendedMs = 0
  const ports = { ...fake, clock: { ...fake.clock, now: () => fake.clock.now() + suspendedMs } }
  const polledAt: number[] = []
  const { galla, wire } = recorded(
    (request) => {
      if (isToken(request)) return undefined
      const answer = answers[Math.min(polledAt.length, answers.length - 1)]
      polledAt.push(ports.clock.now() - FAKE_EPOCH_MS)
      return answer?.() ?? new Promise<Response>(() => undefined)
    },
    {},
    ports,
  )
  /** Advances the clock from timer to timer until the work is done; asserts that no timer is left. */
  const finish = async <Value>(work: Promise<Value>): Promise<Value> => {
    let running = true
    const stop = () => {
      running = false
    }
    work.then(stop, stop)
    await ports.clock.flush()
    while (running) {
      if ((await ports.clock.advanceToNext()) === undefined) throw new Error('no timer is pending')
      await ports.clock.flush()
    }
    expect(ports.clock.waiting()).toEqual([])
    return work
  }
  const waitForOrder = (options?: CallOptions) =>
    galla.standardCheckout.waitForOrder({ merchantOrderId: 'order-1' }, options)
  const waitForRefund = (options?: CallOptions) => galla.refunds.wait({ merchantRefundId: 'r-1' }, options)
  /** Simulates a suspended machine: the wall clock advances, timers do not. */
  const suspend = (ms: number) => {
    suspendedMs += ms
  }
  return { ...ports, galla, wire, polledAt, finish, suspend, waitForOrder, waitForRefund }
}

const after = (ms: number) => FAKE_EPOCH_MS + ms
const pending = (expiresMs: number) => () => response(pendingOrder({ expireAt: after(expiresMs) }))
const completed = () => response(orderStatus())
const failure = (status: number) => () => response({ code: 'BUSY' }, status)

describe('waitForOrder', () => {
  // The first poll is always at 20 s, since only a poll reveals the expiry.
  it.each(polling.cases.filter(({ expireAfterSeconds }) => expireAfterSeconds > 15))(
    'polls on the provider’s schedule until the order has expired: $name',
    async ({ expireAfterSeconds, checksAtMs }) => {
      const { finish, waitForOrder, polledAt } = scriptedPolls(pending(expireAfterSeconds * 1_000))
      expect(await finish(waitForOrder())).toMatchObject({ state: 'PENDING' })
      expect(polledAt).toEqual(checksAtMs)
    },
  )

  it('polls once when the order expired before the first poll', async () => {
    const { finish, waitForOrder, polledAt } = scriptedPolls(pending(12_000))
    expect(await finish(waitForOrder())).toMatchObject({ state: 'PENDING' })
    expect(polledAt).toEqual([20_000])
  })

  it.each(['COMPLETED', 'FAILED'] as const)('resolves with the first poll that returns %s', async (state) => {
    const { finish, waitForOrder, polledAt } = scriptedPolls(pending(900_000), pending(900_000), () =>
      response(orderStatus({ state })),
    )
    expect(await finish(waitForOrder())).toMatchObject({ state })
    expect(polledAt).toEqual([20_000, 23_000, 26_000])
  })

  it('does not treat an unknown state as final', async () => {
    const { finish, waitForOrder, polledAt } = scriptedPolls(
      () => response({ ...pendingOrder({ expireAt: after(900_000) }), state: 'ON_HOLD' }),
      completed,
    )
    expect(await finish(waitForOrder())).toMatchObject({ state: 'COMPLETED' })
    expect(polledAt).toEqual([20_000, 23_000])
  })

  it('continues while the response has no expiry', async () => {
    const noExpiry = () => response({ ...pendingOrder(), expireAt: null })
    const { finish, waitForOrder, polledAt } = scriptedPolls(noExpiry, noExpiry, completed)
    await finish(waitForOrder())
    expect(polledAt).toEqual([20_000, 23_000, 26_000])
  })

  it.each([429, 500, 503])('repeats a poll that fails with %i at the next scheduled time', async (status) => {
    const { finish, waitForOrder, polledAt } = scriptedPolls(failure(status), failure(status), completed)
    expect(await finish(waitForOrder())).toMatchObject({ state: 'COMPLETED' })
    expect(polledAt).toEqual([20_000, 23_000, 26_000])
  })

  it.each([400, 403, 404, 418])('rejects when a poll fails with %i', async (status) => {
    const { finish, waitForOrder, polledAt } = scriptedPolls(failure(status))
    expect(await failureOf(finish(waitForOrder()))).toMatchObject({ httpStatus: status, outcome: 'rejected' })
    expect(polledAt).toEqual([20_000])
  })

  it('polls the path of each product', async () => {
    const { finish, galla, wire } = scriptedPolls(completed)
    await finish(galla.customCheckout.waitForOrder({ merchantOrderId: 'order-1' }))
    await finish(galla.standardCheckout.waitForOrder({ merchantOrderId: 'order-1' }))
    expect(wire.calls.map(({ path }) => path.replace(/^\/apis\/pg-sandbox/, ''))).toEqual([
      '/payments/v2/order/order-1/status',
      '/checkout/v2/order/order-1/status',
    ])
  })

  it('refuses an id that cannot be asked for, at once', async () => {
    const { galla, polledAt } = scriptedPolls(completed)
    const wait = galla.standardCheckout.waitForOrder({ merchantOrderId: '' })
    expect(await failureOf(wait)).toMatchObject({ kind: 'invalid-request', field: 'merchantOrderId' })
    expect(polledAt).toEqual([])
  })
})

describe('patience', () => {
  it('timeoutMs bounds the whole wait', async () => {
    const { finish, waitForOrder, polledAt, clock } = scriptedPolls(pending(900_000))
    const error = await failureOf(finish(waitForOrder({ timeoutMs: 25_000 })))
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', retryable: false })
    expect(error.message).toBe('Not final within 25000 ms: poll again, or wait for the callback')
    expect([polledAt, clock.tick()]).toEqual([[20_000, 23_000], 25_000])
  })

  it('timeoutMs also ends a request in progress', async () => {
    const { finish, waitForOrder, polledAt, clock } = scriptedPolls(() => undefined)
    expect(await failureOf(finish(waitForOrder({ timeoutMs: 22_000 })))).toMatchObject({
      kind: 'timeout',
      outcome: 'unknown',
    })
    expect([polledAt, clock.tick()]).toEqual([[20_000], 22_000])
  })

  it('sends no request when timeoutMs is shorter than the first delay', async () => {
    const { finish, waitForOrder, polledAt, clock } = scriptedPolls(completed)
    expect(await failureOf(finish(waitForOrder({ timeoutMs: 20_000 })))).toMatchObject({ kind: 'timeout' })
    expect([polledAt, clock.tick()]).toEqual([[], 20_000])
  })

  it.each([
    ['before the first poll', 0, []],
    ['between two polls', 21_000, [20_000]],
    ['during a request', 23_500, [20_000, 23_000]],
  ])('rejects at once when the signal aborts %s', async (_when, atMs, made) => {
    const { finish, waitForOrder, polledAt, clock } = scriptedPolls(pending(900_000), () => undefined)
    const stop = new AbortController()
    if (atMs === 0) stop.abort()
    else clock.setTimer(() => stop.abort(), atMs)
    const error = await failureOf(finish(waitForOrder({ signal: stop.signal })))
    expect(error).toMatchObject({ kind: 'aborted', message: 'Polling was cancelled' })
    expect([polledAt, clock.tick()]).toEqual([made, atMs])
  })

  it('removes its timers and listeners when it resolves', async () => {
    const listeners = new Set<() => void>()
    const signal: AbortSignalLike = {
      aborted: false,
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    }
    const { finish, waitForOrder, polledAt } = scriptedPolls(completed)
    // `finish` asserts that no timer is left.
    expect(await finish(waitForOrder({ signal, timeoutMs: 900_000 }))).toMatchObject({ state: 'COMPLETED' })
    expect([polledAt, listeners.size]).toEqual([[20_000], 0])
  })

  it('skips the polls that fall into a slow request', async () => {
    const { finish, waitForOrder, polledAt } = scriptedPolls(() => undefined, pending(900_000), completed)
    expect(await finish(waitForOrder())).toMatchObject({ state: 'COMPLETED' })
    // The request times out after 30 s, at 50 s; the poll of 50 s is still made, then one every 6 s.
    expect(polledAt).toEqual([20_000, 50_000, 56_000])
  })

  it('makes the final poll once after a suspended machine missed the expiry', async () => {
    const { finish, suspend, waitForOrder, polledAt } = scriptedPolls(() => {
      suspend(3_600_000)
      return pending(900_000)()
    }, pending(900_000))
    expect(await finish(waitForOrder())).toMatchObject({ state: 'PENDING' })
    expect(polledAt).toEqual([20_000, 3_620_000])
  })

  it('applies the call options to each poll', async () => {
    const { finish, waitForOrder, wire } = scriptedPolls(failure(500), completed)
    await finish(waitForOrder({ headers: { 'X-MERCHANT-ID': 'M1' }, retry: 'helper' }))
    expect(wire.calls.map(({ headers }) => headers['x-merchant-id'])).toEqual(['M1', 'M1'])
  })

  it.each([0, -1, Number.NaN])('rejects timeoutMs %s', async (timeoutMs) => {
    const { waitForOrder, polledAt } = scriptedPolls(completed)
    expect(await failureOf(waitForOrder({ timeoutMs }))).toMatchObject({ kind: 'invalid-request', field: 'timeoutMs' })
    expect(polledAt).toEqual([])
  })
})

describe('refunds.wait', () => {
  const refund = (state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED') => () => response(refundStatus({ state }))

  it.each(['COMPLETED', 'FAILED'] as const)('polls until the state is %s; CONFIRMED is not final', async (state) => {
    const { finish, waitForRefund, polledAt } = scriptedPolls(refund('PENDING'), refund('CONFIRMED'), refund(state))
    expect(await finish(waitForRefund())).toMatchObject({ state })
    expect(polledAt).toEqual([20_000, 23_000, 26_000])
  })

  it('polls ever more rarely until timeoutMs, since a refund has no expiry', async () => {
    const { finish, waitForRefund, polledAt } = scriptedPolls(refund('PENDING'))
    expect(await failureOf(finish(waitForRefund({ timeoutMs: 400_000 })))).toMatchObject({ kind: 'timeout' })
    expect(polledAt.slice(-5)).toEqual([170_000, 200_000, 230_000, 290_000, 350_000])
    expect(polledAt).toHaveLength(31)
  })

  it('rejects with an error that is not retryable', async () => {
    const { finish, waitForRefund, polledAt } = scriptedPolls(refund('PENDING'), failure(404))
    expect(await failureOf(finish(waitForRefund()))).toMatchObject({ kind: 'not-found' })
    expect(polledAt).toEqual([20_000, 23_000])
  })
})
