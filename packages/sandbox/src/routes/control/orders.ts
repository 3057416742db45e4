import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import type { SandboxContext } from '../../context.ts'
import { SIMULATED_INSTRUMENTS, type SimulatedPayer, simulatedPayer } from '../../domain/default-payer.ts'
import { defined } from '../../domain/defined.ts'
import { linkState } from '../../domain/link.ts'
import { canStartAttempt, latestAttempt, type Order } from '../../domain/order.ts'
import type { Failure } from '../../domain/outcome.ts'
import { hasSameInstrument } from '../../domain/payer.ts'
import { refundableAmount, refundedAmount } from '../../domain/refund.ts'
import { DEFAULT_QUIRKS } from '../../quirks.ts'
import { linkUrl } from '../../responses/links.ts'
import { orderStatusResponse } from '../../responses/status.ts'
import { intentUrl } from '../../services/attempts.ts'
import { pageUrl } from '../provider/orders.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, checkText, type Fields, optionalFlag } from '../validation.ts'
import { parseFailure } from './outcomes.ts'

/** @throws ApiError 404 UNKNOWN_ORDER */
export function findOrder({ context }: RouteRequest, merchantOrderId: string | undefined): Order {
  const order = context.store.orders.get(merchantOrderId ?? '')
  if (!order) throw new ApiError(404, 'UNKNOWN_ORDER', `There is no order ${merchantOrderId}.`)
  return order
}

/** `GET /orders/{merchantOrderId}` */
export function readOrder(request: RouteRequest): SandboxOrder {
  return showOrder(findOrder(request, request.params.merchantOrderId), request.context)
}

/** An order with every field, regardless of the quirks of the provider's own responses. */
function showOrder(order: Order, context: SandboxContext): SandboxOrder {
  const refunds = context.store.refundsOf(order.merchantOrderId)
  const { merchantId } = context.settings
  const view = { attempts: order.attempts, errorContext: true, merchantId, quirks: DEFAULT_QUIRKS }
  return {
    ...orderStatusResponse(order, view),
    merchantOrderId: order.merchantOrderId,
    product: order.product,
    createdAtMs: order.createdAtMs,
    ...defined({ redirectUrl: order.redirectUrl }),
    pageUrl: order.link ? linkUrl(context, order.link) : pageUrl(context, order),
    ...(order.link
      ? { link: { state: linkState(order, order.link, DEFAULT_QUIRKS), messages: order.link.messages } }
      : {}),
    ...defined({ expired: order.expired }),
    refundedAmount: refundedAmount(refunds),
    refundableAmount: refundableAmount(order, refunds),
  }
}

const DEFAULT_PAGE = 50
const MAX_PAGE = 500

