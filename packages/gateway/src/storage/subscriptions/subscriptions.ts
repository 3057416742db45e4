import type { ListSubscriptions } from '@galla/contract/gateway-api/subscriptions'
import { isSubscriptionEnded, type SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'
import { type Claim, claimDue, type Leased } from '../leases.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { encrypted } from '../privacy/encrypted-columns.ts'
import { changedColumns, SUBSCRIPTION_COLUMNS, type SubscriptionRow, toSubscriptionRow } from './subscription-row.ts'

/** Stores a subscription. False when the id is taken. */
export async function insertSubscription(
  on: Queries,
  { record, planId, merchantSubscriptionId, payer, startFingerprint, createdAtMs }: Omit<SubscriptionRow, 'unanswered'>,
): Promise<boolean> {
  const { subscriptionId, amount, frequency, startsOn, cycles } = record
  const stored = encrypted(on, 'plan_subscriptions', { subscriptionId, payer })
  const { rowCount } = await on.query({
    text: `insert into galla.plan_subscriptions ("subscriptionId", "planId", "state", "amount", "frequency", "startsOn", "cycles",
        "merchantSubscriptionId", "payer", "startFingerprint", "createdAtMs", "updatedAtMs")
      values ($1, $2, 'CREATED', $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing`,
    values: [
      subscriptionId,
      planId,
      amount,
      frequency,
      startsOn,
      cycles,
      merchantSubscriptionId,
      stored.payer === undefined ? null : JSON.stringify(stored.payer),
      JSON.stringify(startFingerprint),
      createdAtMs,
    ],
  })
  return rowCount === 1
}

export async function readSubscription(on: Queries, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await on.query({
    name: 'read-subscription',
    text: `select ${SUBSCRIPTION_COLUMNS} from galla.plan_subscriptions where "subscriptionId" = $1`,
    values: [subscriptionId],
  })
  return rows[0] && toSubscriptionRow(on, rows[0])
}

/** Locks a subscription until the end of the transaction: each of its steps is decided and written alone. */
export async function lockSubscription(on: Queries, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await on.query({
    name: 'lock-subscription',
    text: `select ${SUBSCRIPTION_COLUMNS} from galla.plan_subscriptions where "subscriptionId" = $1 for no key update`,
    values: [subscriptionId],
  })
  return rows[0] && toSubscriptionRow(on, rows[0])
}

/** Saves a subscription that this transaction has locked. */
export async function saveSubscription(on: Queries, after: SubscriptionRecord, nowMs: number): Promise<void> {
  const columns = changedColumns(after)
  await on.query({
    name: 'save-subscription',
    text: `update galla.plan_subscriptions set "state" = $2, "haltedFor" = $3, "amount" = $4, "startsOn" = $5, "pausedAtMs" = $6,
        "pausedBy" = $7, "pauseUntilMs" = $8, "cancelAt" = $9, "cancelSinceMs" = $10, "updatedAtMs" = $11,
        "endedAtMs" = case when $12::boolean then coalesce("endedAtMs", $11) end, "version" = "version" + 1
      where "subscriptionId" = $1`,
    values: [after.subscriptionId, ...Object.values(columns), nowMs, isSubscriptionEnded(after)],
  })
}

/** Saves when the next step is due, and how often the provider did not answer; ends the lease. */
export async function saveNextAction(
  on: Queries,
  subscriptionId: string,
  { atMs, unanswered }: { readonly atMs: number | undefined; readonly unanswered: number },
): Promise<void> {
  await on.query({
    name: 'save-next-action',
    text: `update galla.plan_subscriptions set "nextActionAtMs" = $2, "unanswered" = $3, "leasedUntil" = null where "subscriptionId" = $1`,
    values: [subscriptionId, atMs, unanswered],
  })
}

/** Makes another mandate the one that is debited. */
export async function useMandate(on: Queries, subscriptionId: string, merchantSubscriptionId: string): Promise<void> {
  await on.query({
    text: `update galla.plan_subscriptions set "merchantSubscriptionId" = $2, "version" = "version" + 1 where "subscriptionId" = $1`,
    values: [subscriptionId, merchantSubscriptionId],
  })
}

/** Leases subscriptions whose next step is due. */
export function claimDueSubscriptions(on: Queries, claim: Claim): Promise<({ subscriptionId: string } & Leased)[]> {
  return claimDue<{ subscriptionId: string }>(on, 'plan_subscriptions', claim, {
    name: 'claim-due-subscriptions',
    columns: '"subscriptionId"',
  })
}

const BY_TIME: Keyset = { columns: ['createdAtMs'], id: 'subscriptionId', type: 'text' }
const BY_CHANGE: Keyset = { ...BY_TIME, columns: ['updatedAtMs'] }

/** Subscriptions that a search by the begin of an id finds at most. */
const MAX_FOUND = 500

/** Filters of a list, those of the console as well. */
export interface SubscriptionFilters extends ListSubscriptions {
  /** Begin of an id. */
  readonly search?: string
  /** True: only subscriptions whose money is missing, the last changed first. */
  readonly dunning?: boolean
}

/** One page, the newest first. */
export async function listSubscriptions(
  on: Queries,
  { state, planId, search, dunning, after, limit }: SubscriptionFilters,
) {
  const where = conditions()
  const keyset = dunning ? BY_CHANGE : BY_TIME
  where.add('"state" = ?', state)
  where.add('"planId" = ?', planId)
  if (dunning) where.addRaw(`"state" in ('PAST_DUE', 'HALTED')`)
  // The ids first, from their index: otherwise the planner reads all rows by time until the page is full.
  where.add(
    `"subscriptionId" = any(array(select "subscriptionId" from galla.plan_subscriptions where "subscriptionId" like ? limit ${MAX_FOUND}))`,
    search === undefined ? undefined : `${search.replace(/[\\%_]/g, '\\$&')}%`,
  )
  startAfter(where, keyset, after)
  const end = orderAndLimit(where, keyset, limit)
  const { rows } = await on.query({
    text: `select ${SUBSCRIPTION_COLUMNS}, "updatedAtMs" from galla.plan_subscriptions ${where.where} ${end}`,
    values: where.values,
  })
  const page = pageOf(rows, keyset, limit)
  return { ...page, rows: page.rows.map((row) => toSubscriptionRow(on, row)) }
}
