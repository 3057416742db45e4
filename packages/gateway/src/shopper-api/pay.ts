import type { ShopperView } from '@galla/contract/books/shopper-routes'
import type { Context } from 'hono'
import { readOrder } from '../storage/orders.ts'
import type { Counter } from './counter.ts'
import { orderOfToken } from './guard.ts'
import { PAY_BODY } from './pay-body.ts'
import { ShopperRefusal } from './refusal.ts'
import { viewForShopper } from './view-order.ts'

/** Takes a payment mode and nothing else: what it costs stands in the books. */
export async function pay(counter: Counter, c: Context): Promise<ShopperView> {
  const order = await orderOfToken(counter, c)
  const parsed = PAY_BODY.safeParse(await readJson(c))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'body'
    throw new ShopperRefusal(400, 'INVALID_REQUEST', `${field}: ${issue?.message ?? 'is not as expected'}`, field)
  }
  const { paymentMode, deviceOS } = parsed.data
  const { collect } = counter.offers(order)
  if (paymentMode.type === 'UPI_COLLECT' && !collect.allowed) {
    throw new ShopperRefusal(400, 'COLLECT_NOT_ALLOWED', collect.reason, 'paymentMode')
  }
  const { merchantOrderId } = order
  await counter.pay({ merchantOrderId, paymentMode, ...(deviceOS === undefined ? {} : { deviceOS }) })
  const paying = (await readOrder(counter.rooms.books, merchantOrderId)) ?? order
  return viewForShopper(paying, counter.rooms.clock.now(), counter.offers)
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ShopperRefusal(400, 'INVALID_REQUEST', 'The body must be JSON.', 'body')
  }
}
