import type { PaidOrder } from '@galla/contract/gateway-api/merchant-routes'
import { type BrowserOS, PAYMENT_MODE_TYPES, type PaymentMode } from '@galla/contract/provider/payment-mode'
import { nextPollDelayMs } from '@galla/sdk'
import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import type { Policy } from '../domain/order.ts'
import { nextOrderPoll } from '../domain/schedule.ts'
import { GatewayError, invalid } from '../errors.ts'
import type { CustomOrderRequest, IntentDevice, PaymentChoice } from '../provider/provider-port.ts'
import { beginPayment, type OrderRow, readOrder, resetPayment, viewOrder } from '../storage/orders.ts'
import { openingError, openOrder, readStored } from './open-order.ts'
import { MIN_LIFE_SEC } from './validation.ts'

/**
 * Custom checkout: starts the payment in the mode that the payer chose. The amount is the stored order's. Of the payment mode only
 * the name is stored; card data stays in memory. The same mode again returns the same payment, so a double click pays once. Another
 * mode needs a new order of the reference, unless no payment was started.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, PAYMENT_IN_PROGRESS, ORDER_CLOSED, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE
 */
export async function payOrder(
  context: GatewayContext,
  merchantOrderId: string,
  paymentMode: PaymentChoice,
): Promise<PaidOrder> {
  if (!PAYMENT_MODE_TYPES.includes(paymentMode?.type))
    throw invalid('paymentMode.type', `must be one of ${PAYMENT_MODE_TYPES.join(', ')}`)
  const { database, clock, policy } = context
  const row = await readOrder(database, merchantOrderId)
  if (!row) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
  if (row.checkout !== 'CUSTOM')
    throw invalid('merchantOrderId', "is an order of the standard checkout, which is paid on the provider's page")
  const nowMs = clock.now()
  if (row.state === 'COMPLETED' || row.state === 'FAILED' || nowMs >= (row.expiresAtMs ?? nowMs))
    throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} is closed: start a new order of its reference`)
  const pollState = { nowMs, openedAtMs: nowMs, unanswered: false, providerDelayMs: nextPollDelayMs }
  const nextPollAtMs = nextOrderPoll(row, pollState, policy) ?? nowMs
  const { type } = paymentMode
  if (!(await beginPayment(database, { merchantOrderId, paymentMode: type, openedAtMs: nowMs, nextPollAtMs }))) {
    return existingPayment(await readStored(context, merchantOrderId), type)
  }
  context.wake('poll-orders', nextPollAtMs)
  const result = await openOrder(context, merchantOrderId, () =>
    context.provider.customCheckout.pay(toCustomOrderRequest(row, paymentMode, nowMs)),
  )
  if (result.outcome === 'refused') {
    await resetPayment(database, { merchantOrderId, openedAtMs: nowMs, nextPollAtMs: pollAfterExpiry(row, policy) })
    throw openingError(result)
  }
  return paid(await readStored(context, merchantOrderId), type)
}

/** Until the payer chooses again there is no payment to poll: the next poll is after the expiry and the grace. */
function pollAfterExpiry({ expiresAtMs, createdAtMs }: OrderRow, { unknownOrderGraceMs }: Policy): number {
  return (expiresAtMs ?? createdAtMs) + unknownOrderGraceMs
}

function toCustomOrderRequest(row: OrderRow, paymentMode: PaymentChoice, nowMs: number): CustomOrderRequest {
  const { merchantOrderId, amount, request, expiresAtMs } = row
  const deviceContext = intentDevice(paymentMode, request.redirectUrl)
  // The order's remaining time, but at least the provider's minimum; its reply states the expiry.
  const expireAfter =
    expiresAtMs === undefined ? undefined : Math.max(Math.ceil((expiresAtMs - nowMs) / 1_000), MIN_LIFE_SEC)
  const order = {
    merchantOrderId,
    amount,
    redirectUrl: request.redirectUrl,
    ...defined({ deviceContext, metaInfo: request.metaInfo || undefined, expireAfter }),
  }
  if (isPageMode(paymentMode)) {
    const { merchantUserId = paymentMode.merchantUserId } = request
    return { ...order, paymentMode: merchantUserId === undefined ? paymentMode : { ...paymentMode, merchantUserId } }
  }
  return { ...order, paymentMode: paymentMode.type === 'UPI_COLLECT' ? withMessage(paymentMode, row) : paymentMode }
}

/** A collect request has a message, which the payer's app shows; the provider may require it. */
function withMessage(mode: Extract<PaymentChoice, { type: 'UPI_COLLECT' }>, { request, merchantOrderId }: OrderRow) {
  return { ...mode, message: mode.message ?? request.message ?? `Order ${merchantOrderId}` }
}

/** Modes that redirect the payer to a page take a `merchantUserId`. */
function isPageMode(mode: PaymentChoice): mode is Extract<PaymentChoice, { type: 'CARD' | 'TOKEN' | 'NET_BANKING' }> {
  return mode.type === 'CARD' || mode.type === 'TOKEN' || mode.type === 'NET_BANKING'
}

/** The payment that was started before; a second choice never replaces it. */
function existingPayment(row: OrderRow, type: string): PaidOrder {
  if (row.needsReview) throw new GatewayError('ORDER_CLOSED', `${row.merchantOrderId} needs review and cannot be paid`)
  if (row.paymentMode === type) return paid(row, type)
  throw new GatewayError(
    'PAYMENT_IN_PROGRESS',
    `${row.merchantOrderId} has a payment in progress by ${row.paymentMode ?? 'another mode'}: start a new order of its reference`,
    { field: 'paymentMode' },
  )
}

function paid(row: OrderRow, type: string): PaidOrder {
  return { order: viewOrder(row), ...(row.opened ? { payment: { type, ...row.opened } } : {}) }
}

/** iOS apps are named by one word (`GPAY`), Android apps by their package (`com.phonepe.app`). */
const PACKAGE_NAME = /\./
const OWN_APP_ON_IOS = 'PHONEPE'

/** The `deviceContext` that the provider requires for UPI_INTENT; undefined for other modes. */
export function intentDevice(choice: PaymentChoice, redirectUrl: string): IntentDevice | undefined {
  if (choice.type !== 'UPI_INTENT') return undefined
  const { targetApp, deviceOS } = choice
  const ios = deviceOS === 'iOS' || deviceOS === 'Mac OS' || (deviceOS === undefined && !PACKAGE_NAME.test(targetApp))
  if (!ios) return { deviceOS: 'ANDROID' }
  // For its own app on iOS the provider requires the scheme of the address to return to.
  const returnScheme = targetApp === OWN_APP_ON_IOS ? { merchantCallBackScheme: schemeOf(redirectUrl) } : {}
  return { deviceOS: 'IOS', ...returnScheme }
}

const schemeOf = (address: string) => new URL(address).protocol.slice(0, -1)

/** The payer's choice, with the device's system for the modes that need it. */
export function toPaymentChoice({
  paymentMode,
  deviceOS,
}: {
  paymentMode: PaymentMode
  deviceOS?: BrowserOS
}): PaymentChoice {
  const needsSystem = paymentMode.type === 'UPI_COLLECT' || paymentMode.type === 'UPI_INTENT'
  return needsSystem && deviceOS ? { ...paymentMode, deviceOS } : paymentMode
}
