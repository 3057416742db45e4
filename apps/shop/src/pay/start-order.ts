import type { Checkout } from '@galla/contract/gateway-api/orders'
import { storeOrder } from '@galla/react'
import { type Cart, quantitiesOf } from '../cart/cart.ts'
import { askShop } from '../shop-client.ts'
import type { OpenedForPayer } from '../shop-routes.ts'

/** Has the server open an order for the cart, and keeps its token for this tab. @throws ShopError */
export async function startOrder({ cartId, lines }: Cart, checkout: Checkout): Promise<OpenedForPayer> {
  const opened = await askShop('POST /api/orders', { cartId, lines: quantitiesOf(lines), checkout })
  storeOrder(opened.payerToken)
  return opened
}
