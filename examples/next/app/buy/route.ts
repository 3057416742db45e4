import { isGatewayError } from '@galla/gateway'
import { cookies } from 'next/headers'
import { books, PRICE, SHOP_URL } from '../../books.ts'

/** The provider's page: an order is written down and opened, and the payer is sent there. */
export async function POST(request: Request): Promise<Response> {
  const cart = String((await request.formData()).get('cart'))
  try {
    const { orders } = await books()
    const { order, redirectUrl = '/' } = await orders.start({
      reference: cart,
      amount: PRICE,
      checkout: 'STANDARD',
      redirectUrl: `${SHOP_URL}/thanks`,
    })
    const jar = await cookies()
    jar.set('order', order.merchantOrderId, { httpOnly: true, sameSite: 'lax' })
    return Response.redirect(redirectUrl, 303)
  } catch (error) {
    // What the books refuse is safe to show: the cart is paid already, the provider is away.
    if (!isGatewayError(error)) throw error
    return new Response(error.message, { status: error.status })
  }
}
