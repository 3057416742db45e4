import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Answer, json } from './scripted-answers.ts'

/** An HTTP server on a loopback port that replies from a script and records every request. */
export interface ScriptedServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string
  /** Every request in order of arrival, including those without a reply. */
  readonly requests: readonly RecordedRequest[]
  /** Number of TCP connections accepted so far. One for many requests means that keep-alive works. */
  readonly connections: number
  /**
   * Sets the answers for a route, such as `'POST /checkout/v2/pay'` or `'GET /checkout/v2/order/{id}/status'`; `{id}` matches one segment.
   * They are used in order, and the last one repeats. A second call for the same route replaces them.
   */
  on(route: string, ...answers: readonly [Answer, ...Answer[]]): ScriptedServer
  /** Sets the answers for requests that match no route. Without them such a request gets 501. */
  otherwise(...answers: readonly [Answer, ...Answer[]]): ScriptedServer
  /** Returns the requests to one route. */
  requestsTo(route: string): RecordedRequest[]
  /** Closes every connection and stops listening. Can be called twice. */
  close(): Promise<void>
}

interface Script {
  readonly matches: (method: string, path: string) => boolean
  readonly answers: Answer[]
}

/** Starts a scripted server on a free port of 127.0.0.1. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const scripts = new Map<string, Script>()
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const closing = new AbortController()
  let fallback: Answer[] = []
  let connections = 0

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const client = new AbortController()
    response.once('close', () => client.abort())
    const { record, readBody } = recordRequest(request)
    requests.push(record)
    const script = [...scripts.values()].find(({ matches }) => matches(record.method, record.path))
    const answer = nextOf(script?.answers ?? fallback) ?? unscripted(record)
    await answer({ response, readBody, gone: AbortSignal.any([client.signal, closing.signal]) })
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // Many tests disconnect during a request. Any other failure is a bug of the script.
    respond(request, response).catch((failure: unknown) => {
      if (!response.destroyed) response.destroy(failure instanceof Error ? failure : undefined)
    })
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  const scripted: ScriptedServer = {
    origin: `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections
    },
    on(route, ...answers) {
      scripts.set(route, { matches: matcherOf(route), answers: [...answers] })
      return scripted
    },
    otherwise(...answers) {
      fallback = [...answers]
      return scripted
    },
    requestsTo(route) {
      const matches = matcherOf(route)
      return requests.filter(({ method, path }) => matches(method, path))
    },
    close() {
      closing.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
    [Symbol.asyncDispose]: () => scripted.close(),
  }
  return scripted
}

function nextOf(answers: Answer[]): Answer | undefined {
  return answers.length > 1 ? answers.shift() : answers[0]
}

function unscripted({ method, path }: RecordedRequest): Answer {
  return json(501, { code: 'NOTHING_SCRIPTED', message: `The script has no answer for ${method} ${path}` })
}

function matcherOf(route: string): (method: string, path: string) => boolean {
  const [wantedMethod, pattern] = route.split(' ')
  if (!wantedMethod || !pattern?.startsWith('/')) {
    throw new TypeError(`A route is a method, a space and a path, such as 'POST /checkout/v2/pay'; got '${route}'`)
  }
  const wanted = pattern.split('/')
  return (method, path) => {
    const got = path.split('/')
    return (
      method === wantedMethod &&
      got.length === wanted.length &&
      wanted.every((segment, index) => (/^\{\w+\}$/.test(segment) ? got[index] !== '' : segment === got[index]))
    )
  }
}

/** A request as received. */
export interface RecordedRequest {
  readonly method: string
  /** The request target, unchanged. */
  readonly url: string
  /** `url` up to the question mark, still percent-encoded. */
  readonly path: string
  /** `url` after the question mark, still percent-encoded; empty if there is none. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values, as sent. */
  readonly rawHeaders: readonly string[]
  /** The part of the body that was read so far; complete once a reply was sent. */
  readonly body: Buffer
  /** `body` as UTF-8 text. */
  readonly text: string
  /** `body` parsed as JSON. @throws SyntaxError when it is not JSON */
  json(): unknown
  /** `body` parsed as form fields. */
  form(): { [name: string]: string }
}

export interface Recording {
  readonly record: RecordedRequest
  /** Reads the body to its end. A second call waits for the same read. */
  readBody(): Promise<void>
}

export function recordRequest(request: IncomingMessage): Recording {
  const chunks: Buffer[] = []
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  let reading: Promise<void> | undefined

  const record: RecordedRequest = {
    method: request.method ?? '',
    url,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: queryAt < 0 ? '' : url.slice(queryAt + 1),
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    get body() {
      return Buffer.concat(chunks)
    },
    get text() {
      return record.body.toString('utf8')
    },
    json: () => JSON.parse(record.text),
    form: () => Object.fromEntries(new URLSearchParams(record.text)),
  }
  const readAll = async (): Promise<void> => {
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
  }
  return {
    record,
    readBody() {
      reading ??= readAll()
      return reading
    },
  }
}
