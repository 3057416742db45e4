import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { OpenedReply } from '@galla/contract/provider/replies'
import type { NewAttempt } from '../domain/attempt.ts'
import type { Order } from '../domain/order.ts'
import { beginAttempt, newAttempt } from '../new-attempt.ts'
import type { Provider } from '../provider.ts'
import { type DrawQr, qrDrawer } from '../qr-data.ts'
import type { Call } from './call.ts'
import { bodyFields, checkFields, checkKnown, checkText, checkUrl, optionalFields } from './checks.ts'
import { checkCollectDevice, checkIntentDevice } from './device.ts'
import { badField, cardsElsewhere, customCheckoutOff } from './error-bodies.ts'
import { newOrder, openedReply, pageUrl, parseOrder } from './open-order.ts'
import { parsePaymentMode } from './parse-payment-mode.ts'
import { ok, type Reply } from './reply.ts'

const KNOWN = new Set('merchantOrderId amount expireAfter metaInfo paymentFlow constraints deviceContext'.split(' '))
const KNOWN_IN_FLOW = new Set(['type', 'paymentMode', 'merchantUrls'])
const SIXTY_DAYS_SEC = 5_184_000

/** Seconds until a payment of each mode expires by default (provider-protocol §3.9); the last two are not published. */
const EXPIRY_SEC: { readonly [Type in PaymentMode['type']]: number } = {
  UPI_INTENT: 600,
  UPI_QR: 480,
  UPI_COLLECT: 480,
  CARD: 720,
  NET_BANKING: 480,
  TOKEN: 720,
  PPE_INTENT: 600,
}

/** `POST /payments/v2/pay`: one order, one attempt, on the merchant's own page. */
export async function customPay(call: Call): Promise<Reply> {
  const { provider } = call
  const { quirks } = provider.settings
  if (quirks.customCheckout !== 'enabled') throw customCheckoutOff(quirks.customCheckout)
  const body = bodyFields(call.body)
  checkKnown(body, KNOWN, quirks.unknownFields === 'refused')
  const flow = checkFields(body.paymentFlow, 'paymentFlow')
  if (flow.type !== 'PG') throw badField('paymentFlow.type', 'must be PG.')
  checkKnown(flow, KNOWN_IN_FLOW, quirks.unknownFields === 'refused', 'paymentFlow.')
  const mode = parsePaymentMode(checkFields(flow.paymentMode, 'paymentFlow.paymentMode'))
  checkHost(call, mode)
  const facts = parseOrder(body, { defaultExpirySec: EXPIRY_SEC[mode.type], maxExpirySec: SIXTY_DAYS_SEC })
  if (mode.type === 'UPI_INTENT') checkIntentDevice(body.deviceContext, mode)
  if (mode.type === 'UPI_COLLECT') {
    checkCollectDevice(call.header('x-device-os'), quirks)
    if (quirks.collectMessage === 'required') checkText(mode.message, 'paymentFlow.paymentMode.message')
  }
  const urls = optionalFields(flow.merchantUrls, 'paymentFlow.merchantUrls')
  const field = 'paymentFlow.merchantUrls.redirectUrl'
  const given = urls?.redirectUrl
  const redirectUrl =
    needsPage(mode.type) || (given !== undefined && given !== null) ? checkUrl(given, field) : undefined
  const message = mode.type === 'UPI_COLLECT' ? mode.message : undefined

  // Before the order: between its opening and the journal's line about it nothing else may come, or two equal runs would differ.
  const draw = mode.type === 'UPI_QR' ? await qrDrawer(quirks.qrData) : undefined
  const order = newOrder(provider, 'CUSTOM', facts, {
    retryDisabled: true,
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(message === undefined ? {} : { message }),
  })
  const attempt = newAttempt(provider, order, mode, order.createdAtMs)
  provider.ledger.openOrder(order)
  beginAttempt(provider, order, attempt)
  return ok(replyFor(provider, order, attempt, draw), { merchantOrderId: order.merchantOrderId })
}

function replyFor(provider: Provider, order: Order, attempt: NewAttempt, draw: DrawQr | undefined): OpenedReply {
  const opened = openedReply(order)
  if (needsPage(attempt.mode)) return { ...opened, redirectUrl: pageUrl(provider, order) }
  const link = attempt.intentUrl
  if (link === undefined) return opened
  return { ...opened, intentUrl: link, ...(draw ? { qrData: draw(link) } : {}) }
}

function needsPage(type: PaymentMode['type']): boolean {
  return type === 'CARD' || type === 'TOKEN' || type === 'NET_BANKING'
}

function checkHost(call: Call, mode: PaymentMode): void {
  const { cardOrigin } = call.provider
  const cards = mode.type === 'CARD' || mode.type === 'TOKEN'
  if (cards && cardOrigin !== undefined && loopback(call.origin) !== loopback(cardOrigin))
    throw cardsElsewhere(cardOrigin)
}

/** One machine, two names: a client may call either. */
function loopback(origin: string): string {
  return origin.replace('//localhost', '//127.0.0.1')
}
