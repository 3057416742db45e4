import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { OpenedReply } from '@galla/contract/provider/replies'
import type { Provider } from '../../context.ts'
import type { NewAttempt, Order } from '../../domain/order.ts'
import type { Quirks } from '../../quirks.ts'
import { badField, cardsElsewhere, customCheckoutOff, ok, type Reply } from '../../responses/errors.ts'
import { type DrawQr, qrDrawer } from '../../responses/qr-code.ts'
import { beginAttempt, newAttempt } from '../../services/attempts.ts'
import { bodyFields, checkFields, checkKnown, checkText, checkUrl, optionalFields } from '../validation.ts'
import type { Call } from './endpoint.ts'
import { newOrder, openedReply, pageUrl, parseOrder } from './orders.ts'
import { parsePaymentMode } from './payment-mode.ts'

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

/** Provider-protocol §3.9: an intent must say on which system its app lives. */
export function checkIntentDevice(value: unknown, mode: PaymentMode & { type: 'UPI_INTENT' }): void {
  const context = checkFields(value, 'deviceContext')
  const deviceOS = checkText(context.deviceOS, 'deviceContext.deviceOS')
  if (deviceOS !== 'ANDROID' && deviceOS !== 'IOS') throw badField('deviceContext.deviceOS', 'must be ANDROID or IOS.')
  const field = 'deviceContext.merchantCallBackScheme'
  const scheme = context.merchantCallBackScheme
  const needed = deviceOS === 'IOS' && mode.targetApp === 'PHONEPE'
  if (!needed && (scheme === undefined || scheme === null)) return
  if (!/^[A-Za-z][A-Za-z0-9.-]*$/.test(checkText(scheme, field))) {
    throw badField(field, 'must start with a letter and hold letters, digits, . and - only.')
  }
}

const BROWSER_SYSTEMS: ReadonlySet<string> = new Set<BrowserOS>(['Windows', 'iOS', 'Android', 'Mac OS', 'Other'])

/** Provider-protocol §4.2: the newer rule for collect requests, where the sandbox is told to follow it. */
export function checkCollectDevice(deviceOs: string | undefined, quirks: Quirks): void {
  if (quirks.collectDeviceOs === 'ignored') return
  if (deviceOs === undefined) throw badField('x-device-os', 'must be sent with a collect request.')
  if (!BROWSER_SYSTEMS.has(deviceOs))
    throw badField('x-device-os', `must be one of ${[...BROWSER_SYSTEMS].join(', ')}.`)
  if (quirks.collectDeviceOs === 'ios-only' && deviceOs !== 'iOS') {
    throw badField('x-device-os', 'must be iOS: collect requests are no longer taken from other systems.')
  }
}
