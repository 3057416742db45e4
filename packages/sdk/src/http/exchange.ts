import { errorFromFailure } from '../errors/from-exchange.ts'
import type { Signal } from '../options.ts'
import type { Clock } from '../runtime.ts'
import type { Exchange, Transport, TransportFailure, WireReply, WireRequest } from './transport.ts'

/** One exchange, inside its time and the caller's patience. Always answers; what went wrong is an answer too. */
export function attempt(
  transport: Transport,
  clock: Clock,
  request: WireRequest,
  limitMs: number,
  signal?: Signal,
): Promise<WireReply | TransportFailure> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ kind: 'aborted', sent: false })
    let exchange: Exchange | undefined
    const end = (result: WireReply | TransportFailure) => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const giveUp = (kind: 'timeout' | 'aborted', detail?: string) =>
      end({ kind, sent: exchange?.cancel().sent ?? false, detail })
    const onAbort = () => giveUp('aborted')
    const timer = clock.setTimer(
      () => giveUp('timeout', `after ${Math.round(limitMs)} ms`),
      limitMs,
      request.background,
    )
    signal?.addEventListener('abort', onAbort)
    try {
      exchange = transport.exchange(request, { reply: end, failure: end })
    } catch (cause) {
      end({ kind: 'network', sent: false, detail: 'the request could not be made', cause })
    }
  })
}

/** A pause that a cancelled caller does not sit out; who wakes looks at the signal. */
export function pause(clock: Clock, ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.setTimer(end, Math.max(ms, 0))
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}

/** Waits for the shared token as long as this caller can; the fetch itself goes on for the others. */
export function within<Value>(
  work: Promise<Value>,
  clock: Clock,
  leftMs: number,
  signal: Signal | undefined,
  endpoint: string,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const giveUp = (kind: 'timeout' | 'aborted') => {
      settle()
      const failure = { kind, sent: false, detail: 'while waiting for the access token' }
      reject(errorFromFailure(failure, { endpoint, readOnly: false, attempts: 0, secrets: [], nowMs: clock.now() }))
    }
    const onAbort = () => giveUp('aborted')
    const timer = clock.setTimer(() => giveUp('timeout'), Math.max(leftMs, 0))
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    work.then(
      (value) => {
        settle()
        resolve(value)
      },
      (error: unknown) => {
        settle()
        reject(error)
      },
    )
  })
}
