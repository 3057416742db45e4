import type { Dispute } from '@galla/contract/gateway-api/disputes'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { type DisputeReport, disputeKeyOf, isNewsOf, replaces } from '../../domain/disputes/dispute.ts'
import { orderEvent } from '../../domain/events/events.ts'
import { GatewayError } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import type { DueCallback } from '../../storage/callbacks/callbacks.ts'
import type { Queries } from '../../storage/database.ts'
import { insertDispute, lockDispute, markAnswered, saveDispute } from '../../storage/disputes/disputes.ts'
import { orderIdOf, readOrder } from '../../storage/orders/orders.ts'
import { recordEvents, wakeFollowUps } from '../events/record-events.ts'

type Received = Pick<DueCallback, 'callbackId' | 'receivedAtMs'>

/**
 * Stores what a callback reports about a dispute, and tells the merchant in the same transaction when its order is here. No order, refund or
 * transfer changes. Applying a callback again changes nothing.
 * @returns `foreign` while the order that the callback names is not here
 */
export async function recordDispute(
  context: GatewayContext,
  received: Received,
  report: DisputeReport,
): Promise<'applied' | 'foreign'> {
  const { database, clock, log } = context
  const merchantOrderId = await orderOf(database, report)
  const ofOrder = merchantOrderId ?? report.merchantOrderId
  const followUps = await database.transaction(async (tx) => {
    const { dispute, counts } = await storeReport(tx, received, { ...report, ...defined({ merchantOrderId: ofOrder }) })
    if (counts)
      log.warn({ merchantOrderId: ofOrder, state: dispute.state }, 'The provider reports a dispute of a payment')
    if (merchantOrderId === undefined) return undefined
    // Recorded once: its id names the report that counts.
    const occurrence = `${encodeURIComponent(dispute.disputeKey)}:${dispute.updatedAtMs}`
    return recordEvents({ clock, log }, tx, [orderEvent('order.disputed', merchantOrderId, occurrence)])
  })
  if (followUps) wakeFollowUps(context, followUps)
  const namesOrder = report.merchantOrderId !== undefined || report.orderId !== undefined
  return merchantOrderId === undefined && namesOrder ? 'foreign' : 'applied'
}

async function orderOf(on: Queries, { merchantOrderId, orderId }: DisputeReport): Promise<string | undefined> {
  const named = merchantOrderId === undefined ? undefined : await readOrder(on, merchantOrderId)
  return named?.merchantOrderId ?? (orderId === undefined ? undefined : orderIdOf(on, orderId))
}

/** `counts`: the report has changed the dispute. An older report than the last one adds only the ids that were not known. */
async function storeReport(
  tx: Queries,
  { callbackId, receivedAtMs }: Received,
  report: DisputeReport,
): Promise<{ dispute: Omit<Dispute, 'needsAnswer'>; counts: boolean }> {
  const { state, disputeId, merchantOrderId, transactionId } = report
  const first = {
    disputeKey: disputeKeyOf(report, callbackId),
    state,
    callbackId: String(callbackId),
    openedAtMs: receivedAtMs,
    updatedAtMs: receivedAtMs,
    ...defined({ disputeId, merchantOrderId, transactionId }),
  }
  if (await insertDispute(tx, first)) return { dispute: first, counts: true }
  const before = await lockDispute(tx, first.disputeKey)
  if (!before) throw new Error('The dispute was deleted while its callback was applied')
  const { callbackId: _, openedAtMs, updatedAtMs, ...ids } = first
  const isNewest = callbackId > Number(before.callbackId) && replaces(state, before.state)
  const counts = isNewest && isNewsOf(before, state)
  const dispute = {
    ...ids,
    ...before,
    ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
    // A repetition is the newest word too: what was sent before it, and is applied later, must not replace it.
    ...(isNewest ? { state, callbackId: String(callbackId) } : {}),
    // Later than the report before, also within one millisecond: each report that counts is an event.
    ...(counts ? { updatedAtMs: Math.max(updatedAtMs, before.updatedAtMs + 1) } : {}),
    openedAtMs: Math.min(before.openedAtMs, openedAtMs),
  }
  await saveDispute(tx, dispute)
  return { dispute, counts }
}

/**
 * A person says that the dispute is answered in the provider's dashboard, which ends the alert. Recorded in the audit log.
 * @throws GatewayError NOT_FOUND, and REVIEW_CHANGED when the provider has reported something since the person read it
 */
export function answeredByPerson(context: GatewayContext, disputeKey: string, callbackId: string): Promise<Dispute> {
  const { database, clock, actor } = context
  return database.transaction(async (tx) => {
    const dispute = await lockDispute(tx, disputeKey)
    if (!dispute) throw new GatewayError('NOT_FOUND', `There is no dispute ${disputeKey}`)
    if (dispute.callbackId !== callbackId || !dispute.needsAnswer)
      throw new GatewayError(
        'REVIEW_CHANGED',
        'The dispute has changed since you read it. Read it again, then decide. Nothing was done',
      )
    const atMs = clock.now()
    const who = actor?.who ?? 'program'
    await markAnswered(tx, disputeKey, { who, atMs })
    await writeAudit(
      { ...context, database: tx },
      { atMs, what: 'answered a dispute', kind: 'dispute', id: disputeKey.slice(0, 200) },
    )
    const { needsAnswer: _, ...answered } = dispute
    return { ...answered, answeredBy: who, answeredAtMs: atMs }
  })
}
