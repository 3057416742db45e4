import type { CallbackReceiver, Delivery, DrillReport } from '@galla/contract/sandbox-api/routes'
import { messageOf } from '../../callbacks/callbacks.ts'
import { asDelivery } from '../../callbacks/delivery.ts'
import { type Message, orderMessage, refundMessage } from '../../callbacks/messages.ts'
import { strangeEvent, wrongAmount } from '../../callbacks/tampering.ts'
import type { Provider } from '../../context.ts'
import { latestAttempt } from '../../domain/order.ts'
import { DRILLS } from '../../drill/drills.ts'
import { runDrill } from '../../drill/run-drill.ts'
import { type Asked, RouteRefusal } from '../router.ts'
import { bodyFields, checkText, checkUrl, type Fields } from '../validation.ts'
import { orderNamed, refundNamed } from './orders.ts'

/** `GET /callbacks`: newest first. */
export function listDeliveries({ provider, query }: Asked): { deliveries: Delivery[] } {
  const { event, id, delivered } = query
  const found = [...provider.store.deliveries.all()].filter(
    (one) =>
      (event === undefined || one.event === event) &&
      (id === undefined || one.id === id) &&
      (delivered === undefined || String(one.delivered) === delivered),
  )
  return { deliveries: found.reverse().map(asDelivery) }
}

/** `POST /callbacks/resend`: the same bytes once more, signed with today's secrets. */
export async function resend({ provider, body }: Asked): Promise<{ deliveries: Delivery[] }> {
  const { deliveryIds } = bodyFields(body)
  if (!Array.isArray(deliveryIds)) throw new RouteRefusal(400, 'BAD_REQUEST', 'deliveryIds must be a list.')
  if (!provider.callbacks.receiver.url) throw noReceiver()
  const records = deliveryIds.map((id: unknown) => {
    const record = provider.store.deliveries.get(String(id))
    if (!record) throw new RouteRefusal(404, 'UNKNOWN_DELIVERY', `There is no delivery ${String(id)}.`)
    return record
  })
  const deliveries: Delivery[] = []
  for (const record of records) {
    deliveries.push(asDelivery(await provider.callbacks.sendNow(messageOf(record), undefined, record.attempt + 1)))
  }
  return { deliveries }
}

export function readReceiver({ provider }: Asked): CallbackReceiver {
  return shown(provider.callbacks.receiver)
}

/** `PUT /callbacks/receiver`: replaces what is given; a secret that is left out stays as it was. */
export function setReceiver({ provider, body }: Asked): CallbackReceiver {
  const wanted = bodyFields(body)
  const next: { [field: string]: unknown } = { ...provider.callbacks.receiver }
  for (const field of ['url', 'mode', 'username', 'password', 'secretKey', 'keyId']) {
    const value = wanted[field]
    if (value === undefined) continue
    if (typeof value !== 'string') throw new RouteRefusal(400, 'BAD_REQUEST', `${field} must be text.`)
    next[field] = value
  }
  if (next.mode !== undefined && !['classic', 'hmac', 'both'].includes(String(next.mode))) {
    throw new RouteRefusal(400, 'BAD_REQUEST', 'mode must be classic, hmac or both.')
  }
  if (next.url) checkUrl(next.url, 'url')
  provider.callbacks.receiver = next as CallbackReceiver
  return shown(provider.callbacks.receiver)
}

export function noReceiver(): RouteRefusal {
  return new RouteRefusal(409, 'NO_RECEIVER', 'No callback URL is set. Set one with PUT /_sandbox/callbacks/receiver.')
}

/** Secrets go in and do not come out. */
function shown(receiver: CallbackReceiver): CallbackReceiver {
  const { password, secretKey, ...rest } = receiver
  return { ...rest, ...(password ? { password: '***' } : {}), ...(secretKey ? { secretKey: '***' } : {}) }
}

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

/** `POST /drill`: signed with the secrets of the callback receiver, fired at the address that is given. */
export async function drill({ provider, body }: Asked): Promise<DrillReport> {
  const wanted = bodyFields(body)
  const url = checkUrl(wanted.url, 'url')
  const { password, secretKey } = provider.callbacks.receiver
  if (!password && !secretKey) {
    const way = 'Set username and password, or secretKey, with PUT /_sandbox/callbacks/receiver.'
    throw new RouteRefusal(409, 'NO_SECRET', `Nothing to sign the callbacks with. ${way}`)
  }
  return runDrill(provider, url, namesFrom(wanted.only))
}

function namesFrom(only: unknown): string[] | undefined {
  if (only === undefined || only === null) return undefined
  const known = [...DRILLS.map((one) => one.name), 'in-time']
  const names = Array.isArray(only) ? only.map(String) : []
  const strange = names.find((name) => !known.includes(name))
  if (names.length > 0 && strange === undefined) return names
  throw new RouteRefusal(400, 'BAD_REQUEST', `only must be a list out of ${known.join(', ')}.`)
}
