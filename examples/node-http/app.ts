import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { inr } from '@galla/sdk'
import type { Payments } from '../starter/payments.ts'
import { answerCallback } from './callbacks.ts'
import { readBody } from './read-body.ts'

/** Without a type, a browser takes what looks like HTML for HTML. */
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** A shop without the gateway and without a framework. Callbacks: `/payments/callbacks`. */
export function createApp(payments: Payments): Server {
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
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
    switch (`${method} ${pathname}`) {
      case 'POST /payments/callbacks':
        return answerCallback(payments, request, response)
      case 'GET /':
        response.setHeader('content-type', 'text/html')
        response.end('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
        return
      case 'POST /buy': {
        // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
        const cart = new URLSearchParams((await readBody(request))?.toString()).get('cart')
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
