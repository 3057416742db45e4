import { PAYER_LIVE_PATH, type PayerRoutes, type PayerView } from '@galla/contract/gateway-api/payer-routes'

export type PayRequest = PayerRoutes['POST /orders/:merchantOrderId/pay']['body']

/** An answer, a refusal with its reason, or nothing that can be relied on. */
export type Answer =
  | { kind: 'answer'; view: PayerView }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'lost' }

/** Talks to the shop's server about one order. */
export interface PayerClient {
  status(): Promise<Answer>
  pay(request: PayRequest): Promise<Answer>
  /** Hands on every view that the server sends, until it ends the stream, the signal does, or nothing comes for too long. */
  live(heard: (view: PayerView) => void, signal: AbortSignal): Promise<void>
}

export interface PayerClientOptions {
  /** Where the gateway is mounted, for example `/payments`. */
  gatewayUrl: string
  merchantOrderId: string
  payerToken: string
  /** Default: the browser's. */
  fetch?: typeof fetch
}

const PATIENCE_MS = 15_000
/** The server sends a comment every 15 s: three missed ones and the line is dead, whatever the socket believes. */
const SILENCE_MS = 45_000

/** The token goes in a header, never into an address, where logs and referrers would keep it. */
export function payerClient(options: PayerClientOptions): PayerClient {
  const { gatewayUrl, merchantOrderId, payerToken } = options
  const ask: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const base = gatewayUrl.replace(/\/+$/, '')
  const authorization = `Bearer ${payerToken}`
  const at = (path: string) => base + path.replace(':merchantOrderId', encodeURIComponent(merchantOrderId))

  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    try {
      const response = await ask(at(path), {
        ...init,
        headers: { authorization, ...init.headers },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const reply: unknown = await response.json()
      if (response.ok && isView(reply)) return { kind: 'answer', view: reply }
      if (response.ok || response.status >= 500 || response.status === 429) return { kind: 'lost' }
      return { kind: 'refused', status: response.status, ...refusalOf(reply) }
    } catch {
      // Offline, cut off, too slow or not JSON: whether it was done is unknown, the next view tells.
      return { kind: 'lost' }
    }
  }

  return {
    status: () => call('/orders/:merchantOrderId/status', { method: 'GET' }),
    pay: (request) =>
      call('/orders/:merchantOrderId/pay', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      }),
    async live(heard, signal) {
      const silence = new AbortController()
      let timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const alive = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), SILENCE_MS)
      }
      const stop = () => silence.abort()
      signal.addEventListener('abort', stop, { once: true })
      try {
        const headers = { authorization, accept: 'text/event-stream' }
        const response = await ask(at(PAYER_LIVE_PATH), { headers, cache: 'no-store', signal: silence.signal })
        if (!response.ok || !response.body) {
          await response.body?.cancel()
          return
        }
        for await (const { name, data } of readEvents(response.body, alive)) {
          const view = name === 'view' ? readJson(data) : undefined
          if (isView(view)) heard(view)
        }
      } catch {
        // Cut, silent or called off: the session asks in its own rhythm instead.
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

function isView(reply: unknown): reply is PayerView {
  return (
    typeof reply === 'object' && reply !== null && 'state' in reply && 'nowMs' in reply && 'paymentMethods' in reply
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(reply: unknown): { code: string; message: string } {
  const facts = typeof reply === 'object' && reply !== null ? reply : {}
  return {
    code: 'code' in facts ? String(facts.code) : 'REFUSED',
    message: 'message' in facts ? String(facts.message) : '',
  }
}

/**
 * The order that a token opens: it stands in the token's second part, readable by anyone and signed by the server.
 * Nothing is judged here; a text that is no token gives undefined.
 */
export function orderOfToken(payerToken: string): string | undefined {
  const [version, order] = payerToken.split('.')
  if (version !== 'g1' || !order) return undefined
  try {
    const bytes = Uint8Array.from(atob(order.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || undefined
  } catch {
    return undefined
  }
}

/** One server-sent event. */
interface StreamEvent {
  name: string
  data: string
}

/** Reads server-sent events from a body. By fetch and not by `EventSource`, which can send no header and so no token. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event.data !== '') yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {
      // Gone already.
    })
  }
}

function eventOf(block: string): StreamEvent {
  const event: StreamEvent = { name: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.name = value
    if (field === 'data') data.push(value)
  }
  return { ...event, data: data.join('\n') }
}
