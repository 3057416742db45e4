import type { PaidOrder } from '@galla/contract/gateway-api/merchant-routes'
import { nextPollDelayMs } from '@galla/sdk'
import type { GatewayContext } from '../../context.ts'
import { copyOf } from '../../domain/copy.ts'
import { defined } from '../../domain/defined.ts'
import { isMobile } from '../../domain/orders/checkout.ts'
import { differingField, type Fingerprint, fingerprintOf, isComparable } from '../../domain/orders/fingerprint.ts'
import { nextOrderPoll } from '../../domain/orders/polls.ts'
import { maskVpa } from '../../domain/privacy/masking.ts'
import { GatewayError, invalid } from '../../errors.ts'
import type { CustomOrderRequest, PaymentChoice } from '../../provider/requests.ts'
import { keepActor } from '../../storage/access/audit.ts'
import { repeatedOnConflict } from '../../storage/database.ts'
import { beginOpening, readPayFingerprint } from '../../storage/orders/order-openings.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { lockOrder, viewOrder } from '../../storage/orders/orders.ts'
import { unreadableReason } from '../../storage/privacy/encrypted-columns.ts'
import { MIN_LIFE_SEC } from '../validation.ts'
import {
  checkCurrent,
  checkPayable,
  type Opening,
  openingError,
  openingTimes,
  openOrder,
  providerUnavailable,
  readStored,
  referencePaid,
  waitForResponse,
} from './open-order.ts'
import { checkPaymentChoice, intentDevice, isPageMode } from './payment-choice.ts'

/**
 * Custom checkout: starts the payment in the mode that the payer chose. The amount is the stored order's. Of the payment mode only
 * the name, keyed digests, a masked UPI id and your id of the payer are stored; card data stays in memory. The same choice again returns the same payment, so a double click
 * pays once. Another choice needs a new order of the reference, unless no payment was started.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, PAYMENT_IN_PROGRESS, REFERENCE_PAID, ORDER_CLOSED, PROVIDER_REFUSED,
 * PROVIDER_UNAVAILABLE
 */
export async function payOrder(
  context: GatewayContext,
  merchantOrderId: string,
  choice: PaymentChoice,
): Promise<PaidOrder> {
  checkPaymentChoice(choice)
  const paymentMode = copyOf(choice)
  const { type } = paymentMode
  const { row, payment } = await beginPayment(context, merchantOrderId, paymentMode)
  if (!payment) {
    const waited = await waitForResponse(context, row)
    // The provider refused the same choice of another call for now. Sent again by each call that waited, it would be refused as often.
    if (waited.state === 'CREATED' && waited.sentAtMs === undefined) throw providerUnavailable()
    return paid(context, waited, type)
  }
  if (row.nextPollAtMs !== undefined) context.wake('poll-orders', row.nextPollAtMs)
  const result = await openOrder(context, payment.opening, row, (options) =>
    context.provider.customCheckout.pay(payment.request, options),
  )
  const stored = await readStored(context, merchantOrderId)
  if (result.outcome === 'refused' || result.outcome === 'taken') {
    if (result.failure.outcome === 'not-sent' && result.failure.field === undefined) checkPayable(stored)
    throw openingError(result)
  }
  return paid(context, stored, type)
}

/**
 * As `payOrder`, for a payment with a sandbox, which may decide it before its reply is read: an order that failed by then is
 * returned, without a page.
 * @throws GatewayError as `payOrder`, but ORDER_CLOSED
 */
export async function payPlaygroundOrder(
  context: GatewayContext,
  merchantOrderId: string,
  paymentMode: PaymentChoice,
): Promise<PaidOrder> {
  try {
    return await payOrder(context, merchantOrderId, paymentMode)
  } catch (error) {
    if (!(error instanceof GatewayError && error.code === 'ORDER_CLOSED')) throw error
    return { order: viewOrder(await readStored(context, merchantOrderId)) }
  }
}

/**
 * Begins the payment under the locks of the reference and the order; without `payment`, the same one was started before. The request is made
 * before that: a process that cannot make it, because it lacks the key of what is stored, starts nothing.
 */
