'use server'

import { books, PRICE, SHOP_URL } from '../../books.ts'

/** An order that is paid on the shop's own page. The browser gets a token that opens this one order, and no price to send back. */
export async function openOrder(cart: string): Promise<string> {
  const { orders } = await books()
  const { payerToken } = await orders.start({
    reference: cart,
    amount: PRICE,
    checkout: 'CUSTOM',
    redirectUrl: `${SHOP_URL}/checkout`,
  })
  return payerToken
}
