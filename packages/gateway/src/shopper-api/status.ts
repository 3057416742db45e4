import type { ShopperView } from '@galla/contract/books/shopper-routes'
import type { Context } from 'hono'
import type { Counter } from './counter.ts'
import { orderOfToken } from './guard.ts'
import { viewForShopper } from './view-order.ts'

export async function readStatus(counter: Counter, c: Context): Promise<ShopperView> {
  const order = await orderOfToken(counter, c)
  return viewForShopper(order, counter.rooms.clock.now(), await counter.offers(order))
}
