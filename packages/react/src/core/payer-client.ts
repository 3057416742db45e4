import {
  PAYER_LIVE_PATH,
  type PayerRoutes,
  type PayerView,
  type PaymentMethods,
} from '@galla/contract/gateway-api/payer-routes'
import { payerCalls, type Reply } from './payer-calls.ts'

/** Body of `POST /orders/{merchantOrderId}/pay`: the chosen payment mode, with the device's OS for modes that need the OS. */
export type PayRequest = PayerRoutes['POST /orders/:merchantOrderId/pay']['body']

/** Reply to a request: the order's view, a refusal with its code, or no usable answer (the outcome is unknown). */
export type PayerResponse = Reply<PayerView>

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

/** The server sends a comment every 15 s: after three missed ones the connection counts as dead. */
const STREAM_TIMEOUT_MS = 45_000

export function payerClient(options: PayerClientOptions): PayerClient {
  const { gatewayUrl, merchantOrderId, payerToken } = options
  const { send, urlOf, call: callGateway } = payerCalls({ gatewayUrl, payerToken, fetch: options.fetch })
  const pathOf = (path: string) => path.replace(':merchantOrderId', encodeURIComponent(merchantOrderId))

  const call = async (path: string, init: RequestInit): Promise<PayerResponse> => {
    const reply = await callGateway(pathOf(path), init)
    if (reply.kind !== 'body') return reply
    return isView(reply.body) ? { kind: 'view', view: complete(reply.body) } : { kind: 'no-answer' }
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
        const headers = { authorization: `Bearer ${payerToken}`, accept: 'text/event-stream' }
        const response = await send(urlOf(pathOf(PAYER_LIVE_PATH)), {
          headers,
          cache: 'no-store',
          signal: timeout.signal,
        })
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
