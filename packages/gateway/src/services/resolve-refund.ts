import type { Refund, ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { GatewayContext } from '../context.ts'
import { GatewayError, invalid } from '../errors.ts'
import { writeAudit } from '../storage/audit.ts'
import { readRefund, viewRefund } from '../storage/refunds.ts'
import { applyRefundObservation } from './sync-refund.ts'

/** States of the provider in which a refund must not free its amount. */
const MONEY_LEFT: ReadonlySet<string> = new Set(['PENDING', 'CONFIRMED', 'COMPLETED'])

const RESULTS = { retry: 'try again', failed: 'no money left' } as const

/**
 * A person resolves the review of a refund: recorded in the audit log of its order, with the note.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND
 */
export async function resolveRefundReview(
  context: GatewayContext,
  merchantRefundId: string,
  { decision, note }: ResolveRefundReview,
): Promise<Refund> {
  if (decision !== 'retry' && decision !== 'failed') throw invalid('decision', "must be 'retry' or 'failed'")
  if (typeof note !== 'string' || note.trim() === '' || note.length > 500)
    throw invalid('note', 'must be a text of 1 to 500 characters: what was found')
  const row = await readRefund(context.database, merchantRefundId)
  if (!row) throw new GatewayError('NOT_FOUND', `There is no refund ${merchantRefundId}`)
  if (!row.needsReview) throw invalid('merchantRefundId', 'names a refund that does not need review')
  const { theirs } = row.needsReview
  if (decision === 'failed' && theirs?.state !== undefined && MONEY_LEFT.has(theirs.state))
    throw invalid(
      'decision',
      `cannot be 'failed': the provider reports the refund as ${theirs.state}${theirs.amount === undefined ? '' : ` with ${theirs.amount} paise`}, so money left or will leave`,
    )
  // Audit first: a resolution that cannot be recorded does not happen.
  await writeAudit(context.database, {
    atMs: context.clock.now(),
    what: `resolved the review of refund ${merchantRefundId}: ${RESULTS[decision]}`,
    kind: 'order',
    id: row.merchantOrderId,
    detail: `${row.needsReview.message} ${note.trim()}`,
  })
  const resolved = await applyRefundObservation(context, row, { kind: 'resolution', decision })
  return viewRefund(resolved ?? row)
}
