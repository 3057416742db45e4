import { generateKeyPairSync } from 'node:crypto'
import type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { QR, QR_PAYMENT, tokenOf, viewOf } from './payer-view.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
export const CARD_KEY: string = keys.privateKey

export const OFFERS: PaymentMethods = {
  collect: { allowed: false, reason: 'Requests to a UPI id are closed to most merchants since 28 February 2026.' },
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

/** The payer's side of a gateway, in memory: what the real one answers, and a record of what was asked. */
export class FakeCounter {
  /** `GET status`, `POST pay`, `GET live`, in the order of their coming. */
  readonly asked: string[] = []
  readonly bodies: string[] = []
  /** Without it the stream ends at once, as behind a proxy that lets none through. */
  streaming = true
  readonly #orders = new Map<string, Partial<PayerView>>()
  readonly #streams = new Set<Stream>()

  /** Writes an order down, or changes it and tells everyone who watches. */
  put(order: string, over: Partial<PayerView> = {}): void {
    this.#orders.set(order, { ...this.#orders.get(order), ...over })
    for (const stream of this.#streams) if (stream.order === order) stream.send(this.#view(order))
  }

  count(what: string): number {
    return this.asked.filter((one) => one === what).length
  }

  endStreams(): void {
    for (const stream of this.#streams) stream.end()
  }

  async answer(request: Request): Promise<Response> {
    const [, order = '', what = ''] = /^\/payments\/orders\/([^/]+)\/(\w+)$/.exec(new URL(request.url).pathname) ?? []
    this.asked.push(`${request.method} ${what}`)
    if (request.headers.get('authorization') !== `Bearer ${tokenOf(order)}` || !this.#orders.has(order)) {
      return Response.json({ code: 'WRONG_TOKEN', message: 'This token does not open this order.' }, { status: 401 })
    }
    if (what === 'live') return this.#live(order)
    if (what === 'pay') await this.#pay(order, request)
    return Response.json(this.#view(order), { headers: { 'cache-control': 'no-store' } })
  }

  async #pay(order: string, request: Request): Promise<void> {
    const body = await request.text()
    this.bodies.push(body)
    const { type } = JSON.parse(body).paymentMode
    const bank = `${new URL(request.url).origin}/bank?order=${order}`
    const begun: { readonly [type: string]: PayerView['payment'] } = {
      UPI_QR: QR_PAYMENT,
      UPI_INTENT: { type, intentUrl: QR },
      UPI_COLLECT: { type },
    }
    const payment = begun[type] ?? { type, redirectUrl: bank }
    this.put(order, { state: 'PENDING', payment })
  }

  #live(order: string): Response {
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
    if (!this.streaming) return new Response('', { headers })
    let mine: Stream | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (view: PayerView) =>
          controller.enqueue(new TextEncoder().encode(`event: view\ndata: ${JSON.stringify(view)}\n\n`))
        const end = () => {
          if (mine && this.#streams.delete(mine)) controller.close()
        }
        mine = { order, send, end }
        this.#streams.add(mine)
        send(this.#view(order))
      },
      cancel: () => {
        if (mine) this.#streams.delete(mine)
      },
    })
    return new Response(body, { headers })
  }

  #view(order: string): PayerView {
    const nowMs = Date.now()
    const view = viewOf({
      merchantOrderId: order,
      paymentMethods: OFFERS,
      pollAfterMs: 300,
      nowMs,
      expiresAtMs: nowMs + 725_000,
    })
    const said = { ...view, ...this.#orders.get(order) }
    if (said.state === 'CREATED' || said.state === 'PENDING') return said
    const { pollAfterMs: _, ...decided } = said
    return decided
  }
}
