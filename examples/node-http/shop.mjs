import { createServer } from 'node:http'
import { isGatewayError } from '@galla/gateway'
import { toNode } from '@galla/gateway/node'
import { inr } from '@galla/sdk'

/** Without a type, a browser takes what looks like HTML for HTML. */
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/**
 * A shop with the gateway, without a framework. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param {import('@galla/gateway').Gateway} gateway opened with `path: '/payments'` and `console: { path: '/admin/payments' }`,
 * because nothing here strips the mount path
 * @param {string} shopUrl address at which payers reach the shop, such as `https://shop.example`
 */
export function createShop(gateway, shopUrl) {
  const payments = toNode(gateway.fetch)
  const admin = toNode(gateway.admin.fetch)

  return createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (isGatewayError(error)) response.writeHead(error.status, TEXT).end(refusalFor(error))
      else {
        console.error(error)
        response.writeHead(500, TEXT).end('Internal error')
      }
    })
  })

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async function answer(request, response) {
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
      const form = await readForm(request)
      if (!form) {
        response.writeHead(413, { ...TEXT, connection: 'close' }).end('The form is too large.')
        return
      }
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      const cart = form.get('cart') ?? ''
      const { redirectUrl } = await gateway.orders.start({
        reference: cart,
        // In your shop: compute the amount from your own prices, never from a number that the browser sends.
        amount: inr('499.00'),
        checkout: 'STANDARD',
        redirectUrl: gateway.returns.url(`${shopUrl}/thanks`, cart),
        // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
        replaces: true,
      })
      response.writeHead(303, { location: redirectUrl }).end()
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

/**
 * The fields of a form; undefined when it has more than 10 000 characters.
 * @param {import('node:http').IncomingMessage} request
 */
async function readForm(request) {
  let body = ''
  for await (const chunk of request.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    body += chunk
    if (body.length > 10_000) return undefined
  }
  return new URLSearchParams(body)
}

/** @param {string} pathname @param {string} mount */
const isAt = (pathname, mount) => pathname === mount || pathname.startsWith(`${mount}/`)

/**
 * What the payer reads. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for.
 * @param {import('@galla/gateway').ReturnedPayer} payer
 */
function thanksFor({ order: { state, resolution, amount, refundedAmount, needsReview }, refundedPayment }) {
  if (refundedPayment && resolution === 'fulfil') return 'Paid. Thank you! Your other payment of this cart is refunded.'
  if (refundedPayment) return 'The cart has changed since your payment. Your payment is refunded.'
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}

/** @type {{ readonly [code: string]: string }} */
const REFUSALS = {
  REFERENCE_PAID: 'This cart is paid already.',
  REFERENCE_IN_REVIEW: 'A payment of this cart is being checked. Please do not pay again.',
}

/**
 * Words for the payer in place of an error. The message of a GatewayError is for you: it is English, and names the cart.
 * @param {import('@galla/gateway').GatewayError} error
 */
const refusalFor = ({ code }) =>
  REFUSALS[code] ?? 'The payment cannot be started now. Nothing was charged. Try again later.'
