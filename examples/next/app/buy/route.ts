import { isGatewayError } from '@galla/gateway'
import { refusalFor } from '../../../starter/answers.ts'
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
