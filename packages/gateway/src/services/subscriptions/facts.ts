import { currentCycle } from '../../domain/subscriptions/cancellation.ts'
import type { BillingFacts } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../../storage/database.ts'
import { type BillingRows, readBillingRows } from '../../storage/subscriptions/billing.ts'
import { closeTriesOfFailed, type DebitRow } from '../../storage/subscriptions/debits.ts'
import type { MandateRow } from '../../storage/subscriptions/mandates.ts'
import type { SubscriptionRow } from '../../storage/subscriptions/subscription-row.ts'
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts'

/** A subscription with everything that its next step depends on. */
export interface StoredBilling extends BillingRows {
  readonly row: SubscriptionRow
  /** The mandate that is debited. */
  readonly mandate: MandateRow
}

/**
 * Locks a subscription and reads the facts.
 * @param store stores what the provider has answered, before the facts are read
 */
export async function lockBilling(
  tx: Queries,
  subscriptionId: string,
  nowMs: number,
  store?: (tx: Queries) => Promise<void>,
): Promise<StoredBilling | undefined> {
  const row = await lockSubscription(tx, subscriptionId)
  if (!row) return undefined
  await store?.(tx)
  const billing = await readBilling(tx, row, nowMs)
  if (!billing.hasOpenTryOfFailed) return billing
  // What the provider has closed as failed was not debited by any request.
  await closeTriesOfFailed(tx, subscriptionId, nowMs)
  return readBilling(tx, row, nowMs)
}

export async function readBilling(on: Queries, row: SubscriptionRow, nowMs: number): Promise<StoredBilling> {
  const { subscriptionId } = row.record
  const rows = await readBillingRows(on, subscriptionId, currentCycle(row.record, nowMs))
  const mandate = rows.mandates.find((one) => one.merchantSubscriptionId === row.merchantSubscriptionId)
  if (!mandate) throw new Error(`The mandate of subscription ${subscriptionId} is missing from the database`)
  return { row, mandate, ...rows }
}

/** The setup of a mandate that a newer one has replaced: its page was lost, so nobody waits for it. A payment of it would be a second one. */
const isLostSetup = (
  { isSetup, isFulfilled, needsReview, merchantSubscriptionId: id }: DebitRow,
  mandate: MandateRow,
) => isSetup && !isFulfilled && !needsReview && id !== mandate.merchantSubscriptionId

/** The facts as the domain knows them. An order that was never sent can collect nothing, and is sent again. */
export const factsOf = ({ row, mandate, carried, cycle, current, debits }: StoredBilling): BillingFacts => ({
  subscription: row.record,
  mandate,
  carried,
  debits: debits.filter((one) => !one.isUnsent && !isLostSetup(one, mandate)),
  ...(cycle && { cycle }),
  ...(current && { current }),
})
