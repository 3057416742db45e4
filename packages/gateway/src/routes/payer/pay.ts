import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import type { Context } from 'hono'
import { fit } from '../../http/check.ts'
import { PAY_BODY } from '../../http/pay-body.ts'
import { readJson } from '../../http/read-body.ts'
import { HttpError } from '../../http/refusal.ts'
import { readOrder } from '../../storage/orders.ts'
import type { Counter } from './counter.ts'
import { orderOfToken } from './guard.ts'
import { viewForPayer } from './view-order.ts'

/** Takes a payment mode and nothing else: what it costs stands in the database. */
export async function pay(counter: Counter, c: Context): Promise<PayerView> {
  const order = await orderOfToken(counter, c)
  const { paymentMode, deviceOS } = fit(await readJson(c, 'The body must be JSON.'), PAY_BODY, 'body')
  if ('merchantUserId' in paymentMode) {
    throw new HttpError(400, 'INVALID_REQUEST', 'Who pays is for the server to say: orders.start({ merchantUserId }).', {
      field: 'paymentMode.merchantUserId',
    })
  }
  const paymentMethods = await counter.paymentMethods(order)
  const { collect } = paymentMethods
  if (paymentMode.type === 'UPI_COLLECT' && !collect.allowed) {
    throw new HttpError(400, 'COLLECT_NOT_ALLOWED', collect.reason, { field: 'paymentMode' })
  }
  const { merchantOrderId } = order
  await counter.pay({ merchantOrderId, paymentMode, ...(deviceOS === undefined ? {} : { deviceOS }) })
  const paying = (await readOrder(counter.context.database, merchantOrderId)) ?? order
  return viewForPayer(paying, counter.context.clock.now(), paymentMethods)
}
