import { isWorkerd } from '../runtime.ts'
import type { FetchInit, FetchLike, FetchResponse } from './fetch-like.ts'
import {
  errorCodeOf,
  failureKindOf,
  type HttpRequest,
  MAX_RESPONSE_BYTES,
  type ResultListener,
  responseTooLarge,
  type Transport,
} from './transport.ts'

/** A transport over any function shaped like `fetch`. Redirects are not followed: the API never redirects. */
export function fetchTransport(fetch: FetchLike): Transport {
  return {
    exchange(request, listener) {
      const controller = new AbortController()
      let active = true
      const unlessCancelled: ResultListener = {
        onResponse: (response) => active && listener.onResponse(response),
        onFailure: (failure) => active && listener.onFailure(failure),
      }
      run(fetch, request, controller.signal, unlessCancelled).catch((cause: unknown) =>
        unlessCancelled.onFailure({ kind: 'network', sent: true, cause }),
      )
      return {
        cancel() {
          active = false
          controller.abort()
          // fetch does not report whether the request left, so it counts as sent.
          return { sent: true }
        },
      }
    },
    close() {},
  }
}

interface DenoLike {
  createHttpClient(options: { poolMaxIdlePerHost: number }): { close(): void }
}

/** The global `fetch`, which sends each request once, with Deno as well (see `isDeno`); undefined where the runtime has none. */
export function globalFetchTransport(): Transport | undefined {
  const { fetch, Deno: deno } = globalThis as { fetch?: FetchLike; Deno?: DenoLike }
  if (!fetch) return undefined
  if (!deno) return fetchTransport((url, init) => fetch(url, init))
  const client = deno.createHttpClient({ poolMaxIdlePerHost: 0 })
  return { ...fetchTransport((url, init) => fetch(url, { ...init, client } as FetchInit)), close: () => client.close() }
}

async function run(fetch: FetchLike, request: HttpRequest, signal: AbortSignal, listener: ResultListener) {
  let response: FetchResponse
  try {
    response = await fetch(request.baseUrl.href + request.path, {
      method: request.method,
      headers: headersObject(request.headers),
      redirect: 'manual',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
  } catch (cause) {
    const code = errorCodeOf(cause)
    const sent = code === undefined || !BEFORE_CONNECTING.has(code)
    listener.onFailure({ kind: failureKindOf(cause), sent, detail: code, cause })
    return
  }
  let status: number | undefined
  try {
    status = response.status
    const text = await readText(response)
    if (text === undefined) listener.onFailure(responseTooLarge(status))
    else {
      listener.onResponse({
        status,
        statusText: response.statusText ?? '',
        text,
        header: (name) => response.headers.get(name) ?? undefined,
      })
    }
  } catch (cause) {
    listener.onFailure({ kind: 'invalid-response', sent: true, status, detail: 'the body is incomplete', cause })
  }
}

/** The body as text, or undefined when it exceeds the size limit. */
async function readText(response: FetchResponse): Promise<string | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > MAX_RESPONSE_BYTES) {
    await response.body?.cancel?.()
    return undefined
  }
  const reader = response.body?.getReader?.()
  if (!reader) {
    const text = await response.text()
    return text.length > MAX_RESPONSE_BYTES ? undefined : text
  }
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value?.byteLength ?? 0
    if (size > MAX_RESPONSE_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Failures before the connection is established. After any other failure, bytes may have left. */
const BEFORE_CONNECTING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** `fetch` does not tell how long a connection was idle: in a process that was suspended, the provider may have forgotten it. */
function headersObject(flat: readonly string[]): { [name: string]: string } {
  const headers: { [name: string]: string } = isWorkerd() ? {} : { connection: 'close' }
  for (let i = 0; i + 1 < flat.length; i += 2) headers[flat[i] as string] = flat[i + 1] as string
  return headers
}
