import type { Clock } from '../clock.ts'
import type { Signal } from '../config.ts'
import type { Exchange, Transport, TransportFailure, WireReply, WireRequest } from '../transport/port.ts'

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
