import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One request and its response. */
export interface Exchange {
  readonly response: ServerResponse
  /** Reads the whole request body, which is not read before. Answers that send a reply call it first, as a real server does. */
  readBody(): Promise<void>
  /** Aborted when the server closes or the client disconnects. */
  readonly gone: AbortSignal
}

/** Handles one request. */
export type Answer = (exchange: Exchange) => Promise<void>

export type HeaderMap = { readonly [name: string]: string }

/** Sends bytes unchanged: for bodies that are not JSON, not UTF-8, or incomplete. */
export function raw(status: number, body: string | Uint8Array = '', headers: HeaderMap = {}): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body)
  }
}

/** Sends JSON. */
export function json(status: number, body: unknown, headers: HeaderMap = {}): Answer {
  return raw(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}

/** Sends an HTML error page, as a proxy does when its server is down. */
export function html(status: number, body = '<html><body><h1>Bad Gateway</h1></body></html>'): Answer {
  return raw(status, body, { 'content-type': 'text/html' })
}

/** Sends a status and `content-length: 0`. */
export function empty(status: number): Answer {
  return raw(status)
}

/** Sends 204, without a body and without `content-length`. */
export function noContent(): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.writeHead(204).end()
  }
}

/** Sends valid JSON of at least `bytes` bytes. */
export function large(bytes: number = 10 * 1024 * 1024, status = 200): Answer {
  return json(status, { padding: 'x'.repeat(bytes) })
}

/** Announces more bytes than it sends, then closes the connection: a reply cut off in transit. */
export function truncated(body: string, status = 200): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    const announced = String(Buffer.byteLength(body) + 100)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': announced })
    response.write(body, () => response.socket?.destroy())
  }
}

/** Sends the headers at once and the body in chunks, `delayMs` milliseconds apart. */
export function slow(chunks: readonly string[], delayMs: number, status = 200): Answer {
  return async ({ response, readBody, gone }) => {
    await readBody()
    response.writeHead(status, { 'content-type': 'application/json' }).flushHeaders()
    for (const chunk of chunks) {
      await pause(delayMs, undefined, { signal: gone }).catch(() => undefined)
      if (gone.aborted) return
      response.write(chunk)
    }
    response.end()
  }
}

/** Resets the connection before it reads a byte of the body: the request was not received. */
export function resetBeforeReading(): Answer {
  return async ({ response }) => {
    response.socket?.resetAndDestroy()
  }
}

/** Reads the whole request, then resets the connection: the client cannot know whether it was processed. */
export function resetAfterReading(): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.socket?.resetAndDestroy()
  }
}

/** Reads the request and never replies. */
export function hang(): Answer {
  return async ({ readBody }) => {
    await readBody()
  }
}

/** Replies with `connection: close`. */
export function closing(answer: Answer): Answer {
  return async (exchange) => {
    exchange.response.setHeader('connection', 'close')
    await answer(exchange)
  }
}

/** Replies as if the connection stayed open, then closes it: the race of every keep-alive client. */
export function dropping(answer: Answer): Answer {
  return async (exchange) => {
    const { response } = exchange
    const socket = response.socket
    response.once('finish', () => socket?.end())
    await answer(exchange)
  }
}

/** An answer that waits for `release()`. */
export interface HeldAnswer {
  readonly answer: Answer
  release(): void
}

/** Reads requests and replies after `release()`: tests concurrency without a clock. */
export function held(answer: Answer): HeldAnswer {
  let release = (): void => undefined
  const open = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    release: () => release(),
    async answer(exchange) {
      await exchange.readBody()
      await open
      if (!exchange.gone.aborted) await answer(exchange)
    },
  }
}