async function beginPayment(
  context: GatewayContext,
  merchantOrderId: string,
  paymentMode: PaymentChoice,
): Promise<{ row: OrderRow; payment?: { opening: Opening; request: CustomOrderRequest } }> {
  const { clock, database, digest, policy } = context
  const { nowMs, ...sendBy } = openingTimes(context)
  const payFingerprint = fingerprintOf({ paymentMode }, merchantOrderId, digest)
  return repeatedOnConflict(() =>
    database.transaction(async (tx) => {
      const locked = await lockOrder(tx, merchantOrderId)
      if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
      await keepActor(tx, context.actor)
      const { row, paidBy } = locked
      if (row.checkout !== 'CUSTOM')
        throw invalid(
          'merchantOrderId',
          `is an order of the checkout ${row.checkout}, which is paid ${isMobile(row.checkout) ? 'in your app' : "on the provider's page"}`,
        )
      const { expiresAtMs = nowMs, state, reference } = row
      if (state === 'COMPLETED' || state === 'FAILED' || clock.now() >= expiresAtMs)
        throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} is closed: start a new order of its reference`)
      checkPayable(row)
      if (paidBy !== undefined) throw referencePaid(reference, paidBy)
      await checkCurrent({ database: tx }, row)
      if (row.sentAtMs !== undefined) {
        checkSameChoice(row, await readPayFingerprint(tx, merchantOrderId), payFingerprint, paymentMode)
        return { row }
      }
      // The provider grants a payment its minimum lifetime, so it may expire later than the order would have.
      const opened = { ...row, sentAtMs: nowMs, expiresAtMs: Math.max(expiresAtMs, nowMs + MIN_LIFE_SEC * 1_000) }
      const request = toCustomOrderRequest(opened, paymentMode, nowMs)
      const pollState = { nowMs, unanswered: 0, providerDelayMs: nextPollDelayMs }
      const opening = {
        merchantOrderId,
        ...sendBy,
        sentAtMs: nowMs,
        expiresAtMs: opened.expiresAtMs,
        nextPollAtMs: nextOrderPoll(opened, pollState, policy) ?? nowMs,
        paymentMode: paymentMode.type,
        payFingerprint,
        ...defined({ request: requestWith(row, paymentMode) }),
      }
      const openedRow = await beginOpening(tx, opening)
      if (!openedRow) throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} can no longer be paid`)
      return { row: openedRow, payment: { opening, request } }
    }, merchantOrderId),
  )
}

/**
 * The request with what is stored of the choice: the masked UPI id that the payer entered, instead of that of an earlier choice, and the
 * `merchantUserId` that is sent with it. Undefined when it stays as it is.
 */
function requestWith({ request }: OrderRow, choice: PaymentChoice): OrderRow['request'] | undefined {
  const { payerVpa: earlier, payerUserIds = [], ...others } = request
  if (unreadableReason(request) !== undefined) return undefined
  const entered = choice.type === 'UPI_COLLECT' && choice.details.type === 'VPA' ? choice.details.vpa : undefined
  const userId = isPageMode(choice) && request.merchantUserId === undefined ? choice.merchantUserId : undefined
  const isNewId = userId !== undefined && !payerUserIds.includes(userId)
  if (entered === undefined && earlier === undefined && !isNewId) return undefined
  const userIds = isNewId ? [...payerUserIds, userId] : payerUserIds
  return {
    ...others,
    ...(entered === undefined ? {} : { payerVpa: maskVpa(entered) }),
    ...(userIds.length === 0 ? {} : { payerUserIds: userIds }),
  }
}

/** @throws GatewayError PAYMENT_IN_PROGRESS naming the field of the choice that differs from the payment that was started */
function checkSameChoice(
  { merchantOrderId, paymentMode }: OrderRow,
  stored: Fingerprint | undefined,
  given: Fingerprint,
  choice: PaymentChoice,
): void {
  const field = paymentMode === choice.type ? stored && differingChoice(stored, given) : 'paymentMode.type'
  if (field === undefined) return
  throw new GatewayError(
    'PAYMENT_IN_PROGRESS',
    `${merchantOrderId} has a payment in progress with another ${field}: start a new order of its reference`,
    { field },
  )
}

/** A choice from before a change of the client secret is not known any more, so no choice is the same. */
function differingChoice(stored: Fingerprint, given: Fingerprint): string | undefined {
  return isComparable(stored, given) ? differingField(stored, given) : 'paymentMode'
}

function toCustomOrderRequest(row: OrderRow, paymentMode: PaymentChoice, nowMs: number): CustomOrderRequest {
  const { merchantOrderId, amount, request, expiresAtMs } = row
  const { redirectUrl } = request
  const reason = unreadableReason(request)
  if (reason !== undefined || redirectUrl === undefined)
    throw new Error(`The request of order ${merchantOrderId} cannot be read: ${reason ?? 'it has no redirectUrl'}`)
  const deviceContext = intentDevice(paymentMode, redirectUrl)
  // The order's remaining time, but at least the provider's minimum; its reply states the expiry.
  const expireAfter =
    expiresAtMs === undefined ? undefined : Math.max(Math.ceil((expiresAtMs - nowMs) / 1_000), MIN_LIFE_SEC)
  const order = {
    merchantOrderId,
    amount,
    redirectUrl,
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

/**
 * Returns the order with the payer's next step. An order that was paid in the meantime has no next step, and a closed order has no page.
 * @throws GatewayError ORDER_CLOSED, REFERENCE_PAID
 */
async function paid(context: GatewayContext, row: OrderRow, type: string): Promise<PaidOrder> {
  if (row.state !== 'COMPLETED') {
    checkPayable(row)
    await checkCurrent(context, row)
  }
  const payment = row.opened && row.state !== 'COMPLETED' ? { type, ...row.opened } : undefined
  return { order: viewOrder(row), ...defined({ payment }) }
}
