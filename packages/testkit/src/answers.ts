import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One request, waiting to be answered. */
export interface Exchange {
  readonly response: ServerResponse
  /** Takes in the whole request body; until then it is not read. Answers that reply call it first, as a real server would. */
  readBody(): Promise<void>
  /** Aborted when the server closes or the caller goes away. */
  readonly gone: AbortSignal
}

/** What the server does with one request. */
export type Answer = (exchange: Exchange) => Promise<void>

export type HeaderMap = { readonly [name: string]: string }

/** Bytes as they are: for bodies that are not JSON, not UTF-8, or not whole. */
export function raw(status: number, body: string | Uint8Array = '', headers: HeaderMap = {}): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body)
  }
}

export function json(status: number, body: unknown, headers: HeaderMap = {}): Answer {
  return raw(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}

/** What a proxy puts in front of a dead server. */
export function html(status: number, body = '<html><body><h1>Bad Gateway</h1></body></html>'): Answer {
  return raw(status, body, { 'content-type': 'text/html' })
}

/** A status and `content-length: 0`. */
export function empty(status: number): Answer {
  return raw(status)
}

/** 204: no body, and no `content-length` either. */
export function noContent(): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.writeHead(204).end()
  }
}

/** Valid JSON of at least `bytes` bytes. */
export function large(bytes: number = 10 * 1024 * 1024, status = 200): Answer {
  return json(status, { padding: 'x'.repeat(bytes) })
}

/** Promises more bytes than it sends, then drops the connection: a reply cut off on its way. */
export function truncated(body: string, status = 200): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    const promised = String(Buffer.byteLength(body) + 100)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': promised })
    response.write(body, () => response.socket?.destroy())
  }
}

/** Sends the headers at once and the body in pieces, `delayMs` apart. */
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

/** Resets the connection before a byte of the body is read: the request was never taken in. */
export function resetBeforeReading(): Answer {
  return async ({ response }) => {
    response.socket?.resetAndDestroy()
  }
}

/** Takes the whole request in, then resets: what it did with it, the caller cannot know. */
export function resetAfterReading(): Answer {
  return async ({ response, readBody }) => {
    await readBody()
    response.socket?.resetAndDestroy()
  }
}

/** Takes the request in and never answers. */
export function hang(): Answer {
  return async ({ readBody }) => {
    await readBody()
  }
}

/** Answers, and says that the connection ends here. */
export function closing(answer: Answer): Answer {
  return async (exchange) => {
    exchange.response.setHeader('connection', 'close')
    await answer(exchange)
  }
}

/** Answers as if the connection stayed open, then drops it: the race that every keep-alive client meets. */
export function dropping(answer: Answer): Answer {
  return async (exchange) => {
    const { response } = exchange
    const socket = response.socket
    response.once('finish', () => socket?.end())
    await answer(exchange)
  }
}

export interface HeldAnswer {
  readonly answer: Answer
  release(): void
}

/** Takes requests in and keeps them until `release()`: concurrency without a clock. */
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
