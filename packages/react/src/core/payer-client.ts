import {
  PAYER_LIVE_PATH,
  type PayerRoutes,
  type PayerView,
  type PaymentMethods,
} from '@galla/contract/gateway-api/payer-routes'

/** Body of `POST /orders/{merchantOrderId}/pay`: the payment mode that the payer chose, and the device's OS where the mode needs it. */
export type PayRequest = PayerRoutes['POST /orders/:merchantOrderId/pay']['body']

/** Reply to a request: the order's view, a refusal with its code, or no usable answer (the outcome is unknown). */
export type PayerResponse =
  | { kind: 'view'; view: PayerView }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'no-answer' }

/** HTTP client of the gateway's payer routes, for one order. No method rejects. */
export interface PayerClient {
  status(): Promise<PayerResponse>
  pay(request: PayRequest): Promise<PayerResponse>
  /** Calls `onView` with every view of the stream. Resolves when the server, the signal or a timeout ends it. */
  live(onView: (view: PayerView) => void, signal: AbortSignal): Promise<void>
}

export interface PayerClientOptions {
  gatewayUrl: string
  merchantOrderId: string
  payerToken: string
  fetch?: typeof fetch | undefined
}

const TIMEOUT_MS = 15_000
/** The server sends a comment every 15 s: after three missed ones the connection counts as dead. */
const STREAM_TIMEOUT_MS = 45_000

/** Sends the token in a header, never in a URL, where logs and referrers would keep it. */
export function payerClient(options: PayerClientOptions): PayerClient {
  const { gatewayUrl, merchantOrderId, payerToken } = options
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const base = gatewayUrl.replace(/\/+$/, '')
  const authorization = `Bearer ${payerToken}`
  const urlOf = (path: string) => base + path.replace(':merchantOrderId', encodeURIComponent(merchantOrderId))

  const call = async (path: string, init: RequestInit): Promise<PayerResponse> => {
    try {
      const response = await send(urlOf(path), {
        ...init,
        headers: { authorization, ...init.headers },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const body: unknown = await response.json()
      if (response.ok && isView(body)) return { kind: 'view', view: complete(body) }
      if (response.ok || response.status >= 500 || response.status === 429) return { kind: 'no-answer' }
      return { kind: 'refused', status: response.status, ...refusalOf(body) }
    } catch {
      // Offline, timed out or not JSON: the outcome is unknown, and the next view shows it.
      return { kind: 'no-answer' }
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
    async live(onView, signal) {
      const timeout = new AbortController()
      const stop = () => timeout.abort()
      let timer = setTimeout(stop, STREAM_TIMEOUT_MS)
      const restartTimer = () => {
        clearTimeout(timer)
        timer = setTimeout(stop, STREAM_TIMEOUT_MS)
      }
      signal.addEventListener('abort', stop, { once: true })
      try {
        const headers = { authorization, accept: 'text/event-stream' }
        const response = await send(urlOf(PAYER_LIVE_PATH), { headers, cache: 'no-store', signal: timeout.signal })
        if (!response.ok || !response.body) {
          await response.body?.cancel()
          return
        }
        for await (const { name, data } of readServerSentEvents(response.body, restartTimer)) {
          const view = name === 'view' ? parseJson(data) : undefined
          if (isView(view)) onView(complete(view))
        }
      } catch {
        // Disconnected, timed out or aborted: the session polls instead.
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

/**
 * The `merchantOrderId` in a payer token's second part, which is readable without the secret. The signature is the
 * gateway's to check. Undefined for a text that is not a payer token.
 */
export function orderIdOf(payerToken: unknown): string | undefined {
  const [version, order] = typeof payerToken === 'string' ? payerToken.split('.') : []
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

function isView(body: unknown): body is PayerView {
  if (typeof body !== 'object' || body === null || !('state' in body) || !('paymentMethods' in body)) return false
  // What cannot be shown or counted down ends the page.
  return 'nowMs' in body && Number.isFinite(body.nowMs) && 'amount' in body && Number.isSafeInteger(body.amount)
}

/** A gateway of another version or a server of your own may leave lists out: that must not end the payer's page. */
function complete(view: PayerView): PayerView {
  const { collect, banks, savedCards, ...more }: Partial<PaymentMethods> = view.paymentMethods ?? {}
  // Not by defaults: a list without entries may be sent as null.
  return {
    ...view,
    paymentMethods: {
      ...more,
      collect: collect ?? { allowed: false },
      banks: banks ?? [],
      savedCards: savedCards ?? [],
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(body: unknown): { code: string; message: string } {
  const fields = typeof body === 'object' && body !== null ? body : {}
  return {
    code: 'code' in fields ? String(fields.code) : 'REFUSED',
    message: 'message' in fields ? String(fields.message) : '',
  }
}

interface ServerSentEvent {
  name: string
  data: string
}

/** Reads server-sent events from a fetch body: `EventSource` cannot send the header that carries the token. */
async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event.data !== '') yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {
      // Already closed.
    })
  }
}

function parseEvent(block: string): ServerSentEvent {
  const event: ServerSentEvent = { name: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.name = value
    if (field === 'data') data.push(value)
  }
  return { ...event, data: data.join('\n') }
}
