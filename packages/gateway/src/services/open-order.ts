import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { GatewayError } from '../errors.ts'
import { type ProviderFailure, readFailure } from '../provider/mapping.ts'
import type { CreateOrderResponse } from '../provider/provider-port.ts'
import type { PayerAction } from '../storage/orders.ts'
import { applyObservations } from './sync-order.ts'

/** What came of asking the provider to take an order in; the database know it already. */
export type OpenOrderResult =
  | { readonly outcome: 'opened'; readonly payerAction: PayerAction }
  | { readonly outcome: 'refused' | 'unknown'; readonly failure: ProviderFailure; readonly cause: unknown }

/** The one call that makes an order at the provider's. It is never repeated: an id is good for one. */
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

/** What the caller is told when there is no order to pay. */
export function openingError({ failure, cause }: Exclude<OpenOrderResult, { outcome: 'opened' }>): GatewayError {
  const { outcome, passing, message, field } = failure
  if (field !== undefined) return new GatewayError('INVALID_REQUEST', message, { field, cause })
  if (outcome === 'not-sent' || passing) {
    return new GatewayError(
      'PROVIDER_UNAVAILABLE',
      'The provider cannot be reached at the moment; nothing was begun. Try again',
      {
        cause,
      },
    )
  }
  if (outcome === 'rejected' && !failure.duplicateId) {
    return new GatewayError('PROVIDER_REFUSED', `The provider refused the order: ${message}`, { cause })
  }
  return new GatewayError(
    'OUTCOME_UNKNOWN',
    'The provider did not answer, so whether it took the order in is not known yet. No page was shown, so it cannot be paid',
    { cause },
  )
}
