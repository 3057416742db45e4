import { type Gateway, GatewayError } from '@galla/gateway'
import { sumOf } from '../catalogue.ts'
import { writeLines } from '../order-lines.ts'
import type { OpenedForPayer } from '../shop-routes.ts'
import type { CheckedOrder } from './check-order.ts'
import { referenceOf } from './history.ts'
import { ShopRefusal } from './refusal.ts'

/** A quarter of an hour to find the phone and the PIN. Seconds. */
const TIME_TO_PAY_SEC = 900

/**
 * Opens an order for a cart. The cart is the order's reference: a second press, a second tab or a second try is another
 * order of the same reference, and one of them is fulfilled.
 */
export async function startOrder(
  gateway: Gateway,
  { cartId, lines, checkout }: CheckedOrder,
  thanksUrl: string,
): Promise<OpenedForPayer> {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  try {
    const { order, payerToken, redirectUrl } = await gateway.orders.start({
      reference: referenceOf(cartId),
      amount: sumOf(lines),
      checkout,
      redirectUrl: thanksUrl,
      expireAfter: TIME_TO_PAY_SEC,
      message: count === 1 ? 'One thing from the tea stall' : `${count} things from the tea stall`,
      metaInfo: { udf1: writeLines(lines) },
    })
    const { merchantOrderId, amount } = order
    return { merchantOrderId, amount, payerToken: payerToken, ...(redirectUrl === undefined ? {} : { redirectUrl }) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'REFERENCE_PAID') throw new ShopRefusal(409, 'CART_PAID', 'This cart is paid already.', 'cartId')
    throw new ShopRefusal(503, 'AWAY', 'The payment could not be opened, and nothing was taken. Try again in a moment.')
  }
}
