'use server'

import { getGateway, PRICE, SHOP_URL } from '../../gateway'

/** Creates an order that is paid on the shop's own page. The browser gets a token for this one order; the price stays on the server. */
export async function createOrder(cart: string): Promise<string> {
  const { orders } = await getGateway()
  const { payerToken } = await orders.start({
    reference: cart,
    amount: PRICE,
    checkout: 'CUSTOM',
    redirectUrl: `${SHOP_URL}/checkout`,
    // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
    replaces: true,
  })
  return payerToken
}
