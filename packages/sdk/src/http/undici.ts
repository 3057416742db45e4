import { type buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { decodeBody } from './decompress.ts'
import {
  failureKindOf,
  IDLE_TIMEOUT_MS,
  isStale,
  LATE,
  MAX_RESPONSE_BYTES,
  notDecoded,
  responseTooLarge,
  type Transport,
} from './transport.ts'

const CANCELLED = new Error('cancelled')

/** A `Dispatcher` of undici 6, 7 or 8. */
export interface RequestDispatcher {
  /** Sends one request. */
  dispatch(options: never, handler: never): boolean
}

/**
 * A transport over undici's pools, for services with a very high call rate. Needs the peer dependency `undici` 6, 7 or 8.
 * @example const galla = new Galla({ clientId, clientSecret, clientVersion, fetch: undiciTransport() })
 */
export function undiciTransport(
  options: {
    /** Connections for each host. @default 64 */
    connections?: number
    /** A dispatcher in place of the pools, such as undici's `ProxyAgent`. Each request has a new connection. You close the dispatcher. */
    dispatcher?: RequestDispatcher
  } = {},
): Transport {
  const pools = new Map<string, Pool>()
  const dispatcherFor = (origin: string): Dispatcher => {
    if (options.dispatcher) return options.dispatcher as unknown as Dispatcher
    const existing = pools.get(origin)
    if (existing) return existing
    const pool = new Pool(origin, {
      connections: options.connections ?? 64,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      allowH2: false,
      factory: freshClient,
    })
    pools.set(origin, pool)
    return pool
  }

  return {
    exchange({ method, baseUrl, path, headers, body }, listener) {
      let active = true
      let sent = false
      let abortRequest: ((reason: Error) => void) | undefined
      let status = 0
      let statusText = ''
      let header: (name: string) => string | undefined = () => undefined
      const chunks: Buffer[] = []
      const onStart = (abort: (reason: Error) => void) => {
        if (active && listener.isLate()) {
          active = false
          listener.onFailure(LATE)
        }
        sent = active
        abortRequest = abort
        if (!active) abort(CANCELLED)
      }
      const onEnd = () => {
        if (!active) return
        decodeBody(Buffer.concat(chunks), header('content-encoding'), (text, cause) => {
          if (!active) return
          if (text === undefined) listener.onFailure(notDecoded(status, cause))
          else listener.onResponse({ status, statusText, text, header })
        })
      }
      const onError = (cause: Error & { code?: string }) => {
        if (!active) return
        if (cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') listener.onFailure(responseTooLarge(status))
        else if (status >= 200) {
          const detail = 'the body is incomplete'
          listener.onFailure({ kind: 'invalid-response', sent: true, status, detail, cause })
        } else listener.onFailure({ kind: failureKindOf(cause), sent, detail: cause.code ?? cause.message, cause })
      }
      const origin = `${baseUrl.secure ? 'https' : 'http'}://${baseUrl.host}`
      dispatcherFor(origin).dispatch(
        {
          origin,
          method,
          path: baseUrl.pathPrefix + path,
          headers: headers as string[],
          body: body ?? null,
          // How long its connections were idle is not known.
          reset: options.dispatcher !== undefined,
        },
        {
          // undici 7 and 8.
          onRequestStart: (controller) => onStart((reason) => controller.abort(reason)),
          onResponseStart(_controller, statusCode, received, text) {
            status = statusCode
            statusText = text ?? ''
            header = (name) => [received[name]].flat()[0]
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: onEnd,
          onResponseError: (_controller, cause) => onError(cause),
          // undici 6.
          onConnect: onStart,
          onHeaders(statusCode, received, _resume, text) {
            status = statusCode
            statusText = text
            header = (name) => findHeader(received, name)
            return true
          },
          onData: (chunk) => chunks.push(chunk) > 0,
          onComplete: onEnd,
          onError,
        },
      )
      return {
        cancel() {
          active = false
          abortRequest?.(CANCELLED)
          return { sent }
        },
      }
    },
    close() {
      // A pool that something else has closed rejects.
      for (const pool of pools.values()) pool.close().catch(() => {})
      pools.clear()
    },
  }
}

/** A connection of a pool, which sends one request at a time. One that became stale is closed in place of being used. */
function freshClient(origin: URL, options: Client.Options): Client {
  const connect = options.connect as buildConnector.connector
  let socket: { destroy(): void } | undefined | null
  let idleSinceMs = 0
  const client = new Client(origin, {
    ...options,
    connect: (wanted, done) =>
      connect(wanted, (...made) => {
        socket = made[1]
        done(...made)
      }),
  })
  client.on('drain', () => {
    idleSinceMs = Date.now()
  })
  const { dispatch } = client
  client.dispatch = (...request) => {
    if (isStale(idleSinceMs)) socket?.destroy()
    return dispatch.apply(client, request)
  }
  return client
}

function findHeader(raw: readonly Buffer[], name: string): string | undefined {
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toString().toLowerCase() === name) return raw[i + 1]?.toString()
  }
  return undefined
}
