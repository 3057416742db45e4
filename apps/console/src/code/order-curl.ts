import { tokenCurl } from './curl.ts'
import { exampleMode } from './example-mode.ts'
import { comesBack, phoneOf } from './mode-code.ts'
import { requestCurl } from './request-curl.ts'
import type { SampleOrder } from './sample-order.ts'
import { baseOf, type Target } from './target.ts'
import { wireBody } from './wire-body.ts'

/** The provider call behind a payment, for a POSIX shell: a token, then the order. */
export function orderCurl(order: SampleOrder, target: Target): string {
  const { checkout, merchantOrderId, amount, redirectUrl, expireAfter, metaInfo } = order
  const opening = { merchantOrderId, amount, expireAfter, metaInfo, ...(comesBack(order) ? { redirectUrl } : {}) }
  if (checkout === 'STANDARD') {
    const body = wireBody('standardPay', { input: { ...opening, message: order.message }, madeUp: [], host: 'pg' })
    return tokenCurl(target) + requestCurl({ method: 'POST', url: `${baseOf(target, 'pg')}/checkout/v2/pay`, body })
  }
  const { paymentMode = exampleMode('UPI_QR') } = order
  const sealed = paymentMode.type === 'CARD' || paymentMode.type === 'TOKEN'
  const host = sealed ? 'cards' : 'pg'
  const shown = sealed ? exampleMode(paymentMode.type) : paymentMode
  const input = { ...opening, paymentMode: shown, deviceContext: phoneOf(order) }
  const body = wireBody('customPay', { input, madeUp: [], host })
  const deviceOS = paymentMode.type === 'UPI_COLLECT' ? (order.deviceOS ?? 'Other') : undefined
  const url = `${baseOf(target, host)}/payments/v2/pay`
  return tokenCurl(target) + requestCurl({ method: 'POST', url, body, deviceOS })
}
