import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { GatewayError } from '../errors.ts'
import { type ProviderFailure, readFailure } from '../provider/mapping.ts'
import type { CreateOrderResponse } from '../provider/provider-port.ts'
import { type OrderRow, type PayerAction, readOrder } from '../storage/orders.ts'
import { applyObservations } from './sync-order.ts'

/** The result of the request that creates an order at the provider. It is stored already. */
export type OpenOrderResult =
  | { readonly outcome: 'opened'; readonly payerAction: PayerAction }
  | { readonly outcome: 'refused' | 'unknown'; readonly failure: ProviderFailure; readonly cause: unknown }

/** Creates the order at the provider and applies the reply. The call is never repeated, so an order is requested at most once. */
export async function openOrder(
  context: GatewayContext,
  merchantOrderId: string,
  call: () => Promise<CreateOrderResponse>,
): Promise<OpenOrderResult> {
  const { clock } = context
  let reply: CreateOrderResponse
  try {
    reply = await call()
  } catch (cause) {
    const failure = readFailure(cause)
    const { outcome, code, duplicateId, passing } = failure
    const observation = { kind: 'reply-failed', atMs: clock.now(), outcome, duplicateId, passing } as const
    await applyObservations(context, merchantOrderId, [{ ...observation, ...defined({ code }) }])
    return { outcome: outcome === 'unknown' || duplicateId ? 'unknown' : 'refused', failure, cause }
  }
  const { orderId, expireAt } = reply
  const payerAction = toPayerAction(reply)
  await applyObservations(
    context,
    merchantOrderId,
    [{ kind: 'reply', atMs: clock.now(), orderId, expireAt }],
    payerAction,
  )
  return { outcome: 'opened', payerAction }
}

function toPayerAction({ redirectUrl, intentUrl, qrData }: CreateOrderResponse): PayerAction {
  return defined({ redirectUrl, intentUrl, qrData })
}

/** The caller's error for an order that was not created, or is not known to be. */
export function openingError({ failure, cause }: Exclude<OpenOrderResult, { outcome: 'opened' }>): GatewayError {
  const { outcome, passing, message, field } = failure
  if (field !== undefined) return new GatewayError('INVALID_REQUEST', message, { field, cause })
  if (outcome === 'not-sent' || passing) {
    return new GatewayError(
      'PROVIDER_UNAVAILABLE',
      'The provider cannot be reached at the moment and no payment was started. Try again',
      { cause },
    )
  }
  if (outcome === 'rejected' && !failure.duplicateId) {
    return new GatewayError('PROVIDER_REFUSED', `The provider refused the order: ${message}`, { cause })
  }
  return new GatewayError(
    'OUTCOME_UNKNOWN',
    'The provider did not reply, so it is not known whether it created the order. The payer got no page and cannot pay it',
    { cause },
  )
}

/** Reads an order that this call has just stored. */
export async function readStored({ database }: GatewayContext, merchantOrderId: string): Promise<OrderRow> {
  const row = await readOrder(database, merchantOrderId)
  if (!row) throw new Error(`The order ${merchantOrderId} is missing from the database`)
  return row
}
