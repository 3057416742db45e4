import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { type DeliveryRecord, toDelivery } from '../../callbacks/delivery.ts'
import { linkMessage } from '../../callbacks/link-messages.ts'
import { type CallbackMessage, orderMessage, refundMessage } from '../../callbacks/messages.ts'
import { unknownEvent, withWrongAmount } from '../../callbacks/tampering.ts'
import type { SandboxContext } from '../../context.ts'
import { simulatedPayer } from '../../domain/default-payer.ts'
import { defined } from '../../domain/defined.ts'
import { latestAttempt, type Order } from '../../domain/order.ts'
import type { OrderEvent } from '../../domain/order-state-machine.ts'
import { CANCELLED } from '../../domain/outcome.ts'
import type { Refund, RefundEvent } from '../../domain/refund.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, checkText, type Fields, optionalFlag } from '../validation.ts'
import { checkReceiver } from './callbacks.ts'
import { endAttempt, findOrder } from './orders.ts'
import { BALANCE_TOO_SMALL, findRefund } from './refunds.ts'
import { mandateReport } from './trigger-mandates.ts'

const ORDER_EVENTS = {
  'order.completed': 'ORDER_COMPLETED',
  'order.failed': 'ORDER_FAILED',
  'transaction.attempt.failed': 'ATTEMPT_FAILED',
} as const satisfies { [name: string]: OrderEvent['type'] }
const REFUND_EVENTS = {
  accepted: 'REFUND_ACCEPTED',
  completed: 'REFUND_COMPLETED',
  failed: 'REFUND_FAILED',
} as const satisfies { [name: string]: RefundEvent }

/** `POST /callbacks/trigger`: sends an event about an existing order or refund, which `simulate` first makes true. */
export async function trigger(request: RouteRequest): Promise<ControlRoutes['POST /callbacks/trigger']['response']> {
  const { context } = request
  const fields = bodyFields(request.body)
  checkReceiver(context)
  const simulate = optionalFlag(fields.simulate, 'simulate')
  const { message, state } = reportFor(request, fields, simulate)
  const records = await sendWithFault(context, message, fields.fault)
  return { deliveries: records.map(toDelivery), state }
}

async function sendWithFault(
  { callbacks }: SandboxContext,
  message: CallbackMessage,
  fault: unknown,
): Promise<DeliveryRecord[]> {
  switch (fault) {
    case undefined:
      return [await callbacks.sendNow(message)]
    case 'duplicate':
      return [await callbacks.sendNow(message), await callbacks.sendNow(message, 'duplicate')]
    case 'tamper':
    case 'unsigned':
      return [await callbacks.sendNow(message, fault)]
    case 'wrong-amount':
      return [await callbacks.sendNow(withWrongAmount(message), fault)]
    case 'unknown-event':
      return [await callbacks.sendNow(unknownEvent(message), fault)]
    default:
      throw badRequest('fault must be duplicate, tamper, unsigned, wrong-amount or unknown-event.')
  }
}

/** A callback, and the state of its order or refund at the provider. */
interface Report {
  readonly message: CallbackMessage
  readonly state: string
}

function reportFor(request: RouteRequest, fields: Fields, simulate: boolean): Report {
  const { context } = request
  const event = checkText(fields.event, 'event')
  const refundEvent = /^pg\.refund\.(\w+)$/.exec(event)?.[1]
  if (refundEvent !== undefined && Object.hasOwn(REFUND_EVENTS, refundEvent)) {
    const type = REFUND_EVENTS[refundEvent as keyof typeof REFUND_EVENTS]
    const found = findRefund(request, checkText(fields.merchantRefundId, 'merchantRefundId'))
    const refund = simulate ? refundAfter(context, found, type) : found
    return { message: refundMessage(refund, type, context.settings), state: refund.state }
  }
  const aboutMandate = mandateReport(request, event, fields, simulate)
  if (aboutMandate) return aboutMandate
  const orderEvent = /^(?:checkout|paylink|pg|subscription\.setup)\.(.+)$/.exec(event)?.[1]
  if (orderEvent === undefined || !Object.hasOwn(ORDER_EVENTS, orderEvent)) {
    throw badRequest(`event ${JSON.stringify(event)} is not an event of the provider.`)
  }
  const type = ORDER_EVENTS[orderEvent as keyof typeof ORDER_EVENTS]
  const found = findOrder(request, checkText(fields.merchantOrderId, 'merchantOrderId'))
  const order = simulate ? orderAfter(context, found, type) : found
  const transactionId = latestAttempt(order)?.transactionId
  if (order.link) {
    if (type === 'ATTEMPT_FAILED') throw badRequest('A payment link has the events completed and failed.')
    return { message: linkMessage(order, order.link, type, context.settings), state: order.state }
  }
  return { message: orderMessage(order, { type, ...defined({ transactionId }) }, context.settings), state: order.state }
}

/** The order after what the event reports; unchanged where its state does not allow that. Sends no callback. */
function orderAfter(context: SandboxContext, order: Order, type: OrderEvent['type']): Order {
  const payer = simulatedPayer(undefined, order)
  if (!payer || order.state === 'COMPLETED') return order
  const end =
    type === 'ORDER_COMPLETED'
      ? ({ outcome: 'SUCCESS', keepOpen: false, failure: undefined } as const)
      : ({ outcome: 'FAILURE', keepOpen: type === 'ATTEMPT_FAILED', failure: CANCELLED } as const)
  try {
    return context.callbacks.withoutReports(() => endAttempt(context, order, payer, end))
  } catch (error) {
    if (error instanceof ApiError) return order
    throw error
  }
}

function refundAfter(context: SandboxContext, refund: Refund, type: RefundEvent): Refund {
  const to = ({ REFUND_ACCEPTED: 'CONFIRMED', REFUND_COMPLETED: 'COMPLETED', REFUND_FAILED: 'FAILED' } as const)[type]
  const step = to === 'FAILED' ? { to, failure: BALANCE_TOO_SMALL } : { to }
  const change = context.callbacks.withoutReports(() => context.refunds.apply(refund.merchantRefundId, step))
  return change.refused ? refund : change.refund
}