/** `GET /orders`: newest first. `after` is the `merchantOrderId` of the last order of the previous page. */
export function listOrders({ context, query }: RouteRequest): { orders: SandboxOrder[]; next?: string } {
  const limit = Math.min(MAX_PAGE, Math.max(1, Number(query.limit ?? DEFAULT_PAGE) || DEFAULT_PAGE))
  const newestFirst = [...context.store.orders.all()].reverse()
  const at = newestFirst.findIndex((one) => one.merchantOrderId === query.after)
  // After a reset, `after` names a deleted order: the list ends, so that a client that follows `next` stops.
  const from = query.after === undefined ? 0 : at < 0 ? newestFirst.length : at + 1
  const found: Order[] = []
  for (const order of newestFirst.slice(from)) {
    if (query.state !== undefined && !isInState(order, query.state)) continue
    if (query.search !== undefined && !matchesId(order, query.search)) continue
    found.push(order)
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  const next = found.length > limit ? page.at(-1)?.merchantOrderId : undefined
  return { orders: page.map((order) => showOrder(order, context)), ...defined({ next }) }
}

/** `EXPIRED`: failed because the time ran out; such an order is also `FAILED`. */
const isInState = ({ state, expired }: Order, wanted: string) =>
  wanted === 'EXPIRED' ? expired === true : state === wanted

/** True when a text is part of the order's `merchantOrderId`, `orderId` or of a `transactionId`, in any case. */
function matchesId(order: Order, text: string): boolean {
  const ids = [order.merchantOrderId, order.orderId, ...order.attempts.map((one) => one.transactionId)]
  return ids.some((id) => id.toLowerCase().includes(text.toLowerCase()))
}

/** `POST /orders/{merchantOrderId}/simulate`: what the payer's bank would do. */
export function simulatePayment(request: RouteRequest): SandboxOrder {
  return paid(request, findOrder(request, request.params.merchantOrderId), bodyFields(request.body))
}

/** `POST /app/payments`: what the mobile SDK in the merchant's app does with the token of an order. */
export function simulateAppPayment(request: RouteRequest): SandboxOrder {
  const { outcome = 'SUCCESS', ...fields } = bodyFields(request.body)
  const order = request.context.store.orderByPageToken(checkText(fields.token, 'token'))
  if (order?.product !== 'STANDARD_SDK' && order?.product !== 'CUSTOM_SDK')
    throw new ApiError(
      404,
      'UNKNOWN_TOKEN',
      "No order of the mobile SDK has this token. Create one with createSdkOrder, or with orders.start({ checkout: 'MOBILE', … }) of the gateway. The token in the address of the hosted page is a different token.",
    )
  if (fields.orderId !== order.orderId)
    throw badRequest(`orderId must be the id that was created with the token: ${order.orderId}.`)
  if (order.expired)
    throw new ApiError(
      409,
      'TOKEN_EXPIRED',
      'The token has expired with its order. Start another order: orders.start with a new merchantOrderId.',
    )
  return paid(request, order, { ...fields, outcome })
}

function paid(request: RouteRequest, found: Order, fields: Fields): SandboxOrder {
  const { context } = request
  const { outcome, errorCode, keepOpen, dropCallbacks, instrument } = fields
  if (outcome !== 'SUCCESS' && outcome !== 'FAILURE' && outcome !== 'PENDING') {
    throw badRequest('outcome must be SUCCESS, FAILURE or PENDING.')
  }
  const failure = outcome === 'FAILURE' ? parseFailure(errorCode) : undefined
  const payer = simulatedPayer(instrument, found)
  if (!payer) throw badRequest(`instrument must be one of ${SIMULATED_INSTRUMENTS.join(', ')}.`)
  if (found.mandate && payer.payer.kind !== 'ACCOUNT')
    throw badRequest('instrument must be ACCOUNT or RUPAY_CREDIT: a UPI mandate debits an account.')
  const isNamed = instrument !== undefined
  const end = () => endAttempt(context, found, payer, { outcome, keepOpen: keepOpen === true, failure, isNamed })
  return showOrder(optionalFlag(dropCallbacks, 'dropCallbacks') ? context.callbacks.dropping(end) : end(), context)
}

interface AttemptEnd {
  readonly outcome: SimulatePayment['outcome']
  readonly keepOpen: boolean
  /** The failure; only for the outcome FAILURE. */
  readonly failure: Failure | undefined
  /** The payer's instrument was named: it replaces a pending attempt by another one. */
  readonly isNamed?: boolean
}

/**
 * Ends the pending attempt of an order, or of a new one.
 * @throws ApiError 409 when the order's state does not allow it
 */
export function endAttempt(
  context: SandboxContext,
  found: Order,
  payer: SimulatedPayer,
  { outcome, keepOpen, failure, isNamed = false }: AttemptEnd,
): Order {
  const order = withAttempt(context, found, payer, { late: outcome === 'SUCCESS', isNamed })
  const transactionId = latestAttempt(order)?.transactionId ?? ''
  const { merchantOrderId } = order
  const change = failure
    ? context.orders.apply(merchantOrderId, { type: 'FAIL', transactionId, failure, final: !keepOpen })
    : outcome === 'SUCCESS'
      ? context.orders.finishAttempt(merchantOrderId, transactionId, { kind: 'SUCCESS' })
      : context.orders.apply(merchantOrderId, { type: 'STEP', transactionId })
  if (change?.refused)
    throw new ApiError(409, change.refused, `The order is ${order.state}: it cannot change to ${outcome}.`)
  return change?.order ?? order
}

/** `POST /orders/{merchantOrderId}/expire`: the time of this order runs out now. The clock does not move. */
export function expireOrder(request: RouteRequest): SandboxOrder {
  const { context, params } = request
  const found = findOrder(request, params.merchantOrderId)
  const change = context.orders.apply(found.merchantOrderId, { type: 'EXPIRE', early: true })
  if (change.refused) throw new ApiError(409, change.refused, `The order is ${found.state}: it cannot expire.`)
  return showOrder(change.order, context)
}

/** The order with an attempt to end: its pending one, or a new one. `late` allows a new attempt after the expiry. */
function withAttempt(
  context: SandboxContext,
  order: Order,
  { mode, payer }: SimulatedPayer,
  { late, isNamed }: { late: boolean; isNamed: boolean },
): Order {
  const latest = latestAttempt(order)
  const isReplaced = isNamed && latest && canStartAttempt(order) && !hasSameInstrument(latest.payer, payer)
  // A late payment ends the attempt that was pending at the expiry.
  if (latest && !isReplaced && (latest.state === 'PENDING' || order.state !== 'PENDING')) return order
  const startedAtMs = Math.min(context.clock.now(), order.expiresAtMs)
  const transactionId = context.ids.attempt(startedAtMs)
  const { merchantName } = context.settings
  const link = mode === 'UPI_QR' ? { intentUrl: intentUrl('upi', order, transactionId, merchantName) } : {}
  const attempt = { transactionId, mode, payer, amount: order.amount, startedAtMs, ...link }
  const change = context.orders.apply(order.merchantOrderId, { type: 'START', attempt, late })
  if (change.refused)
    throw new ApiError(409, change.refused, `The order is ${order.state} and accepts no further attempt.`)
  return change.order
}
