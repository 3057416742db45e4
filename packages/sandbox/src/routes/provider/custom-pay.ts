import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { OpenedResponse } from '@galla/contract/provider/responses'
import type { SandboxContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { NewAttempt, Order } from '../../domain/order.ts'
import type { Quirks } from '../../quirks.ts'
import { badField, cardHostOnly, customCheckoutDisabled, ok, type Reply } from '../../responses/errors.ts'
import { type DrawQr, qrDrawer } from '../../responses/qr-code.ts'
import { newAttempt, startAttempt } from '../../services/attempts.ts'
import { bodyFields, checkFields, checkKnownFields, checkText, type Fields } from '../validation.ts'
import { newOrder, openedResponse, pageUrl, parseOrder } from './orders.ts'
import { parseRedirectUrl } from './page-flow.ts'
import { parsePaymentMode } from './payment-mode.ts'
import type { ProviderRequest } from './request.ts'

const PAY_FIELDS = new Set([
  'merchantOrderId',
  'amount',
  'expireAfter',
  'metaInfo',
  'paymentFlow',
  'constraints',
  'deviceContext',
])
const FLOW_FIELDS = new Set(['type', 'paymentMode', 'merchantUrls'])
const SIXTY_DAYS_SEC = 5_184_000

/** Default expiry of each mode in seconds (protocol §3.9). The values of the last two are not documented. */
const EXPIRY_SEC: { readonly [Type in PaymentMode['type']]: number } = {
  UPI_INTENT: 600,
  UPI_QR: 480,
  UPI_COLLECT: 480,
  CARD: 720,
  NET_BANKING: 480,
  TOKEN: 720,
  PPE_INTENT: 600,
}

/** `POST /payments/v2/pay`: one order with one attempt, paid on the merchant's own page. */
export async function customPay(request: ProviderRequest): Promise<Reply> {
  const { context } = request
  const { quirks } = context.settings
  if (quirks.customCheckout !== 'enabled') throw customCheckoutDisabled(quirks.customCheckout)
  const body = bodyFields(request.body)
  checkKnownFields(body, PAY_FIELDS, quirks)
  const flow = checkFields(body.paymentFlow, 'paymentFlow')
  if (flow.type !== 'PG') throw badField('paymentFlow.type', 'must be PG.')
  checkKnownFields(flow, FLOW_FIELDS, quirks, 'paymentFlow.')
  const mode = parsePaymentMode(checkFields(flow.paymentMode, 'paymentFlow.paymentMode'), quirks)
  checkCardHost(request, mode)
  const input = parseOrder(body, { defaultExpirySec: EXPIRY_SEC[mode.type], maxExpirySec: SIXTY_DAYS_SEC })
  if (mode.type === 'UPI_INTENT' && !isDesktopIntent(body, flow, quirks)) checkIntentDevice(body.deviceContext, mode)
  if (mode.type === 'UPI_COLLECT') {
    checkCollectDevice(request.header('x-device-os'), quirks)
    if (quirks.collectMessage === 'required') checkText(mode.message, 'paymentFlow.paymentMode.message')
  }
  const redirectUrl = parseRedirectUrl(flow, quirks.redirectUrlRequired && opensPage(mode.type))
  const message = mode.type === 'UPI_COLLECT' ? mode.message : undefined

  // Loaded before the order is opened: an await between the two would let other calls in, and the journal of two equal runs differ.
  const draw = mode.type === 'UPI_QR' ? await qrDrawer(quirks.qrData) : undefined
  const order = newOrder(context, 'CUSTOM', input, { retryDisabled: true, ...defined({ redirectUrl, message }) })
  const attempt = newAttempt(context, order, mode, order.createdAtMs)
  context.orders.open(order)
  startAttempt(context, order, attempt)
  return ok(responseFor(context, order, attempt, draw), { merchantOrderId: order.merchantOrderId })
}

function responseFor(
  context: SandboxContext,
  order: Order,
  attempt: NewAttempt,
  draw: DrawQr | undefined,
): OpenedResponse {
  const opened = openedResponse(order)
  if (opensPage(attempt.mode)) return { ...opened, redirectUrl: pageUrl(context, order) }
  const link = attempt.intentUrl
  if (link === undefined) return opened
  return { ...opened, intentUrl: link, ...(draw ? { qrData: draw(link) } : {}) }
}

/** True when the payer continues on a page of the provider. */
function opensPage(type: PaymentMode['type']): boolean {
  return type === 'CARD' || type === 'TOKEN' || type === 'NET_BANKING'
}

function checkCardHost(request: ProviderRequest, mode: PaymentMode): void {
  const { cardOrigin } = request.context
  const card = mode.type === 'CARD' || mode.type === 'TOKEN'
  if (card && cardOrigin !== undefined && withLoopbackIp(request.origin) !== withLoopbackIp(cardOrigin))
    throw cardHostOnly(cardOrigin)
}

/** A client may call the same machine by name or by address. */
function withLoopbackIp(origin: string): string {
  return origin.replace('//localhost', '//127.0.0.1')
}

/** On a desktop neither app nor operating system is known, and the merchant draws the link as a QR code (protocol §4.1). */
function isDesktopIntent(body: Fields, flow: Fields, { targetAppRequired }: Quirks): boolean {
  const { targetApp } = checkFields(flow.paymentMode, 'paymentFlow.paymentMode')
  const absent = (value: unknown): boolean => value === undefined || value === null
  return !targetAppRequired && absent(targetApp) && absent(body.deviceContext)
}

/** A UPI intent must name the operating system of the app (protocol §3.9). */
function checkIntentDevice(value: unknown, mode: PaymentMode & { type: 'UPI_INTENT' }): void {
  const device = checkFields(value, 'deviceContext')
  const deviceOS = checkText(device.deviceOS, 'deviceContext.deviceOS')
  if (deviceOS !== 'ANDROID' && deviceOS !== 'IOS') throw badField('deviceContext.deviceOS', 'must be ANDROID or IOS.')
  const field = 'deviceContext.merchantCallBackScheme'
  const scheme = device.merchantCallBackScheme
  const required = deviceOS === 'IOS' && mode.targetApp === 'PHONEPE'
  if (!required && (scheme === undefined || scheme === null)) return
  if (!/^[A-Za-z][A-Za-z0-9.-]*$/.test(checkText(scheme, field))) {
    throw badField(field, 'must start with a letter and contain only letters, digits, . and -.')
  }
}

const BROWSER_SYSTEMS: ReadonlySet<string> = new Set<BrowserOS>(['Windows', 'iOS', 'Android', 'Mac OS', 'Other'])

/** The newer rule for collect requests (protocol §4.2), applied where the quirk asks for it. */
function checkCollectDevice(deviceOs: string | undefined, quirks: Quirks): void {
  if (quirks.collectDeviceOs === 'ignored') return
  if (deviceOs === undefined) throw badField('x-device-os', 'must be sent with a collect request.')
  if (!BROWSER_SYSTEMS.has(deviceOs))
    throw badField('x-device-os', `must be one of ${[...BROWSER_SYSTEMS].join(', ')}.`)
  if (quirks.collectDeviceOs === 'ios-only' && deviceOs !== 'iOS') {
    throw badField('x-device-os', 'must be iOS: collect requests from other systems are no longer accepted.')
  }
}
