import { inr } from '@galla/sdk'
import { getPayments } from '../../get-payments'

/** Starts a payment and redirects the payer to the provider's page. */
export async function POST(request: Request): Promise<Response> {
  // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
  const cart = (await request.formData()).get('cart')
  const { redirectUrl } = await getPayments().start(String(cart), inr('499.00'))
  return Response.redirect(redirectUrl, 303)
}
