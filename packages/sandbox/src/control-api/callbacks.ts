import type { CallbackReceiver, Delivery } from '@galla/contract/sandbox-api/routes'
import { messageOf } from '../callbacks/callbacks.ts'
import { asDelivery } from '../callbacks/delivery-record.ts'
import { bodyFields, checkUrl } from '../provider-api/checks.ts'
import { type Asked, RouteRefusal } from '../routes.ts'

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
