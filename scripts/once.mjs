import { formatInr, inr } from '@galla/sdk'
import { disagreements } from './lib/agree.mjs'

const PAID = inr('499.00')
const REFUNDED = inr('100.00')

/**
 * One payment and one partial refund, through SDK, sandbox, hosted page, callbacks and back.
 * @param {{ galla: import('@galla/sdk').Galla, provider: string, till: Awaited<ReturnType<import('./lib/till.mjs').openTill>>, tell: (line: string) => void }} parts
 * @returns {Promise<string[]>} what did not agree; empty when the money is where everyone says it is
 */
export async function once({ galla, provider, till, tell }) {
  const run = Date.now().toString(36)
  const merchantOrderId = `order-${run}`
  const merchantRefundId = `refund-${run}`
  const note = (what, ...facts) => tell(`  ${clock()}  ${what.padEnd(34)}${facts.filter(Boolean).join('  ')}`)

  const opened = await galla.standardCheckout.pay({ merchantOrderId, amount: PAID, redirectUrl: `${till.url}/thanks` })
  note('order opened', formatInr(PAID), merchantOrderId, opened.orderId)

  const page = pageOf(provider, opened.redirectUrl)
  const { offers } = await page('GET /view')
  const bank = offers.netBanking.banks.find(({ health }) => health === 'up')
  const choice = { paymentMode: { type: 'NET_BANKING', bankId: bank.bankId } }
  const { attempt } = await page('POST /attempts', choice)
  note('payer chose a bank on the page', bank.name, attempt.transactionId)
  await page(`POST /attempts/${attempt.transactionId}/bank`, { outcome: 'SUCCESS' })
  note('payer approved at the bank')

  const paid = await till.waitFor(
    ({ kind, payload }) => kind === 'order' && payload.merchantOrderId === merchantOrderId,
  )
  note('callback, verified', paid?.event ?? 'none came')
  const status = await galla.standardCheckout.getOrderStatus({ merchantOrderId, details: true })
  note('order status', status.state, formatInr(status.amount), status.paymentDetails[0]?.transactionId)

  const refund = await galla.refunds.create({
    merchantRefundId,
    originalMerchantOrderId: merchantOrderId,
    amount: REFUNDED,
  })
  note('refund asked for', formatInr(refund.amount), merchantRefundId, refund.refundId)
  const refunded = await till.waitFor(
    ({ event, payload }) => event === 'pg.refund.completed' && payload.merchantRefundId === merchantRefundId,
  )
  note('callback, verified', refunded?.event ?? 'none came')
  const refundStatus = await galla.refunds.getStatus({ merchantRefundId })
  note('refund status', refundStatus.state, formatInr(refundStatus.amount))

  const held = await control(provider, `orders/${merchantOrderId}`)
  const heldRefund = await control(provider, `refunds/${merchantRefundId}`)
  note(
    'provider holds',
    formatInr(held.amount - held.refundedAmount),
    `after ${formatInr(held.refundedAmount)} refunded`,
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
      'callbacks refused': till.refused.length,
    },
    'the sdk returned': { ...orderFacts(status), ...refundFacts(refundStatus) },
    'when opened': { 'order id': opened.orderId, 'refund id': refund.refundId },
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
