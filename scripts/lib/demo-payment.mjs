import { randomUUID } from 'node:crypto'
import { formatInr, inr, paise } from '@galla/sdk'
import { eventually } from './demo.mjs'
import { disagreements } from './disagreements.mjs'

/** The cart names no amount: the shop must arrive at `PAID`. */
const CART = { darjeeling: 1 }
const PAID = inr('499.00')
const REFUNDED = inr('100.00')

/**
 * One payment and one partial refund through shop, gateway, SDK, sandbox, hosted page and callbacks.
 * @param {{ demo: Awaited<ReturnType<typeof import('./demo.mjs').openDemo>>, print: (line: string) => void }} parts
 * @returns {Promise<string[]>} what did not agree; empty when every source reports the same money
 */
export async function payAndRefund({ demo, print }) {
  const { galla, gateway, events, sandbox } = demo
  const merchantRefundId = `refund-${Date.now().toString(36)}`
  const note = (what, ...values) =>
    print(`  ${clock()}  ${what.padEnd(34)}${values.filter((value) => value !== undefined).join('  ')}`)

  const cart = { cartId: randomUUID(), lines: CART, checkout: 'STANDARD' }
  const { merchantOrderId, amount, redirectUrl } = await request(`${demo.url}/api/orders`, {
    method: 'POST',
    body: cart,
  })
  note('shop started an order', formatInr(amount), merchantOrderId)

  const page = pageApi(sandbox.url, redirectUrl)
  const { paymentMethods } = await page('GET /view')
  const bank = paymentMethods.netBanking.banks.find(({ health }) => health === 'up')
  const choice = { paymentMode: { type: 'NET_BANKING', bankId: bank.bankId } }
  const { attempt } = await page('POST /attempts', choice)
  note('payer chose a bank on the page', bank.name, attempt.transactionId)
  await page(`POST /attempts/${attempt.transactionId}/bank`, { outcome: 'SUCCESS' })
  note('payer approved at the bank')

  const paid = await eventually(() =>
    events.find(({ kind, payload }) => kind === 'order' && payload.merchantOrderId === merchantOrderId),
  )
  note('callback, verified', paid?.event ?? 'none received')
  const completed = await eventually(async () => {
    const order = await gateway.orders.get(merchantOrderId)
    return order?.state === 'COMPLETED' ? order : undefined
  })
  note('gateway, order', completed?.state ?? 'not completed')
  // The state commits first, and the handler of the shop runs after that.
  const packed = await eventually(() => demo.parcels.includes(merchantOrderId) || undefined)
  note('shop, handler', packed ? 'one parcel to pack' : 'no parcel')
  const status = await galla.standardCheckout.getOrderStatus({ merchantOrderId, details: true })
  note('SDK, order status', status.state, formatInr(status.amount), status.paymentDetails[0]?.transactionId)

  await gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: REFUNDED })
  note('refund requested', formatInr(REFUNDED), merchantRefundId)
  const refunded = await eventually(() =>
    events.find(
      ({ event, payload }) => event === 'pg.refund.completed' && payload.merchantRefundId === merchantRefundId,
    ),
  )
  note('callback, verified', refunded?.event ?? 'none received')
  const completedRefund = await eventually(async () => {
    const refund = await gateway.refunds.get(merchantRefundId)
    return refund?.state === 'COMPLETED' ? refund : undefined
  })
  const refundStatus = await galla.refunds.getStatus({ merchantRefundId })
  note('SDK, refund status', refundStatus.state, formatInr(refundStatus.amount))

  const providerOrder = await request(`${sandbox.url}/_sandbox/orders/${merchantOrderId}`)
  const providerRefund = await request(`${sandbox.url}/_sandbox/refunds/${merchantRefundId}`)
  const order = await gateway.orders.get(merchantOrderId)
  note('provider, kept', kept(providerOrder), `after ${formatInr(providerOrder.refundedAmount)} refunded`)
  note('gateway, kept', order && kept(order), order && `${formatInr(order.refundableAmount)} left to refund`)

  return disagreements({
    expected: {
      'order state': 'COMPLETED',
      'order amount': PAID,
      'refund state': 'COMPLETED',
      'refund amount': REFUNDED,
      'refunded of the order': REFUNDED,
      'left to refund': PAID - REFUNDED,
      'callbacks refused': 0,
      'times fulfilled': 1,
    },
    provider: {
      ...orderFields(providerOrder),
      ...refundFields(providerRefund),
      'refunded of the order': providerOrder.refundedAmount,
      'left to refund': providerOrder.refundableAmount,
    },
    callbacks: {
      ...orderFields(paid?.payload),
      ...refundFields(refunded?.payload),
      'callbacks refused': demo.refused.length,
    },
    sdk: { ...orderFields(status), ...refundFields(refundStatus) },
    gateway: {
      ...orderFields(completed),
      ...refundFields(completedRefund),
      transaction: completed?.transactionId ?? 'missing',
      'refunded of the order': order?.refundedAmount,
      'left to refund': order?.refundableAmount,
      'times fulfilled': demo.parcels.filter((id) => id === merchantOrderId).length,
    },
  })
}

/** One line for a callback that the demo received. */
export const formatEvent = ({ event, payload }) =>
  `  ${clock()}  callback  ${event}  ${payload?.merchantRefundId ?? payload?.merchantOrderId ?? payload?.settlementId ?? ''}  ${payload?.state ?? ''}  ${
    Number.isSafeInteger(payload?.amount) ? formatInr(payload.amount) : ''
  }`

const kept = ({ amount, refundedAmount }) => formatInr(paise(amount - refundedAmount))

/** A source without an answer says `missing`, so that it cannot agree by leaving the field out. */
const orderFields = (order) => ({
  'order state': order?.state ?? 'missing',
  'order amount': order?.amount ?? 'missing',
  'order id': order?.orderId ?? 'missing',
  transaction: order?.paymentDetails?.[0]?.transactionId ?? 'missing',
})

const refundFields = (refund) => ({
  'refund state': refund?.state ?? 'missing',
  'refund amount': refund?.amount ?? 'missing',
  'refund id': refund?.refundId ?? 'missing',
})

/** The requests that the hosted page sends from the payer's browser. */
function pageApi(provider, redirectUrl) {
  const token = new URL(redirectUrl).searchParams.get('token') ?? ''
  return (route, body) => {
    const [method, path] = route.split(' ')
    return request(`${provider}/page-api${path}`, { method, body, headers: { 'x-page-token': token } })
  }
}

/**
 * @param {string} url
 * @param {{ method?: string | undefined, body?: unknown, headers?: { [name: string]: string } }} options
 */
async function request(url, { method = 'GET', body, headers = {} } = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (response.ok) return response.json()
  throw new Error(`${method} ${new URL(url).pathname} returned ${response.status}: ${await response.text()}`)
}

const clock = () => new Date().toISOString().slice(11, 23)
