import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import type { LinkChannel, SendLink } from '@galla/contract/gateway-api/links'
import type { GatewayContext } from '../../context.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { orderStory } from './console-orders.ts'
import { cancelLink, createPaymentLink, remindOfLink } from './links.ts'

/** A person sends a link for the cart of an order: recorded in the audit log. Undefined when there is no such order. */
export async function sendLinkFor(
  context: GatewayContext,
  merchantOrderId: string,
  given: SendLink,
): Promise<OrderWithTimeline | undefined> {
  const row = await readOrder(context.database, merchantOrderId)
  if (!row) return undefined
  const { reference, amount } = row
  await record(context, given.merchantOrderId, 'created a payment link', given.sendBy)
  const { order } = await createPaymentLink(context, { ...given, reference, amount })
  return orderStory(context, order.merchantOrderId)
}

/** A person sends a link again: recorded in the audit log. */
export async function remindByPerson(
  context: GatewayContext,
  merchantOrderId: string,
  reminder: { readonly sendBy: readonly LinkChannel[] },
): Promise<OrderWithTimeline | undefined> {
  await record(context, merchantOrderId, 'sent the payment link again', reminder.sendBy)
  await remindOfLink(context, merchantOrderId, reminder)
  return orderStory(context, merchantOrderId)
}

/** A person cancels a link: recorded in the audit log. */
export async function cancelLinkByPerson(
  context: GatewayContext,
  merchantOrderId: string,
): Promise<OrderWithTimeline | undefined> {
  await record(context, merchantOrderId, 'cancelled the payment link')
  await cancelLink(context, merchantOrderId)
  return orderStory(context, merchantOrderId)
}

/** Before the provider is asked, as of a status check: the entry says what the person wanted. */
function record(
  context: GatewayContext,
  id: string,
  what: PlainAuditAction,
  sendBy: readonly LinkChannel[] = [],
): Promise<void> {
  const detail = sendBy.length === 0 ? {} : { detail: `by ${sendBy.join(' and ')}` }
  return writeAudit(context, { atMs: context.clock.now(), what, kind: 'order', id, ...detail })
}
