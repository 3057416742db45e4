import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { asDelivery } from '../callbacks/delivery-record.ts'
import { type Message, orderMessage, refundMessage } from '../callbacks/envelope.ts'
import { strangeEvent, wrongAmount } from '../callbacks/mischief.ts'
import { latestAttempt } from '../domain/order.ts'
import type { Provider } from '../provider.ts'
import { bodyFields, checkText, type Fields } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'
import { noReceiver } from './callbacks.ts'
import { orderNamed, refundNamed } from './find.ts'

const ORDER_EVENTS = {
  'order.completed': 'ORDER_COMPLETED',
  'order.failed': 'ORDER_FAILED',
  'transaction.attempt.failed': 'ATTEMPT_FAILED',
} as const
const REFUND_EVENTS = { accepted: 'REFUND_ACCEPTED', completed: 'REFUND_COMPLETED', failed: 'REFUND_FAILED' } as const

/** `POST /callbacks/trigger`: sends an event about something that exists, as it stands, whether or not it just happened. */
export async function trigger(asked: Asked): Promise<{ deliveries: Delivery[] }> {
  const { provider } = asked
  const wanted = bodyFields(asked.body)
  if (!provider.callbacks.receiver.url) throw noReceiver()
  const message = messageFor(asked, wanted)
  const records = await sendBent(provider, message, wanted.fault)
  return { deliveries: records.map(asDelivery) }
}

async function sendBent(provider: Provider, message: Message, fault: unknown) {
  const { callbacks } = provider
  switch (fault) {
    case undefined:
      return [await callbacks.sendNow(message)]
    case 'duplicate':
      return [await callbacks.sendNow(message), await callbacks.sendNow(message, 'duplicate')]
    case 'tamper':
    case 'unsigned':
      return [await callbacks.sendNow(message, fault)]
    case 'wrong-amount':
      return [await callbacks.sendNow(wrongAmount(message), fault)]
    case 'unknown-event':
      return [await callbacks.sendNow(strangeEvent(message), fault)]
    default:
      throw new RouteRefusal(
        400,
        'BAD_REQUEST',
        'fault must be duplicate, tamper, unsigned, wrong-amount or unknown-event.',
      )
  }
}

function messageFor(asked: Asked, wanted: Fields): Message {
  const { provider } = asked
  const event = checkText(wanted.event, 'event')
  const refundWord = /^pg\.refund\.(\w+)$/.exec(event)?.[1]
  if (refundWord !== undefined && Object.hasOwn(REFUND_EVENTS, refundWord)) {
    const refund = refundNamed(asked, checkText(wanted.merchantRefundId, 'merchantRefundId'))
    return refundMessage(refund, REFUND_EVENTS[refundWord as keyof typeof REFUND_EVENTS], provider.settings)
  }
  const orderWord = /^(?:checkout|pg)\.(.+)$/.exec(event)?.[1]
  if (orderWord === undefined || !Object.hasOwn(ORDER_EVENTS, orderWord)) {
    throw new RouteRefusal(400, 'BAD_REQUEST', `event ${JSON.stringify(event)} is not one of the provider's.`)
  }
  const order = orderNamed(asked, checkText(wanted.merchantOrderId, 'merchantOrderId'))
  const transactionId = latestAttempt(order)?.transactionId
  const type = ORDER_EVENTS[orderWord as keyof typeof ORDER_EVENTS]
  const message = orderMessage(
    order,
    { type, ...(transactionId === undefined ? {} : { transactionId }) },
    provider.settings,
  )
  return message
}
