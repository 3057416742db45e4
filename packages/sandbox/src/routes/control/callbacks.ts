import type { CallbackReceiver, Delivery, DrillReport } from '@galla/contract/sandbox-api/routes'
import { messageOf } from '../../callbacks/callbacks.ts'
import { toDelivery } from '../../callbacks/delivery.ts'
import type { SandboxContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import type { Order } from '../../domain/order.ts'
import { DRILLS } from '../../drill/drills.ts'
import { STATUS_CHECK } from '../../drill/effects.ts'
import { runDrill, SPEED_CHECK } from '../../drill/run-drill.ts'
import { checkReceiverNames } from '../../option-names.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, checkUrl, type Fields } from '../validation.ts'

/** `GET /callbacks`: newest first. */
export function listDeliveries({ context, query }: RouteRequest): { deliveries: Delivery[] } {
  const { event, id, delivered } = query
  const found = [...context.store.deliveries.all()].filter(
    (one) =>
      (event === undefined || one.event === event) &&
      (id === undefined || one.id === id) &&
      (delivered === undefined || String(one.delivered) === delivered),
  )
  return { deliveries: found.reverse().map(toDelivery) }
}

/** `POST /callbacks/resend`: sends the same body again, signed with the current secrets. */
export async function resend({ context, body }: RouteRequest): Promise<{ deliveries: Delivery[] }> {
  const { deliveryIds } = bodyFields(body)
  if (!Array.isArray(deliveryIds)) throw badRequest('deliveryIds must be a list.')
  checkReceiver(context)
  const records = deliveryIds.map((id: unknown) => {
    const record = context.store.deliveries.get(String(id))
    if (!record) throw new ApiError(404, 'UNKNOWN_DELIVERY', `There is no delivery ${String(id)}.`)
    return record
  })
  const deliveries: Delivery[] = []
  for (const record of records) {
    deliveries.push(toDelivery(await context.callbacks.sendNow(messageOf(record), undefined, record.attempt + 1)))
  }
  return { deliveries }
}

/** `GET /callbacks/receiver` */
export function readReceiver({ context }: RouteRequest): CallbackReceiver {
  return withMaskedSecrets(context.callbacks.receiver)
}

/** `PUT /callbacks/receiver`: changes the fields of the body and keeps the others. */
export function setReceiver({ context, body }: RouteRequest): CallbackReceiver {
  const fields = bodyFields(body)
  checkFieldNames(fields)
  const next: { [field: string]: unknown } = { ...context.callbacks.receiver }
  for (const name of ['url', 'mode', 'username', 'password', 'secretKey', 'keyId']) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value !== 'string') throw badRequest(`${name} must be text.`)
    next[name] = value
  }
  if (next.mode !== undefined && !['classic', 'hmac', 'both'].includes(String(next.mode))) {
    throw badRequest('mode must be classic, hmac or both.')
  }
  if (next.url) checkUrl(next.url, 'url')
  context.callbacks.receiver = next as CallbackReceiver
  return withMaskedSecrets(context.callbacks.receiver)
}

function checkFieldNames(fields: Fields): void {
  try {
    checkReceiverNames(fields)
  } catch (error) {
    throw badRequest((error as TypeError).message)
  }
}

function withMaskedSecrets({ password, secretKey, ...rest }: CallbackReceiver): CallbackReceiver {
  return { ...rest, ...(password ? { password: '***' } : {}), ...(secretKey ? { secretKey: '***' } : {}) }
}

/** @throws ApiError 409 NO_RECEIVER */
export function checkReceiver({ callbacks }: SandboxContext): void {
  if (callbacks.receiver.url) return
  const message = 'No callback URL is set. Set one with PUT /_sandbox/callbacks/receiver.'
  throw new ApiError(409, 'NO_RECEIVER', message)
}

/** `POST /drill`: sends the drills to the given URL, signed with the secrets of the callback receiver. */
export async function drill({ context, body }: RouteRequest): Promise<DrillReport> {
  const fields = bodyFields(body)
  const url = checkUrl(fields.url, 'url')
  const { password, secretKey } = context.callbacks.receiver
  if (!password && !secretKey) {
    const fix = 'Set username and password, or secretKey, with PUT /_sandbox/callbacks/receiver.'
    throw new ApiError(409, 'NO_SECRET', `There is no secret to sign the callbacks with. ${fix}`)
  }
  const { waitMs } = fields
  if (waitMs !== undefined && !(Number.isInteger(waitMs) && Number(waitMs) >= 0 && Number(waitMs) <= MAX_WAIT_MS))
    throw badRequest(`waitMs must be an integer from 0 to ${MAX_WAIT_MS}.`)
  const own = fields.order === undefined ? undefined : findOwnOrder(context, String(fields.order))
  const options = defined({ only: parseDrillNames(fields.only), own, waitMs: waitMs as number | undefined })
  return runDrill(context, url, options)
}

const MAX_WAIT_MS = 60_000

/** @throws ApiError when there is no such order, or it can no longer be paid */
function findOwnOrder({ store }: SandboxContext, merchantOrderId: string): Order {
  const order = store.orders.get(merchantOrderId)
  if (!order) throw new ApiError(404, 'UNKNOWN_ORDER', `There is no order ${merchantOrderId}.`)
  if (order.state !== 'FAILED') return order
  throw new ApiError(409, 'ORDER_IS_FINAL', `Order ${merchantOrderId} has failed: name one that can be paid.`)
}

function parseDrillNames(only: unknown): string[] | undefined {
  if (only === undefined || only === null) return undefined
  const known = [...DRILLS.map((one) => one.name), SPEED_CHECK, STATUS_CHECK]
  const names = Array.isArray(only) ? only.map(String) : []
  if (names.length > 0 && names.every((name) => known.includes(name))) return names
  throw badRequest(`only must be a list of ${known.join(', ')}.`)
}
