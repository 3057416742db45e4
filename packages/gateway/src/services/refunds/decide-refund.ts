import type { RefundDecision } from '@galla/contract/gateway-api/audit-actions'
import type { DecideRefund, Refund } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { indianDay } from '../../domain/finance/indian-time.ts'
import { awaitsApproval } from '../../domain/refunds/controls.ts'
import type { ApprovalObservation } from '../../domain/refunds/observations.ts'
import { isPaidAmountUnknown } from '../../domain/refunds/request.ts'
import { GatewayError } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import type { Queries } from '../../storage/database.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import { uncountRefund } from '../../storage/refunds/refund-days.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import { findRefund, type RefundRow, viewRefund } from '../../storage/refunds/refunds.ts'
import { checkNote, checkStorable } from '../validation.ts'
import { orderInReview } from './request-refund.ts'
import { checkSecondPerson, secondPersonNeeded } from './second-person.ts'
import { applyBeforeFreeing, applyRefundObservation } from './sync-refund.ts'

/**
 * A person approves a refund that another one requested, or declines it. Nothing is sent before the approval is committed.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SECOND_PERSON_NEEDED, APPROVAL_DECIDED, REFERENCE_IN_REVIEW
 */
export async function decideRefund(
  context: GatewayContext,
  shownId: string,
  { decision, note: written }: DecideRefund & { readonly decision: 'approved' | 'declined' },
): Promise<Refund> {
  const note = written?.trim() || undefined
  if (decision === 'declined') checkNote(note, 'note')
  else checkStorable(note, 'note')
  const { who: name, userId } = context.actor ?? {}
  if (name === undefined || userId === undefined) throw secondPersonNeeded()
  const row = await findRefund(context.database, shownId)
  if (!row) throw new GatewayError('NOT_FOUND', `There is no refund ${shownId}`)
  checkWaits(row, context.clock.now())
  if (decision === 'approved') await checkSecondPerson(context, row, userId)
  // An approved one is looked up before it is sent.
  const sent = decision === 'declined' ? await applyIfSent(context, row) : undefined
  if (sent === 'unanswered') throw new GatewayError('PROVIDER_UNAVAILABLE', NOT_ANSWERED)
  if (sent) throw decidedAlready(sent)
  const decided = await applyDecision(context, row, {
    kind: 'approval',
    decision,
    by: { name, userId },
    ...defined({ note }),
  })
  // Somebody else decided since the row was read.
  if (decided?.approval !== decision || decided.decidedById !== userId) throw decidedAlready(decided ?? row)
  return viewRefund(decided)
}

const NOT_ANSWERED =
  'The provider does not say whether it has the refund, so the amount cannot be freed. Nothing is sent without approval: decline the refund again in a minute'

function checkWaits(row: RefundRow, nowMs: number): void {
  if (!awaitsApproval(row) || nowMs >= (row.approveByMs ?? 0)) throw decidedAlready(row)
}

function decidedAlready({ approval, decidedBy, needsReview, state }: RefundRow): GatewayError {
  const by = decidedBy === undefined ? '' : ` by ${decidedBy}`
  const past =
    state === 'REQUESTED'
      ? 'The time for an approval is over: the refund ends once the provider has answered that it does not have the refund'
      : `The provider has the refund: it is ${state}`
  const open = needsReview ? `It needs review (${needsReview.reason}): resolve the review first` : past
  const how = approval === 'approved' || approval === 'declined' ? `It was ${approval}${by}` : open
  return new GatewayError('APPROVAL_DECIDED', `The refund does not wait for approval. ${how}`)
}

/** A request that was not decided in time expires, once the provider has answered that it does not have it. */
export async function expireRefund(context: GatewayContext, refund: RefundRow, leaseToken: number): Promise<void> {
  const sent = await applyIfSent(context, refund, leaseToken)
  if (!sent) await applyDecision(context, refund, { kind: 'approval', decision: 'expired' }, leaseToken)
}

/**
 * Asks the provider about a refund that waits for approval here, and stores the answer. The provider knows a refund whose approval was
 * lost when the database was restored from a backup: as failed, its amount would be free again. Undefined when the provider does not know
 * the refund; `unanswered` without an answer.
 */
async function applyIfSent(
  context: GatewayContext,
  refund: RefundRow,
  leaseToken?: number,
): Promise<RefundRow | 'unanswered' | undefined> {
  const known = await applyBeforeFreeing(context, refund, leaseToken)
  if (known === 'unanswered') return known
  return known === 'denied' || awaitsApproval(known) ? undefined : known
}

/** The decision, its audit entry and the count of the day are one commit. */
function applyDecision(
  context: GatewayContext,
  row: RefundRow,
  observation: ApprovalObservation,
  leaseToken?: number,
): Promise<RefundRow | undefined> {
  const { merchantOrderId, amount, createdAtMs, requestedRole, countedForDay } = row
  const { decision, note } = observation
  return applyRefundObservation(context, row, observation, {
    ...defined({ leaseToken }),
    async record(tx, locked) {
      if (decision === 'approved' && awaitsApproval(locked)) await checkOrderToRefund(tx, merchantOrderId)
    },
    async alsoWrite(tx, { approval }) {
      if (approval !== decision) return
      const what: RefundDecision = decision === 'expired' ? 'nobody approved' : decision
      await writeAudit(
        { ...context, database: tx },
        {
          atMs: context.clock.now(),
          what: `${what} refund ${shownRefundId(row)}`,
          kind: 'order',
          id: merchantOrderId,
          ...defined({ detail: note }),
          before: { approval: 'waiting', amount },
          after: { approval: decision, amount },
        },
      )
      if (decision !== 'approved' && countedForDay && requestedRole !== undefined)
        await uncountRefund(tx, { day: indianDay(createdAtMs), role: requestedRole }, amount)
    },
  })
}

/** The order may have got in review since the refund was requested. */
async function checkOrderToRefund(tx: Queries, merchantOrderId: string): Promise<void> {
  const order = await readOrder(tx, merchantOrderId)
  if (order && isPaidAmountUnknown(order)) throw orderInReview()
}
