import {
  type ExchangeListener,
  type FetchLike,
  type FetchReply,
  kindOfCause,
  MAX_REPLY_BYTES,
  type Transport,
  tooLarge,
  type WireRequest,
} from './transport.ts'

/** Any `fetch`-shaped function as a transport. Redirects are not followed: a payment host has no reason to move. */
export function fetchTransport(fetch: FetchLike): Transport {
  return {
    exchange(request, listener) {
      const abort = new AbortController()
      let live = true
      const tell: ExchangeListener = {
        reply: (reply) => live && listener.reply(reply),
        failure: (failure) => live && listener.failure(failure),
      }
      void run(fetch, request, abort.signal, tell)
      return {
        cancel() {
          live = false
          abort.abort()
          // A fetch does not say how far it came, so it counts as sent.
          return { sent: true }
        },
      }
    },
    close() {},
  }
}

async function run(fetch: FetchLike, request: WireRequest, signal: AbortSignal, listener: ExchangeListener) {
  let reply: FetchReply
  try {
    reply = await fetch(request.base.href + request.path, {
      method: request.method,
      headers: pairs(request.headers),
      redirect: 'manual',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
  } catch (cause) {
    const kind = kindOfCause((cause as { cause?: unknown } | null)?.cause ?? {})
    listener.failure({ kind, sent: mayHaveLeft(cause), detail: codeOf(cause), cause })
    return
  }
  let status: number | undefined
  try {
    status = reply.status
    const text = await readText(reply)
    if (text === undefined) listener.failure(tooLarge(status))
    else {
      listener.reply({
        status,
        statusText: reply.statusText ?? '',
        text,
        header: (name) => reply.headers.get(name) ?? undefined,
      })
    }
  } catch (cause) {
    listener.failure({ kind: 'invalid-response', sent: true, status, detail: 'it broke off', cause })
  }
}

/** The body as text, or undefined when it is too large to be an answer of ours. */
async function readText(reply: FetchReply): Promise<string | undefined> {
  if (Number(reply.headers.get('content-length') ?? 0) > MAX_REPLY_BYTES) {
    await reply.body?.cancel?.()
    return undefined
  }
  const reader = reply.body?.getReader?.()
  if (!reader) {
    const text = await reply.text()
    return text.length > MAX_REPLY_BYTES ? undefined : text
  }
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value?.byteLength ?? 0
    if (size > MAX_REPLY_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Failures that come before a connection stands; after any other one, bytes may have left. */
const BEFORE_CONNECTING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function mayHaveLeft(cause: unknown): boolean {
  const code = codeOf(cause)
  return code === undefined || !BEFORE_CONNECTING.has(code)
}

function codeOf(cause: unknown): string | undefined {
  const error = cause as { code?: unknown; cause?: { code?: unknown } } | null | undefined
  const code = error?.cause?.code ?? error?.code
  return typeof code === 'string' ? code : undefined
}

function pairs(flat: readonly string[]): { [name: string]: string } {
  const headers: { [name: string]: string } = {}
  for (let i = 0; i + 1 < flat.length; i += 2) headers[flat[i] as string] = flat[i + 1] as string
  return headers
}
