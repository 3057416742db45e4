const HEARTBEAT_MS = 15_000

/** What a reader who does not read may hold up of ours before it is let go. Events. */
const MAX_UNREAD = 256

export interface EventStream {
  readonly closed: boolean
  send(name: string, data: unknown): void
  close(): void
}

/**
 * Server-sent events as a response. `begin` gets the stream and gives back how to clean up, which runs once: when the
 * reader goes, when we close, or when the reader stops reading.
 */
export function eventStream(
  { method, signal }: Pick<Request, 'method' | 'signal'>,
  heartbeatMs: number | undefined,
  begin: (stream: EventStream) => () => void,
): Response {
  // Asked for its headers alone: nobody would ever read or leave the stream.
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
            // The reader has gone and took the stream along.
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

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A server in front that compresses would keep events back until it has enough of them.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}
