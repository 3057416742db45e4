import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../test/support/client.ts'
import { attempt, pause, within } from './exchange.ts'
import { type ExchangeListener, parseBase, type Transport, type WireReply } from './transport.ts'

const request = { method: 'GET', base: parseBase('http://127.0.0.1:1', 'hosts'), path: '/x', headers: [] } as const
const REPLY: WireReply = { status: 200, statusText: 'OK', text: '{}', header: () => undefined }

/** A transport in the test's hands. */
function wire({ sent = true } = {}) {
  const clock = fakeClock()
  const seen = { exchanges: 0, cancelled: 0 }
  let listener: ExchangeListener | undefined
  const transport: Transport = {
    exchange(_request, told) {
      seen.exchanges += 1
      listener = told
      return {
        cancel() {
          seen.cancelled += 1
          return { sent }
        },
      }
    },
    close() {},
  }
  return { clock, seen, transport, listener: () => listener as ExchangeListener }
}

describe('attempt', () => {
  it('brings the reply, or the failure, and leaves no timer behind', async () => {
    const { clock, transport, listener, seen } = wire()
    const answered = attempt(transport, clock, request, 1_000)
    listener().reply(REPLY)
    expect(await answered).toBe(REPLY)
    const failed = attempt(transport, clock, request, 1_000)
    listener().failure({ kind: 'network', sent: false })
    expect(await failed).toEqual({ kind: 'network', sent: false })
    expect(clock.waiting()).toEqual([])
    expect(seen).toEqual({ exchanges: 2, cancelled: 0 })
  })

  it.each([true, false])('gives up when its time is over, and says whether it was sent: %s', async (sent) => {
    const { clock, transport, seen } = wire({ sent })
    const work = attempt(transport, clock, request, 1_000.4)
    await clock.advance(1_001)
    expect(await work).toEqual({ kind: 'timeout', sent, detail: 'after 1000 ms' })
    expect(seen.cancelled).toBe(1)
  })

  it('gives up when the caller does, and lets go of the signal', async () => {
    const { clock, transport, seen } = wire()
    const listeners = new Set<() => void>()
    const signal = {
      aborted: false,
      addEventListener: (_type: 'abort', listener: () => void) => void listeners.add(listener),
      removeEventListener: (_type: 'abort', listener: () => void) => void listeners.delete(listener),
    }
    const work = attempt(transport, clock, request, 1_000, signal)
    for (const listener of [...listeners]) listener()
    expect(await work).toEqual({ kind: 'aborted', sent: true, detail: undefined })
    expect([seen.cancelled, listeners.size, clock.waiting()]).toEqual([1, 0, []])
  })

  it('is not begun for a caller who gave up before', async () => {
    const { clock, transport, seen } = wire()
    expect(await attempt(transport, clock, request, 1_000, AbortSignal.abort())).toEqual({
      kind: 'aborted',
      sent: false,
    })
    expect(seen.exchanges).toBe(0)
    expect(clock.waiting()).toEqual([])
  })

  it('a transport that throws is a network failure of which nothing was sent', async () => {
    const clock = fakeClock()
    const cause = new Error('no such socket')
    const thrower: Transport = {
      exchange() {
        throw cause
      },
      close() {},
    }
    expect(await attempt(thrower, clock, request, 1_000)).toEqual({
      kind: 'network',
      sent: false,
      detail: 'the request could not be made',
      cause,
    })
    expect(clock.waiting()).toEqual([])
  })

  it('what comes after the end is not heard', async () => {
    const { clock, transport, listener } = wire()
    const work = attempt(transport, clock, request, 1_000)
    await clock.advance(1_000)
    listener().reply(REPLY)
    expect(await work).toMatchObject({ kind: 'timeout' })
  })
})

describe('pause', () => {
  it('ends in its time, and at once when there is none left', async () => {
    const clock = fakeClock()
    const work = pause(clock, 250, undefined)
    expect(clock.waiting()).toEqual([250])
    await clock.advance(250)
    await work
    const none = pause(clock, -5, undefined)
    await clock.advance(0)
    await none
    expect(clock.waiting()).toEqual([])
  })

  it('ends with the signal, before or during, and leaves no timer behind', async () => {
    const clock = fakeClock()
    await pause(clock, 250, AbortSignal.abort())
    const stop = new AbortController()
    const work = pause(clock, 250, stop.signal)
    stop.abort()
    await work
    expect([clock.waiting(), clock.tick()]).toEqual([[], 0])
  })
})

const never = new Promise<never>(() => undefined)

describe('within', () => {
  it('brings the value or the error as they are', async () => {
    const clock = fakeClock()
    expect(await within(Promise.resolve(7), clock, 100, undefined, 'pay')).toBe(7)
    const error = new Error('down')
    await expect(within(Promise.reject(error), clock, 100, undefined, 'pay')).rejects.toBe(error)
    expect(clock.waiting()).toEqual([])
  })

  it('stops waiting in time: nothing was sent', async () => {
    const clock = fakeClock()
    const work = failureOf(within(never, clock, 100, undefined, 'standardPay'))
    await clock.advance(100)
    const error = await work
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-sent', attempts: 0, endpoint: 'standardPay' })
    expect(error.message).toContain('while waiting for the access token')
  })

  it('stops waiting with the signal, before or during', async () => {
    const clock = fakeClock()
    const stop = new AbortController()
    const during = failureOf(within(never, clock, 100, stop.signal, 'pay'))
    stop.abort()
    expect(await during).toMatchObject({ kind: 'aborted', outcome: 'not-sent', retryable: false })
    expect(await failureOf(within(never, clock, 100, stop.signal, 'pay'))).toMatchObject({ kind: 'aborted' })
    expect(clock.waiting()).toEqual([])
  })

  it('without any time left it does not wait at all', async () => {
    const clock = fakeClock()
    const work = failureOf(within(never, clock, -50, undefined, 'pay'))
    await clock.advance(0)
    expect(await work).toMatchObject({ kind: 'timeout' })
  })
})
