import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import type { Context } from 'hono'
import type { Counter } from './counter.ts'
import { orderOfToken } from './guard.ts'
import { viewForPayer } from './view-order.ts'

export async function readStatus(counter: Counter, c: Context): Promise<PayerView> {
  const order = await orderOfToken(counter, c)
  return viewForPayer(order, counter.context.clock.now(), await counter.paymentMethods(order))
}
