import { type GatewayError, isGatewayError } from '@galla/gateway'
import { getGateway, PRICE, SHOP_URL } from '../../gateway'

/** Creates an order and redirects the payer to the provider's page. */
export async function POST(request: Request): Promise<Response> {
  // Not every body is a form.
  const form = await request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) return new FormData()
    throw error
  })
  // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
  const cart = form.get('cart')
  const reference = typeof cart === 'string' ? cart : ''
  try {
    const { orders, returns } = await getGateway()
    const { redirectUrl = '/' } = await orders.start({
      reference,
      amount: PRICE,
      checkout: 'STANDARD',
      redirectUrl: returns.url(`${SHOP_URL}/thanks`, reference),
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    return Response.redirect(redirectUrl, 303)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return new Response(refusalFor(error), { status: error.status })
  }
}

const REFUSALS: { readonly [code: string]: string } = {
  REFERENCE_PAID: 'This cart is paid already.',
  REFERENCE_IN_REVIEW: 'A payment of this cart is being checked. Please do not pay again.',
}

/** Words for the payer in place of an error. The message of a GatewayError is for you: it is English, and names the cart. */
const refusalFor = ({ code }: GatewayError): string =>
  REFUSALS[code] ?? 'The payment cannot be started now. Nothing was charged. Try again later.'
