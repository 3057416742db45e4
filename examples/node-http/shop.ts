import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Gateway, isGatewayError } from '@galla/gateway'
import { toNode } from '@galla/gateway/node'
import { inr } from '@galla/sdk'
import { refusalFor, thanksFor } from '../starter/answers.ts'
import { readBody } from './read-body.ts'

/** Without a type, a browser takes what looks like HTML for HTML. */
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/**
 * A shop with the gateway, without a framework. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param gateway opened with `path: '/payments'` and `console: { path: '/admin/payments' }`,
 * because nothing here strips the mount path
 * @param shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway: Gateway, shopUrl: string): Server {
  const payments = toNode(gateway.fetch)
  const admin = toNode(gateway.admin.fetch)

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (isGatewayError(error)) response.writeHead(error.status, TEXT).end(refusalFor(error))
      else {
        console.error(error)
        response.writeHead(500, TEXT).end('Internal error')
      }
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request
    // Node passes on what is no path, such as `//`.
    if (!URL.canParse(url, shopUrl)) {
      response.writeHead(400, TEXT).end('This is no address of a page.')
      return
    }
    const { pathname, searchParams } = new URL(url, shopUrl)
    if (isAt(pathname, '/payments')) await payments(request, response)
    else if (isAt(pathname, '/admin/payments')) await admin(request, response)
    else if (method === 'GET' && pathname === '/') {
      response.setHeader('content-type', 'text/html')
      response.end('<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>')
    } else if (method === 'POST' && pathname === '/buy') {
      const form = await readBody(request, 10_000)
      if (!form) {
        response.writeHead(413, { ...TEXT, connection: 'close' }).end('The form is too large.')
        return
      }
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      const cart = new URLSearchParams(form.toString()).get('cart') ?? ''
      const { redirectUrl } = await gateway.orders.start({
        reference: cart,
        // In your shop: compute the amount from your own prices, never from a number that the browser sends.
        amount: inr('499.00'),
        checkout: 'STANDARD',
        redirectUrl: gateway.returns.url(`${shopUrl}/thanks`, cart),
        // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
        replaces: true,
      })
      response.writeHead(303, { location: redirectUrl as string }).end()
    } else if (method === 'GET' && pathname === '/thanks') {
      // The return of the payer proves nothing: the signed address names the cart, in whichever browser, and the provider is asked for the status.
      const payer = await gateway.returns.read(url)
      if (payer) response.writeHead(200, TEXT).end(thanksFor(payer))
      else response.writeHead(404, TEXT).end('There is no order here.')
    } else if (method === 'POST' && pathname === '/thanks') {
      // Some banks send the payer back by POST.
      const query = new URLSearchParams({ order: searchParams.get('order') ?? '' })
      response.writeHead(303, { location: `/thanks?${query}` }).end()
    } else response.writeHead(404).end()
  }
}

const isAt = (pathname: string, mount: string): boolean => pathname === mount || pathname.startsWith(`${mount}/`)
