import type { CycleOrder, CycleStory, SubscriptionEventRecord } from '@galla/contract/gateway-api/console-subscriptions'
import { periodOf } from '../../domain/subscriptions/periods.ts'
import type { SubscriptionRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'

const MAX_CYCLES = 100
const MAX_EVENTS = 200

/** The newest cycles, the newest first, each with its orders and their requests to debit. */
export async function cyclesOf(
  on: Queries,
  { subscriptionId, startsOn, frequency }: Pick<SubscriptionRecord, 'subscriptionId' | 'startsOn' | 'frequency'>,
): Promise<CycleStory[]> {
  const { rows } = await on.query<object>({
    text: `select "number", "amount", "outcome", nullif("isSkipped", false) as "isSkipped", "openedAtMs", "closedAtMs" from galla.cycles
      where "subscriptionId" = $1 order by "number" desc limit ${MAX_CYCLES}`,
    values: [subscriptionId],
  })
  const cycles = rows.map((row) => withoutNulls<Omit<CycleStory, 'startsAtMs' | 'endsAtMs' | 'orders'>>(row))
  const orders = await ordersOf(on, subscriptionId, cycles.at(-1)?.number ?? 0)
  return cycles.map((cycle) => {
    const { startMs, endMs } = periodOf(startsOn, frequency, cycle.number)
    return { ...cycle, startsAtMs: startMs, endsAtMs: endMs, orders: orders.get(cycle.number) ?? [] }
  })
}

interface Tries {
  readonly tries: readonly { sentAtMs: number; failedAtMs: number | null }[] | null
}

async function ordersOf(on: Queries, subscriptionId: string, from: number): Promise<Map<number, CycleOrder[]>> {
  const { rows } = await on.query<Tries & { cycle: number }>({
    text: `select d."cycle", o."merchantOrderId", o."state", o."resolution", o."amount", o."createdAtMs", o."checkout" <> 'DEBIT' as "isSetup",
        case when o."needsReview" is not null then true end as "needsReview", o."errorCode", o."detailedErrorCode", d."notifiedAtMs",
        (select jsonb_agg(jsonb_build_object('sentAtMs', t."sentAtMs", 'failedAtMs', t."failedAtMs") order by t."number")
          from galla.debit_tries t where t."merchantOrderId" = o."merchantOrderId") as "tries"
      from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
      where d."subscriptionId" = $1 and d."cycle" >= $2 order by o."createdAtMs", o."merchantOrderId"`,
    values: [subscriptionId, from],
  })
  const found = new Map<number, CycleOrder[]>()
  for (const { cycle, tries, ...row } of rows) {
    const order = {
      ...withoutNulls<Omit<CycleOrder, 'tries'>>(row),
      tries: (tries ?? []).map((one) => withoutNulls<CycleOrder['tries'][number]>(one)),
    }
    found.set(cycle, [...(found.get(cycle) ?? []), order])
  }
  return found
}

/** The newest events, the newest first. */
export async function eventsOf(on: Queries, subscriptionId: string): Promise<SubscriptionEventRecord[]> {
  const { rows } = await on.query<SubscriptionEventRecord>({
    text: `select "event", "createdAtMs" as "atMs", "merchantOrderId" from galla.events where "subscriptionId" = $1
      order by "createdAtMs" desc, "eventId" desc limit ${MAX_EVENTS}`,
    values: [subscriptionId],
  })
  return rows
}
