import { generateKeyPairSync } from 'node:crypto'
import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import { QR, QR_PAYMENT, tokenOf, viewOf } from './payer-view.ts'
import { subscriptionToken, subscriptionView } from './subscription-view.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
export const CARD_KEY: string = keys.privateKey

export const PAYMENT_METHODS: PaymentMethods = {
  collect: { allowed: false },
  banks: [
    { bankId: 'SBIN', name: 'State Bank of India', popular: true, health: 'up' },
    { bankId: 'HDFC', name: 'HDFC Bank', popular: true, health: 'slow' },
    { bankId: 'ICIC', name: 'ICICI Bank', popular: true, health: 'up' },
    { bankId: 'BARB', name: 'Bank of Baroda', popular: false, health: 'down' },
    { bankId: 'KKBK', name: 'Kotak Mahindra Bank', popular: false, health: 'up' },
  ],
  cardEncryption: { keyId: 7, publicKeyPem: keys.publicKey },
  savedCards: [{ savedCardId: 's1', network: 'RUPAY', last4: '1117', bankName: 'State Bank of India' }],
}

interface Stream {
  order: string
  send: (view: PayerView) => void
  end: () => void
}

/** The payer routes of a gateway, in memory, with a record of the requests. */
export class FakeGateway {
  /** `GET status`, `POST pay`, `GET live`, in order of arrival. */
  readonly requests: string[] = []
  /** Bodies of `POST pay`. */
  readonly bodies: string[] = []
  /** False: streams end at once, as behind a proxy that buffers them. */
  streaming = true
  readonly #orders = new Map<string, Partial<PayerView>>()
  readonly #streams = new Set<Stream>()
  readonly #subscriptions = new Map<string, PayerSubscription>()

  /** Creates or changes an order, and sends the change to its streams. */
  put(order: string, over: Partial<PayerView> = {}): void {
    this.#orders.set(order, { ...this.#orders.get(order), ...over })
    for (const stream of this.#streams) if (stream.order === order) stream.send(this.#view(order))
  }

  /** Creates or replaces a subscription. */
  putSubscription(subscriptionId: string, over: Partial<PayerSubscription> = {}): void {
    this.#subscriptions.set(subscriptionId, subscriptionView({ subscriptionId, ...over }))
  }

  count(request: string): number {
    return this.requests.filter((one) => one === request).length
  }

  endStreams(): void {
    for (const stream of this.#streams) stream.end()
  }

  async fetch(request: Request): Promise<Response> {
    const subscription = /^\/payments\/subscriptions\/([^/]+)\/(\w+)$/.exec(new URL(request.url).pathname)
    if (subscription) return this.#ofSubscription(subscription[1] ?? '', subscription[2] ?? '', request)
    const [, order = '', route = ''] = /^\/payments\/orders\/([^/]+)\/(\w+)$/.exec(new URL(request.url).pathname) ?? []
    this.requests.push(`${request.method} ${route}`)
    if (request.headers.get('authorization') !== `Bearer ${tokenOf(order)}` || !this.#orders.has(order)) {
      return Response.json({ code: 'WRONG_TOKEN', message: 'This token does not open this order.' }, { status: 401 })
    }
    if (route === 'live') return this.#live(order)
    if (route === 'pay') await this.#pay(order, request)
    return Response.json(this.#view(order), { headers: { 'cache-control': 'no-store' } })
  }

  #ofSubscription(id: string, route: string, request: Request): Response {
    this.requests.push(`${request.method} ${route}`)
    const before = this.#subscriptions.get(id)
    if (request.headers.get('authorization') !== `Bearer ${subscriptionToken(id)}` || !before) {
      return Response.json({ code: 'WRONG_TOKEN', message: 'This token does not open it.' }, { status: 401 })
    }
    const isChange = route !== 'status'
    if (isChange && !before.changes.some((one) => one === route)) {
      return Response.json({ code: 'SUBSCRIPTION_STATE', message: 'Not now.' }, { status: 409 })
    }
    const { nextDebit: _, wouldEndAtMs, ...rest } = before
    const after: { readonly [route: string]: PayerSubscription } = {
      pause: { ...rest, state: 'PAUSED', pause: { endedBy: 'payer' }, changes: ['resume', 'cancel'] },
      resume: { ...before, state: 'ACTIVE', changes: ['pause', 'cancel'] },
      cancel: {
        ...rest,
        ...(wouldEndAtMs === undefined ? { state: 'CANCELLED' } : { endsAtMs: wouldEndAtMs }),
        changes: [],
      },
    }
    this.#subscriptions.set(id, after[route] ?? before)
    return Response.json(this.#subscriptions.get(id), { headers: { 'cache-control': 'no-store' } })
  }

  async #pay(order: string, request: Request): Promise<void> {
    const body = await request.text()
    this.bodies.push(body)
    const { type } = JSON.parse(body).paymentMode
    const bank = `${new URL(request.url).origin}/bank?order=${order}`
    const started: { readonly [type: string]: PayerView['payment'] } = {
      UPI_QR: QR_PAYMENT,
      UPI_INTENT: { type, intentUrl: QR },
      UPI_COLLECT: { type },
    }
    const payment = started[type] ?? { type, redirectUrl: bank }
    this.put(order, { state: 'PENDING', payment })
  }

  #live(order: string): Response {
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
    if (!this.streaming) return new Response('', { headers })
    let stream: Stream | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (view: PayerView) =>
          controller.enqueue(new TextEncoder().encode(`event: view\ndata: ${JSON.stringify(view)}\n\n`))
        const end = () => {
          if (stream && this.#streams.delete(stream)) controller.close()
        }
        stream = { order, send, end }
        this.#streams.add(stream)
        send(this.#view(order))
      },
      cancel: () => {
        if (stream) this.#streams.delete(stream)
      },
    })
    return new Response(body, { headers })
  }

  #view(order: string): PayerView {
    const nowMs = Date.now()
    const view = viewOf({
      merchantOrderId: order,
      paymentMethods: PAYMENT_METHODS,
      pollAfterMs: 300,
      nowMs,
      expiresAtMs: nowMs + 725_000,
    })
    const current = { ...view, ...this.#orders.get(order) }
    if (current.state === 'CREATED' || current.state === 'PENDING') return current
    const { pollAfterMs: _, ...final } = current
    return final
  }
}
