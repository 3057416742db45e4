import { tokenResponse } from '@galla/testkit/factories'
import { type Answer, json } from '@galla/testkit/scripted-answers'
import { type RecordedRequest, startScriptedServer } from '@galla/testkit/scripted-server'

/** A received request in comparable form. */
export interface WireRequest {
  /** One of the four hosts: `pg`, `cards`, `identity`, `events`. */
  host: string
  method: string
  path: string
  query: string
  headers: { [name: string]: string }
  body: unknown
}

export type Answers = (request: WireRequest, nth: number) => Answer | undefined

export interface RecordingProvider {
  readonly origin: string
  /** Requests since the last call. */
  take(): WireRequest[]
  /** Sets the answers of further requests; by default a new order, or a token. */
  answering(answers: Answers): void
  close(): Promise<void>
}

/** Headers of the connection, or derived from the body. */
const CONNECTION_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

const CREATED_ORDER = { orderId: 'OMO1', state: 'PENDING', expireAt: 1_750_000_900_000 }

/** One origin serves all four hosts and records its requests. */
export async function recordingProvider(): Promise<RecordingProvider> {
  const server = await startScriptedServer()
  let answers: Answers = () => undefined
  let taken = 0
  let nth = 0
  server.otherwise(async (exchange) => {
    await exchange.readBody()
    const last = server.requests.find((request) => request.url === exchange.response.req.url && isOpen(request))
    done.add(last as RecordedRequest)
    const wire = wireOf(last as RecordedRequest)
    const fallback = wire.path === '/v1/oauth/token' ? json(200, tokenResponse()) : json(200, CREATED_ORDER)
    await (answers(wire, nth++) ?? fallback)(exchange)
  })
  const done = new Set<RecordedRequest>()
  const isOpen = (request: RecordedRequest) => !done.has(request)

  return {
    origin: server.origin,
    take() {
      const fresh = server.requests.slice(taken)
      taken = server.requests.length
      return fresh.map(wireOf)
    },
    answering(next) {
      answers = next
      nth = 0
    },
    close: () => server.close(),
  }
}

function wireOf({ method, path, query, headers, text }: RecordedRequest): WireRequest {
  const [, host = '', ...rest] = path.split('/')
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name))
  const type = headers['content-type'] ?? ''
  return {
    host,
    method,
    path: `/${rest.join('/')}`,
    query,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: text === '' ? undefined : type.startsWith('application/json') ? JSON.parse(text) : text,
  }
}
