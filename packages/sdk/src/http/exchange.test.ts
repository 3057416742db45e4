import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../test/support/client.ts'
import { attempt, sleep, withTimeout } from './exchange.ts'
import { type ExchangeListener, type HttpResponse, parseBaseUrl, type Transport } from './transport.ts'

const request = {
  method: 'GET',
  baseUrl: parseBaseUrl('http://127.0.0.1:1', 'hosts'),
  path: '/x',
  headers: [],
} as const
const RESPONSE: HttpResponse = { status: 200, statusText: 'OK', text: '{}', header: () => undefined }

/** A transport whose exchanges the test ends. */
function controlledTransport({ sent = true } = {}) {
  const clock = fakeClock()
  const seen = { exchanges: 0, cancelled: 0 }
  let listener: ExchangeListener | undefined
  const transport: Transport = {
    exchange(_request, given) {
      seen.exchanges += 1
      listener = given
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
  it('resolves with the response or the failure and clears its timer', async () => {
    const { clock, transport, listener, seen } = controlledTransport()
    const answered = attempt(transport, clock, request, 1_000)
    listener().onResponse(RESPONSE)
    expect(await answered).toBe(RESPONSE)
    const failed = attempt(transport, clock, request, 1_000)
    listener().onFailure({ kind: 'network', sent: false })
    expect(await failed).toEqual({ kind: 'network', sent: false })
    expect(clock.waiting()).toEqual([])
    expect(seen).toEqual({ exchanges: 2, cancelled: 0 })
  })

  it.each([true, false])('cancels the exchange after the time limit and reports sent: %s', async (sent) => {
    const { clock, transport, seen } = controlledTransport({ sent })
    const work = attempt(transport, clock, request, 1_000.4)
    await clock.advance(1_001)
    expect(await work).toEqual({ kind: 'timeout', sent, detail: 'after 1000 ms' })
    expect(seen.cancelled).toBe(1)
  })

  it('cancels the exchange when the signal aborts and removes its listener', async () => {
    const { clock, transport, seen } = controlledTransport()
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

  it('starts no exchange when the signal is already aborted', async () => {
    const { clock, transport, seen } = controlledTransport()
    expect(await attempt(transport, clock, request, 1_000, AbortSignal.abort())).toEqual({
      kind: 'aborted',
      sent: false,
    })
    expect(seen.exchanges).toBe(0)
    expect(clock.waiting()).toEqual([])
  })

  it('reports a transport that throws as a network failure that was not sent', async () => {
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

  it('ignores a response after the time limit', async () => {
    const { clock, transport, listener } = controlledTransport()
    const work = attempt(transport, clock, request, 1_000)
    await clock.advance(1_000)
    listener().onResponse(RESPONSE)
    expect(await work).toMatchObject({ kind: 'timeout' })
  })
})

describe('sleep', () => {
  it('resolves after the given time, and at once for a negative time', async () => {
    const clock = fakeClock()
    const work = sleep(clock, 250, undefined)
    expect(clock.waiting()).toEqual([250])
    await clock.advance(250)
    await work
    const none = sleep(clock, -5, undefined)
    await clock.advance(0)
    await none
    expect(clock.waiting()).toEqual([])
  })

  it('resolves when the signal aborts, before or during, and clears its timer', async () => {
    const clock = fakeClock()
    await sleep(clock, 250, AbortSignal.abort())
    const stop = new AbortController()
    const work = sleep(clock, 250, stop.signal)
    stop.abort()
    await work
    expect([clock.waiting(), clock.tick()]).toEqual([[], 0])
  })
})

const never = new Promise<never>(() => undefined)

describe('withTimeout', () => {
  it('passes the value or the error on unchanged', async () => {
    const clock = fakeClock()
    expect(await withTimeout(Promise.resolve(7), clock, 100, undefined, 'pay')).toBe(7)
    const error = new Error('down')
    await expect(withTimeout(Promise.reject(error), clock, 100, undefined, 'pay')).rejects.toBe(error)
    expect(clock.waiting()).toEqual([])
  })

  it('rejects after the time limit with outcome not-sent', async () => {
    const clock = fakeClock()
    const work = failureOf(withTimeout(never, clock, 100, undefined, 'standardPay'))
    await clock.advance(100)
    const error = await work
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-sent', attempts: 0, endpoint: 'standardPay' })
    expect(error.message).toContain('while waiting for the access token')
  })

  it('rejects when the signal aborts, before or during', async () => {
    const clock = fakeClock()
    const stop = new AbortController()
    const during = failureOf(withTimeout(never, clock, 100, stop.signal, 'pay'))
    stop.abort()
    expect(await during).toMatchObject({ kind: 'aborted', outcome: 'not-sent', retryable: false })
    expect(await failureOf(withTimeout(never, clock, 100, stop.signal, 'pay'))).toMatchObject({ kind: 'aborted' })
    expect(clock.waiting()).toEqual([])
  })

  it('rejects at once when no time is left', async () => {
    const clock = fakeClock()
    const work = failureOf(withTimeout(never, clock, -50, undefined, 'pay'))
    await clock.advance(0)
    expect(await work).toMatchObject({ kind: 'timeout' })
  })
})
