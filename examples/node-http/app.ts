import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { inr } from '@galla/sdk'
import type { Payments } from '../starter/payments.ts'

/** Without a type, a browser takes what looks like HTML for HTML. */
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const MAX_BODY_BYTES = 1_000_000

/** A shop without the gateway and without a framework. Callbacks: `/payments/callbacks`. */
export function createApp(payments: Payments): Server {
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      // When the order status cannot be read, the provider sends the callback again.
      response.writeHead(500, TEXT).end('Internal error')
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request
    // Node passes on what is no path, such as `//`.
    if (!URL.canParse(url, 'http://shop')) {
      response.writeHead(400, TEXT).end('This is no address of a page.')
      return
    }
    const { pathname, searchParams } = new URL(url, 'http://shop')
    const order = searchParams.get('order') ?? ''
    const body = await readBody(request)
    if (!body) {
      response.writeHead(413, { ...TEXT, connection: 'close' }).end('The body is too large.')
      return
    }
    switch (`${method} ${pathname}`) {
      case 'POST /payments/callbacks':
        response.writeHead(await payments.receive(request.headers, body)).end()
        return
      case 'GET /':
        response.setHeader('content-type', 'text/html')
        response.end('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
        return
      case 'POST /buy': {
        // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
        const cart = new URLSearchParams(body.toString()).get('cart')
        const { redirectUrl } = await payments.start(String(cart), inr('499.00'))
        response.writeHead(303, { location: redirectUrl }).end()
        return
      }
      case 'GET /thanks': {
        const words = await payments.thanks(order)
        response.writeHead(words ? 200 : 404, TEXT).end(words ?? 'There is no order here.')
        return
      }
      // Some banks send the payer back by POST. Their form proves nothing about the payment.
      case 'POST /thanks':
        response.writeHead(303, { location: `/thanks?${new URLSearchParams({ order })}` }).end()
        return
      default:
        response.writeHead(404).end()
    }
  }
}

/** The raw bytes of the body, which the signature covers; undefined when the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BODY_BYTES) return undefined
  }
  return Buffer.concat(chunks)
}
