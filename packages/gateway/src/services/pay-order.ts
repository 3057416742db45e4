import type { PaidOrder } from '@galla/contract/gateway-api/merchant-routes'
import { type BrowserOS, PAYMENT_MODE_TYPES, type PaymentMode } from '@galla/contract/provider/payment-mode'
import { nextPollDelayMs } from '@galla/sdk'
import type { GatewayContext } from '../context.ts'
import type { Policy } from '../domain/order.ts'
import { nextOrderPoll } from '../domain/schedule.ts'
import { GatewayError, invalid } from '../errors.ts'
import type { CustomOrderRequest, IntentDevice, PaymentChoice } from '../provider/provider-port.ts'
import { beginPayment, type OrderRow, putOffPayment, readOrder, viewOrder } from '../storage/orders.ts'
import { openingError, openOrder } from './open-order.ts'
import { MIN_LIFE_SEC } from './validation.ts'

/**
 * Custom checkout: the payer has chosen. The amount is the stored order's; of the payment mode only its name is kept, card
 * data passes through memory alone. The same choice again is the same payment. Another one needs a new order of the reference, as
 * an id is good for one payment at the provider; only where nothing was begun may the payer choose again.
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
    throw invalid('merchantOrderId', "is an order of the provider's page: it is paid there")
  const nowMs = clock.now()
  if (row.state === 'COMPLETED' || row.state === 'FAILED' || nowMs >= (row.expiresAtMs ?? nowMs))
    throw new GatewayError(
      'ORDER_CLOSED',
      `${merchantOrderId} cannot be paid any more: start a new order of its reference`,
    )
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
    await putOffPayment(database, { merchantOrderId, openedAtMs: nowMs, nextPollAtMs: lastPollOf(row, policy) })
    throw openingError(result)
  }
  return paid(await readStored(context, merchantOrderId), type)
}

/** Until the payer chooses again there is nothing to ask the provider. */
function lastPollOf({ expiresAtMs, createdAtMs }: OrderRow, { unknownOrderGraceMs }: Policy): number {
  return (expiresAtMs ?? createdAtMs) + unknownOrderGraceMs
}

function toCustomOrderRequest(row: OrderRow, paymentMode: PaymentChoice, nowMs: number): CustomOrderRequest {
  const { merchantOrderId, amount, request, expiresAtMs } = row
  const deviceContext = intentDevice(paymentMode, request.redirectUrl)
  const opening = {
    merchantOrderId,
    amount,
    redirectUrl: request.redirectUrl,
    ...(deviceContext ? { deviceContext } : {}),
    ...(request.metaInfo ? { metaInfo: request.metaInfo } : {}),
    // What is left of the order's time: it began with the order, not with the choice. Whoever chooses late gets the provider's
    // shortest time, and its reply says until when.
    ...(expiresAtMs === undefined
      ? {}
      : { expireAfter: Math.max(Math.ceil((expiresAtMs - nowMs) / 1_000), MIN_LIFE_SEC) }),
  }
  if (isPageMode(paymentMode)) {
    const { merchantUserId = paymentMode.merchantUserId } = request
    return { ...opening, paymentMode: merchantUserId === undefined ? paymentMode : { ...paymentMode, merchantUserId } }
  }
  return { ...opening, paymentMode: paymentMode.type === 'UPI_COLLECT' ? withMessage(paymentMode, row) : paymentMode }
}

/** What the payer's app shows with a request for money; the provider may insist on it. */
function withMessage(mode: Extract<PaymentChoice, { type: 'UPI_COLLECT' }>, { request, merchantOrderId }: OrderRow) {
  return { ...mode, message: mode.message ?? request.message ?? `Order ${merchantOrderId}` }
}

/** Modes that send the payer to a page have a shape of their own at the provider's client. */
function isPageMode(mode: PaymentChoice): mode is Extract<PaymentChoice, { type: 'CARD' | 'TOKEN' | 'NET_BANKING' }> {
  return mode.type === 'CARD' || mode.type === 'TOKEN' || mode.type === 'NET_BANKING'
}

/** A double click finds the first one's payment; another choice does not replace it. */
function existingPayment(row: OrderRow, type: string): PaidOrder {
  if (row.needsReview) throw new GatewayError('ORDER_CLOSED', `${row.merchantOrderId} waits for a person`)
  if (row.paymentMode === type) return paid(row, type)
  throw new GatewayError(
    'PAYMENT_IN_PROGRESS',
    `${row.merchantOrderId} is being paid by ${row.paymentMode ?? 'another way'}: start a new order of its reference`,
    { field: 'paymentMode' },
  )
}

function paid(row: OrderRow, type: string): PaidOrder {
  return { order: viewOrder(row, []), ...(row.opened ? { payment: { type, ...row.opened } } : {}) }
}

async function readStored({ database }: GatewayContext, merchantOrderId: string): Promise<OrderRow> {
  const row = await readOrder(database, merchantOrderId)
  if (!row) throw new Error(`The order ${merchantOrderId} has vanished`)
  return row
}

/** Apps of iOS are named by one word (`GPAY`), those of Android by their package (`com.phonepe.app`). */
const PACKAGE_NAME = /\./
const OWN_APP_ON_IOS = 'PHONEPE'

/** What the provider wants to know of the phone before it makes an app's link; nothing for any other choice. */
export function intentDevice(choice: PaymentChoice, redirectUrl: string): IntentDevice | undefined {
  if (choice.type !== 'UPI_INTENT') return undefined
  const { targetApp, deviceOS } = choice
  const ios = deviceOS === 'iOS' || deviceOS === 'Mac OS' || (deviceOS === undefined && !PACKAGE_NAME.test(targetApp))
  if (!ios) return { deviceOS: 'ANDROID' }
  // A shop on the web is led back to by its own address.
  const leadsBack = targetApp === OWN_APP_ON_IOS ? { merchantCallBackScheme: schemeOf(redirectUrl) } : {}
  return { deviceOS: 'IOS', ...leadsBack }
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
