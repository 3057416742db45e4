import type { CreatedLink, CreateLink, LinkChannel } from '@galla/contract/gateway-api/links'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { GatewayContext } from '../../context.ts'
import type { Observation } from '../../domain/orders/order.ts'
import { maskSentence } from '../../domain/privacy/masking.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { type ProviderFailure, readFailure, toCreatedOrder, toLinkStatus } from '../../provider/mapping.ts'
import type { CreateOrderResponse, LinkResponse } from '../../provider/responses.ts'
import { keepActor } from '../../storage/access/audit.ts'
import { beginReminder, endReminder } from '../../storage/orders/link-reminders.ts'
import { type LockedOrder, lockOrder, viewOrder } from '../../storage/orders/orders.ts'
import { cancelOrder } from './cancel-order.ts'
import { syncOrder } from './check-order.ts'
import { readChannels, readLink } from './link-parameters.ts'
import { checkCurrent, checkPayable, outcomeUnknown, readStored } from './open-order.ts'
import { channelsOf, startLink } from './start-order.ts'
import { applyObservations } from './sync-order.ts'

/** A link is sent to its payer again after this time at the earliest. Milliseconds. */
const REMINDER_PAUSE_MS = 60_000

/**
 * Stores the order durably, then creates its link at the provider. The same parameters again are the same link, which is not sent again.
 * @throws GatewayError as `orders.start`
 */
export async function createPaymentLink(context: GatewayContext, given: CreateLink): Promise<CreatedLink> {
  const row = await startLink(context, readLink(given))
  const url = row.opened?.redirectUrl
  if (url === undefined) throw outcomeUnknown()
  return { order: viewOrder(row), url }
}

/**
 * Sends an open link to its payer again. The time is stored before the request leaves, so that two clicks send one message, and no message is
 * repeated when the reply is lost.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REFERENCE_PAID, REFERENCE_IN_REVIEW, ORDER_CLOSED, REMINDED_RECENTLY, PROVIDER_REFUSED,
 * PROVIDER_UNAVAILABLE, OUTCOME_UNKNOWN
 */
export async function remindOfLink(
  context: GatewayContext,
  merchantOrderId: string,
  { sendBy }: { readonly sendBy: readonly LinkChannel[] },
): Promise<Order> {
  const notificationChannels = channelsOf(readChannels(sendBy))
  const { database, clock, provider } = context
  const { begunAtMs, before, opened } = await database.transaction(async (tx) => {
    const { row } = await lockLink(context, tx, merchantOrderId)
    checkPayable(row)
    await checkCurrent({ database: tx }, row)
    if (row.state !== 'PENDING')
      throw new GatewayError('ORDER_CLOSED', `${merchantOrderId} is not known to the provider yet: read it again`)
    const begunAtMs = await beginReminder(tx, merchantOrderId, { nowMs: clock.now(), pauseMs: REMINDER_PAUSE_MS })
    if (begunAtMs === undefined)
      throw new GatewayError(
        'REMINDED_RECENTLY',
        `The link of ${merchantOrderId} was sent less than ${REMINDER_PAUSE_MS / 1_000} seconds ago: send it again later`,
      )
    return { begunAtMs, before: row.remindedAtMs, opened: row.opened }
  }, merchantOrderId)
  try {
    const { paylinkUrl, orderId } = await provider.links.notify(
      { merchantOrderId, notificationChannels },
      { retry: 'off' },
    )
    // This reply has the page of a link whose first reply was lost.
    const { created, payerAction } = toCreatedOrder({ orderId, redirectUrl: paylinkUrl } as CreateOrderResponse)
    if (!opened && payerAction.redirectUrl !== undefined)
      await applyObservations(
        context,
        merchantOrderId,
        [{ kind: 'response', atMs: clock.now(), ...created }],
        payerAction,
      )
  } catch (error) {
    if (error instanceof GatewayError) throw error
    const failure = readFailure(error)
    if (failure.outcome !== 'unknown') await endReminder(database, merchantOrderId, { begunAtMs, before })
    throw linkError(failure, error, { what: 'sent', unknown: 'The payer may have received the message' })
  }
  return viewOrder(await readStored(context, merchantOrderId))
}

/**
 * Cancels a link at the provider, whose word decides: a link that was paid in the meantime is COMPLETED. Cancelling a closed link again changes
 * nothing.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REFERENCE_PAID, ORDER_CLOSED when it needs review, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE,
 * OUTCOME_UNKNOWN
 */
export async function cancelLink(context: GatewayContext, merchantOrderId: string): Promise<Order> {
  const { database, provider, clock } = context
  const { row } = await database.transaction((tx) => lockLink(context, tx, merchantOrderId), merchantOrderId)
  if (row.state === 'FAILED') return viewOrder(row)
  // A link in review may be of another shop on the same account.
  checkPayable(row)
  if (row.sentAtMs === undefined) return cancelOrder(context, merchantOrderId)
  let failed: { failure: ProviderFailure; error: unknown } | undefined
  let ended: Observation | undefined
  try {
    const checkedAtMs = clock.now()
    const response = await provider.links.cancel({ merchantOrderId })
    const status = toLinkStatus({ paymentDetails: [], ...response } as unknown as LinkResponse)
    if (status.state === 'FAILED') ended = { kind: 'status', atMs: clock.now(), checkedAtMs, status }
  } catch (error) {
    failed = { failure: readFailure(error), error }
  }
  // Any other answer has no payment, and may be of a link that is still open.
  if (ended) await applyObservations(context, merchantOrderId, [ended])
  else await syncOrder(context, row)
  const after = await readStored(context, merchantOrderId)
  if (after.state !== 'CREATED' && after.state !== 'PENDING') return viewOrder(after)
  const unknown = 'Polling finds out whether the link can still be paid'
  if (failed) throw linkError(failed.failure, failed.error, { what: 'cancelled', unknown })
  throw new GatewayError('OUTCOME_UNKNOWN', `The provider did not say that the link is cancelled. ${unknown}`)
}

/** @throws GatewayError NOT_FOUND, INVALID_REQUEST when the order is no link */
async function lockLink(
  { actor }: GatewayContext,
  tx: Parameters<typeof lockOrder>[0],
  merchantOrderId: string,
): Promise<LockedOrder> {
  const locked = await lockOrder(tx, merchantOrderId)
  if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
  if (locked.row.checkout !== 'LINK') throw invalid('merchantOrderId', 'is not the id of a payment link')
  await keepActor(tx, actor)
  return locked
}

/** The caller's error for a link that was not sent or cancelled, or is not known to be. */
function linkError(
  { outcome, temporary, message }: ProviderFailure,
  cause: unknown,
  { what, unknown }: { readonly what: 'sent' | 'cancelled'; readonly unknown: string },
): GatewayError {
  // The client masks what its request holds; the provider may repeat the payer, whom these requests do not hold.
  const reason = maskSentence(message)
  if (outcome === 'not-sent' || temporary) {
    const text = `The provider cannot be reached at the moment, so the link was not ${what}. Try again. Reason: ${reason}`
    return new GatewayError('PROVIDER_UNAVAILABLE', text, { cause })
  }
  if (outcome === 'rejected')
    return new GatewayError('PROVIDER_REFUSED', `The provider refused: the link was not ${what}. Reason: ${reason}`, {
      cause,
    })
  return new GatewayError('OUTCOME_UNKNOWN', `The provider did not answer. ${unknown}`, { cause })
}
