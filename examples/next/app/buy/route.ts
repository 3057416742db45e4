import { isGatewayError } from '@galla/gateway'
import { cookies } from 'next/headers'
import { getGateway, PRICE, SHOP_URL } from '../../gateway'

/** Creates an order and redirects the payer to the provider's page. */
export async function POST(request: Request): Promise<Response> {
  // Not every body is a form.
  const form = await request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) return new FormData()
    throw error
  })
  const cart = form.get('cart')
  try {
    const { orders } = await getGateway()
    const { order, redirectUrl = '/' } = await orders.start({
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      reference: typeof cart === 'string' ? cart : '',
      amount: PRICE,
      checkout: 'STANDARD',
      redirectUrl: `${SHOP_URL}/thanks`,
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    const cookieStore = await cookies()
    cookieStore.set('order', order.merchantOrderId, { httpOnly: true, sameSite: 'lax' })
    return Response.redirect(redirectUrl, 303)
  } catch (error) {
    // The message of a GatewayError is safe to show as plain text: the cart is already paid, the provider is unavailable. In HTML escape it: it names the cart.
    if (!isGatewayError(error)) throw error
    return new Response(error.message, { status: error.status })
  }
}
