const HEARTBEAT_MS = 15_000

/** Unread events after which a slow reader is disconnected. */
const MAX_UNREAD = 256

export interface EventStream {
  readonly closed: boolean
  send(name: string, data: unknown): void
  close(): void
}

/**
 * A response of server-sent events. `begin` gets the stream and returns its clean-up, which runs once: when the reader
 * disconnects, when the server closes the stream, or when the reader is too slow.
 */
export function eventStream(
  { method, signal }: Pick<Request, 'method' | 'signal'>,
  heartbeatMs: number | undefined,
  begin: (stream: EventStream) => () => void,
): Response {
  // HEAD has no body: a stream would never end.
  if (method === 'HEAD') return new Response(null, { headers: HEADERS })
  const encoder = new TextEncoder()
  let end = (): void => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let closed = false
        let cleanUp: (() => void) | undefined
        const write = (text: string): void => {
          if (closed) return
          if ((controller.desiredSize ?? 0) <= 0) end()
          else controller.enqueue(encoder.encode(text))
        }
        const beat = setInterval(() => write(':\n\n'), heartbeatMs ?? HEARTBEAT_MS)
        beat.unref()
        end = () => {
          if (closed) return
          closed = true
          clearInterval(beat)
          signal.removeEventListener('abort', end)
          cleanUp?.()
          try {
            controller.close()
          } catch {
            // The reader has disconnected, and the stream is closed.
          }
        }
        signal.addEventListener('abort', end, { once: true })
        cleanUp = begin({
          get closed() {
            return closed
          },
          send: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
          close: end,
        })
        if (closed) cleanUp()
        else if (signal.aborted) end()
      },
      cancel: () => end(),
    },
    { highWaterMark: MAX_UNREAD },
  )
  return new Response(body, { headers: HEADERS })
}

/** Counts the open streams of each owner in this process. */
export class OpenStreams {
  readonly #open = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  isFull(owner: string): boolean {
    return (this.#open.get(owner) ?? 0) >= this.#max
  }

  /** @returns the stream's release, to be called once */
  take(owner: string): () => void {
    this.#open.set(owner, (this.#open.get(owner) ?? 0) + 1)
    return () => {
      const left = (this.#open.get(owner) ?? 1) - 1
      if (left > 0) this.#open.set(owner, left)
      else this.#open.delete(owner)
    }
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Without no-transform, a compressing proxy buffers events.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}
