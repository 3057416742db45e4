import type { Subscription, SubscriptionCycle, SubscriptionMandate } from '@galla/contract/gateway-api/subscriptions'
import { defined } from '../../domain/defined.ts'
import { periodOf } from '../../domain/subscriptions/periods.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'
import { type SubscriptionRow, viewSubscription } from './subscription-row.ts'

type StoredCycle = Omit<SubscriptionCycle, 'startsAtMs' | 'endsAtMs'> & { subscriptionId: string }

/** The public views of subscriptions, with their mandates and newest cycles. */
export async function viewsOf(on: Queries, rows: readonly SubscriptionRow[]): Promise<Subscription[]> {
  const { rows: mandates } = await on.query({
    text: `select "merchantSubscriptionId", "state", "amountType", "maxAmount", "expiresAtMs" from galla.mandates where "merchantSubscriptionId" = any($1)`,
    values: [rows.map(({ merchantSubscriptionId }) => merchantSubscriptionId)],
  })
  const mandateOf = new Map(
    mandates.map((one) => withoutNulls<SubscriptionMandate>(one)).map((one) => [one.merchantSubscriptionId, one]),
  )
  const { rows: cycles } = await on.query({
    text: `select distinct on (c."subscriptionId") c."subscriptionId", c."number", c."amount", c."outcome",
        array(select d."merchantOrderId" from galla.debits d where d."subscriptionId" = c."subscriptionId" and d."cycle" = c."number" order by d."merchantOrderId") as "merchantOrderIds"
      from galla.cycles c where c."subscriptionId" = any($1) order by c."subscriptionId", c."number" desc`,
    values: [rows.map(({ record }) => record.subscriptionId)],
  })
  const cycleOf = new Map(cycles.map((one) => withoutNulls<StoredCycle>(one)).map((one) => [one.subscriptionId, one]))
  return rows.map((row) => {
    const mandate = mandateOf.get(row.merchantSubscriptionId)
    if (!mandate) throw new Error(`The mandate ${row.merchantSubscriptionId} is missing from the database`)
    const cycle = cycleOf.get(row.record.subscriptionId)
    return viewSubscription(row, { mandate, ...defined({ cycle: cycle && viewCycle(row, cycle) }) })
  })
}

export async function viewOf(on: Queries, row: SubscriptionRow): Promise<Subscription> {
  const [view] = await viewsOf(on, [row])
  return view as Subscription
}

function viewCycle({ record }: SubscriptionRow, { subscriptionId: _, ...cycle }: StoredCycle): SubscriptionCycle {
  const { startMs, endMs } = periodOf(record.startsOn, record.frequency, cycle.number)
  return { ...cycle, startsAtMs: startMs, endsAtMs: endMs }
}
