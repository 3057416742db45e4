import { randomUUID } from 'node:crypto'
import { formatInr, inr } from '@galla/sdk'
import { disagreements } from './lib/agree.mjs'
import { eventually } from './lib/shop.mjs'

/** What the shop must make of it: the cart names no amount. */
const CART = { darjeeling: 1 }
const PAID = inr('499.00')
const REFUNDED = inr('100.00')

/**
 * One payment and one partial refund, through shop, books, SDK, sandbox, hosted page, callbacks and back.
 * @param {{ stall: Awaited<ReturnType<import('./lib/shop.mjs').openStall>>, tell: (line: string) => void }} parts
 * @returns {Promise<string[]>} what did not agree; empty when the money is where everyone says it is
 */
export async function once({ stall, tell }) {
  const { galla, gateway, heard, sandbox } = stall
  const merchantRefundId = `refund-${Date.now().toString(36)}`
  const note = (what, ...facts) => tell(`  ${clock()}  ${what.padEnd(34)}${facts.filter(Boolean).join('  ')}`)

  const cart = { cartId: randomUUID(), lines: CART, checkout: 'STANDARD' }
  const { merchantOrderId, amount, redirectUrl } = await ask(`${stall.url}/api/orders`, { method: 'POST', body: cart })
  note('the shop opened an order', formatInr(amount), merchantOrderId)

  const page = pageOf(sandbox.url, redirectUrl)
  const { offers } = await page('GET /view')
  const bank = offers.netBanking.banks.find(({ health }) => health === 'up')
  const choice = { paymentMode: { type: 'NET_BANKING', bankId: bank.bankId } }
  const { attempt } = await page('POST /attempts', choice)
  note('payer chose a bank on the page', bank.name, attempt.transactionId)
  await page(`POST /attempts/${attempt.transactionId}/bank`, { outcome: 'SUCCESS' })
  note('payer approved at the bank')

  const paid = await eventually(() =>
    heard.find(({ kind, payload }) => kind === 'order' && payload.merchantOrderId === merchantOrderId),
  )
  note('callback, verified', paid?.event ?? 'none came')
  const booked = await eventually(async () => {
    const order = await gateway.orders.get(merchantOrderId)
    return order.state === 'COMPLETED' ? order : undefined
  })
  note('the books say', booked?.state ?? 'not paid', stall.parcels.length === 1 ? 'one parcel to pack' : '')
  const status = await galla.standardCheckout.getOrderStatus({ merchantOrderId, details: true })
  note('order status', status.state, formatInr(status.amount), status.paymentDetails[0]?.transactionId)

  await gateway.refunds.request({ merchantRefundId, merchantOrderId, amount: REFUNDED })
  note('refund asked for', formatInr(REFUNDED), merchantRefundId)
  const refunded = await eventually(() =>
    heard.find(
      ({ event, payload }) => event === 'pg.refund.completed' && payload.merchantRefundId === merchantRefundId,
    ),
  )
  note('callback, verified', refunded?.event ?? 'none came')
  const bookedRefund = await eventually(async () => {
    const refund = await gateway.refunds.get(merchantRefundId)
    return refund.state === 'COMPLETED' ? refund : undefined
  })
  const refundStatus = await galla.refunds.getStatus({ merchantRefundId })
  note('refund status', refundStatus.state, formatInr(refundStatus.amount))

  const held = await control(sandbox.url, `orders/${merchantOrderId}`)
  const heldRefund = await control(sandbox.url, `refunds/${merchantRefundId}`)
  note(
    'provider holds',
    formatInr(held.amount - held.refundedAmount),
    `after ${formatInr(held.refundedAmount)} refunded`,
  )
  const books = await gateway.orders.get(merchantOrderId)
  note(
    'the books hold',
    formatInr(books.amount - books.refundedAmount),
    `${formatInr(books.refundableAmount)} left to refund`,
  )

  return disagreements({
    asked: {
      'order state': 'COMPLETED',
      'order amount': PAID,
      'refund state': 'COMPLETED',
      'refund amount': REFUNDED,
      'refunded of the order': REFUNDED,
      'left to refund': PAID - REFUNDED,
      'callbacks refused': 0,
      'times fulfilled': 1,
    },
    'the provider holds': {
      ...orderFacts(held),
      ...refundFacts(heldRefund),
      'refunded of the order': held.refundedAmount,
      'left to refund': held.refundableAmount,
    },
    'callbacks said': {
      ...orderFacts(paid?.payload),
      ...refundFacts(refunded?.payload),
      'callbacks refused': stall.refused.length,
    },
    'the sdk returned': { ...orderFacts(status), ...refundFacts(refundStatus) },
    'the books say': {
      ...orderFacts(booked),
      ...refundFacts(bookedRefund),
      transaction: booked?.transactionId ?? 'nothing',
      'refunded of the order': books.refundedAmount,
      'left to refund': books.refundableAmount,
      'times fulfilled': stall.parcels.filter((id) => id === merchantOrderId).length,
    },
  })
}

/** One line for a callback that came to the till. */
export const shortEvent = ({ event, payload }) =>
  `  ${clock()}  callback  ${event}  ${payload?.merchantRefundId ?? payload?.merchantOrderId ?? ''}  ${payload?.state ?? ''}  ${
    Number.isSafeInteger(payload?.amount) ? formatInr(payload.amount) : ''
  }`

/** A witness who was not heard says so, instead of agreeing by silence. */
const orderFacts = (order) => ({
  'order state': order?.state ?? 'nothing',
  'order amount': order?.amount ?? 'nothing',
  'order id': order?.orderId ?? 'nothing',
  transaction: order?.paymentDetails?.[0]?.transactionId ?? 'nothing',
})

const refundFacts = (refund) => ({
  'refund state': refund?.state ?? 'nothing',
  'refund amount': refund?.amount ?? 'nothing',
  'refund id': refund?.refundId ?? 'nothing',
})

/** The hosted page's own calls, as the page in the payer's browser makes them. */
function pageOf(provider, redirectUrl) {
  const token = new URL(redirectUrl).searchParams.get('token')
  return (route, body) => {
    const [method, path] = route.split(' ')
    return ask(`${provider}/page-api${path}`, { method, body, headers: { 'x-page-token': token } })
  }
}

const control = (provider, path) => ask(`${provider}/_sandbox/${path}`, { method: 'GET' })

async function ask(url, { method, body, headers = {} }) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${await response.text()}`)
}

const clock = () => new Date().toISOString().slice(11, 23)
