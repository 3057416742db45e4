import { errorFromFailure } from '../errors/from-exchange.ts'
import type { AbortSignalLike } from '../options.ts'
import type { Clock } from '../runtime.ts'
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  LATE,
  type Transport,
  type TransportFailure,
} from './transport.ts'

/** One exchange, bounded by `limitMs` and the caller's signal. Always resolves; a failure is a result too. */
export function attempt(
  transport: Transport,
  clock: Clock,
  request: HttpRequest,
  limitMs: number,
  signal?: AbortSignalLike,
): Promise<HttpResponse | TransportFailure> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ kind: 'aborted', sent: false })
    const endsAt = clock.tick() + limitMs
    const isLate = () => clock.tick() >= endsAt
    if (isLate()) return resolve(LATE)
    let exchange: Exchange | undefined
    const end = (result: HttpResponse | TransportFailure) => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const cancel = (kind: 'timeout' | 'aborted', detail?: string) =>
      end({ kind, sent: exchange?.cancel().sent ?? false, detail })
    const onAbort = () => cancel('aborted')
    const timer = clock.setTimer(
      () => cancel('timeout', `after ${Math.round(limitMs)} ms`),
      limitMs,
      request.background,
    )
    signal?.addEventListener('abort', onAbort)
    try {
      exchange = transport.exchange(request, { onResponse: end, onFailure: end, isLate })
    } catch (cause) {
      end({ kind: 'network', sent: false, detail: 'the request could not be made', cause })
    }
  })
}

/** Resolves after `ms`, or as soon as the signal aborts; the caller then checks the signal. */
export function sleep(clock: Clock, ms: number, signal: AbortSignalLike | undefined): Promise<void> {
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

/** Waits for shared work, such as a token request, within this caller's limits; the work itself continues for the others. */
export function withTimeout<Value>(
  work: Promise<Value>,
  clock: Clock,
  limitMs: number,
  signal: AbortSignalLike | undefined,
  endpoint: string,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cleanUp = () => {
      clock.clearTimer(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const cancel = (kind: 'timeout' | 'aborted') => {
      cleanUp()
      const failure = { kind, sent: false, detail: 'while waiting for the access token' }
      reject(errorFromFailure(failure, { endpoint, readOnly: false, attempts: 0, secrets: [], nowMs: clock.now() }))
    }
    const onAbort = () => cancel('aborted')
    const timer = clock.setTimer(() => cancel('timeout'), Math.max(limitMs, 0))
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    work.then(
      (value) => {
        cleanUp()
        resolve(value)
      },
      (error: unknown) => {
        cleanUp()
        reject(error)
      },
    )
  })
}
