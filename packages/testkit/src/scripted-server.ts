import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Answer, json } from './answers.ts'
import { type RecordedRequest, recordRequest } from './recorded-request.ts'

/** A real server on a loopback port that answers from a script and remembers what it was asked. */
export interface ScriptedServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string
  /** Every request in order of arrival, also those that were never answered. */
  readonly requests: readonly RecordedRequest[]
  /** TCP connections accepted so far: one for many requests means keep-alive works. */
  readonly connections: number
  /**
   * Answers for a route, `'POST /checkout/v2/pay'` or `'GET /checkout/v2/order/{id}/status'`, where `{id}` is any one segment.
   * They are given in order; the last one stays. Asking again for the same route replaces its script.
   */
  on(route: string, ...answers: readonly [Answer, ...Answer[]]): ScriptedServer
  /** Answers for every request without a route of its own. Without it, such a request is told so with 501. */
  otherwise(...answers: readonly [Answer, ...Answer[]]): ScriptedServer
  /** The requests to one route. */
  requestsTo(route: string): RecordedRequest[]
  /** Drops every connection and stops listening. Safe to call twice. */
  close(): Promise<void>
}

interface Script {
  readonly matches: (method: string, path: string) => boolean
  readonly answers: Answer[]
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const scripts = new Map<string, Script>()
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const closing = new AbortController()
  let fallback: Answer[] = []
  let connections = 0

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const caller = new AbortController()
    response.once('close', () => caller.abort())
    const { record, readBody } = recordRequest(request)
    requests.push(record)
    const script = [...scripts.values()].find(({ matches }) => matches(record.method, record.path))
    const answer = nextOf(script?.answers ?? fallback) ?? unscripted(record)
    await answer({ response, readBody, gone: AbortSignal.any([caller.signal, closing.signal]) })
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // A caller that goes away in mid-request is part of many scripts; anything else is the script's own bug.
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
    throw new TypeError(`A route is a method, a space and a path, like 'POST /checkout/v2/pay'; got '${route}'`)
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
