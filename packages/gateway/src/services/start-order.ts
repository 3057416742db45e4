import { randomBytes } from 'node:crypto'
import type { StartedOrder, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { GatewayError, invalid } from '../errors.ts'
import { insertOrder, type OrderRow, paidOrderOf, readOrder, viewOrder } from '../storage/orders.ts'
import { type OpenOrderResult, openingError, openOrder, readStored } from './open-order.ts'
import { checkAddress, checkAmount, checkExpireAfter, checkOrderId, checkReference, checkUserId } from './validation.ts'

/** Assumed lifetime of an order until the provider's reply states its expiry; longer than the provider's defaults. Seconds. */
const ASSUMED_LIFE_SEC = 1_200
const FIRST_POLL_MS = 20_000
/** After a lost reply a second order is created: the payer has not seen the page of the first and cannot pay it. */
const MAX_OPENINGS = 2

/**
 * Stores the order durably before it is created at the provider, so no payment exists without an order. A custom checkout is created
 * at the provider by `orders.pay`.
 * @throws GatewayError INVALID_REQUEST, REFERENCE_PAID, ID_TAKEN, ORDER_CLOSED, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN
 */
export async function startOrder(context: GatewayContext, wanted: StartOrder): Promise<StartedOrder> {
  check(wanted)
  const { database } = context
  const known = wanted.merchantOrderId === undefined ? undefined : await readOrder(database, wanted.merchantOrderId)
  if (known && isSame(known, wanted)) return started(context, known)
  const paid = await paidOrderOf(database, wanted.reference)
  if (paid !== undefined) {
    throw new GatewayError('REFERENCE_PAID', `${wanted.reference} is paid already, by order ${paid}`, {
      field: 'reference',
    })
  }
  const first = known ? undefined : wanted.merchantOrderId
  if (wanted.checkout === 'CUSTOM') return started(context, await insertNewOrder(context, wanted, first))
  let last: Exclude<OpenOrderResult, { outcome: 'opened' }> | undefined
  for (let opening = 0; opening < MAX_OPENINGS; opening += 1) {
    const { merchantOrderId } = await insertNewOrder(context, wanted, opening === 0 ? first : undefined)
    const { amount, redirectUrl } = wanted
    const result = await openOrder(context, merchantOrderId, () =>
      context.provider.standardCheckout.pay({ merchantOrderId, amount, redirectUrl, ...requestOptions(wanted) }),
    )
    if (result.outcome === 'opened') return started(context, await readStored(context, merchantOrderId))
    last = result
    if (result.outcome === 'refused') break
  }
  throw last ? openingError(last) : new Error('No order was created')
}

function check(wanted: StartOrder): void {
  if (typeof wanted !== 'object' || wanted === null) throw invalid('order', 'must be an object')
  checkReference(wanted.reference)
  checkAmount(wanted.amount)
  checkAddress(wanted.redirectUrl, 'redirectUrl')
  if (wanted.checkout !== 'STANDARD' && wanted.checkout !== 'CUSTOM')
    throw invalid('checkout', "must be 'STANDARD' (the provider's page) or 'CUSTOM' (your own)")
  if (wanted.merchantOrderId !== undefined) checkOrderId(wanted.merchantOrderId)
  if (wanted.expireAfter !== undefined) checkExpireAfter(wanted.expireAfter)
  if (wanted.merchantUserId !== undefined) checkUserId(wanted.merchantUserId)
}

/**
 * Whether a repeated id returns the stored order. False when the payer got no page of it.
 * @throws GatewayError ID_TAKEN when another reference, amount or checkout has the id, REFERENCE_PAID, ORDER_CLOSED
 */
function isSame(known: OrderRow, wanted: StartOrder): boolean {
  const { reference, amount, checkout, merchantOrderId, state } = known
  if (reference !== wanted.reference || amount !== wanted.amount || checkout !== wanted.checkout) {
    throw new GatewayError(
      'ID_TAKEN',
      `${merchantOrderId} belongs to an order with another reference, amount or checkout: choose a new id`,
      { field: 'merchantOrderId' },
    )
  }
  if (state === 'COMPLETED') throw new GatewayError('REFERENCE_PAID', `${merchantOrderId} is paid already`)
  if (state === 'FAILED') {
    throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} has failed. Omit merchantOrderId, or choose a new one`)
  }
  return checkout === 'CUSTOM' || known.opened !== undefined
}

async function insertNewOrder(
  context: GatewayContext,
  wanted: StartOrder,
  givenId: string | undefined,
): Promise<OrderRow> {
  const nowMs = context.clock.now()
  const { reference, amount, checkout, redirectUrl, merchantUserId, expireAfter = ASSUMED_LIFE_SEC } = wanted
  const merchantOrderId = givenId ?? createOrderId(nowMs)
  const expiresAtMs = nowMs + expireAfter * 1_000
  const standard = checkout === 'STANDARD'
  const nextPollAtMs = standard ? nowMs + FIRST_POLL_MS : expiresAtMs + context.policy.unknownOrderGraceMs
  const row = await insertOrder(context.database, {
    merchantOrderId,
    reference,
    checkout,
    amount,
    request: { redirectUrl, ...requestOptions(wanted), ...defined({ merchantUserId }) },
    createdAtMs: nowMs,
    expiresAtMs,
    openedAtMs: standard ? nowMs : undefined,
    nextPollAtMs,
  })
  if (!row)
    throw new GatewayError('ID_TAKEN', `${merchantOrderId} belongs to another order: choose a new id`, {
      field: 'merchantOrderId',
    })
  context.wake('poll-orders', nextPollAtMs)
  context.events.emit({ type: 'order', merchantOrderId, state: 'CREATED', version: 1 })
  return row
}

function requestOptions({ expireAfter, message, metaInfo }: StartOrder) {
  return defined({ expireAfter, message, metaInfo })
}

function started(context: GatewayContext, row: OrderRow): StartedOrder {
  const redirectUrl = row.checkout === 'STANDARD' ? row.opened?.redirectUrl : undefined
  return {
    order: viewOrder(row),
    payerToken: context.signPayer(row.merchantOrderId, row.expiresAtMs ?? row.createdAtMs),
    ...defined({ redirectUrl }),
  }
}

/** A new order id of 27 characters, sorted by time, with 64 random bits. */
export function createOrderId(nowMs: number): string {
  return `o-${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`
}
