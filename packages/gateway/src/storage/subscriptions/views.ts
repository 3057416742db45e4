import type { Subscription, SubscriptionCycle, SubscriptionMandate } from '@galla/contract/gateway-api/subscriptions'
import { periodOf } from '../../domain/subscriptions/periods.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'
import { carriedOf } from './differences.ts'
import { type SubscriptionRow, viewSubscription } from './subscription-row.ts'

type StoredCycle = Omit<SubscriptionCycle, 'startsAtMs' | 'endsAtMs'>

/** The rows beside a subscription that its view has. */
interface StoredParts {
  readonly subscriptionId: string
  readonly carried: number
  readonly mandate: object | null
  readonly cycle: object | null
}

/** The difference that the next bill settles, the mandate that is debited, and the newest cycle with its orders. */
const PARTS = `select s."subscriptionId", ${carriedOf('s."subscriptionId"')} as "carried",
    (select to_jsonb("debited") from (select m."merchantSubscriptionId", m."state", m."amountType", m."maxAmount", m."expiresAtMs"
      from galla.mandates m where m."merchantSubscriptionId" = s."merchantSubscriptionId") as "debited") as "mandate",
    (select to_jsonb("newest") from (select c."number", c."amount", c."outcome",
        array(select d."merchantOrderId" from galla.debits d where d."subscriptionId" = c."subscriptionId" and d."cycle" = c."number" order by 1) as "merchantOrderIds"
      from galla.cycles c where c."subscriptionId" = s."subscriptionId" order by c."number" desc limit 1) as "newest") as "cycle"
  from unnest($1::text[], $2::text[]) as s("subscriptionId", "merchantSubscriptionId")`

/** The public views of subscriptions, with their mandates and newest cycles. */
export async function viewsOf(on: Queries, rows: readonly SubscriptionRow[]): Promise<Subscription[]> {
  const { rows: found } = await on.query<StoredParts>({
    name: 'parts-of-subscriptions',
    text: PARTS,
    values: [
      rows.map(({ record }) => record.subscriptionId),
      rows.map(({ merchantSubscriptionId }) => merchantSubscriptionId),
    ],
  })
  const partsOf = new Map(found.map((one) => [one.subscriptionId, one]))
  return rows.map((row) => {
    const { mandate, cycle, carried = 0 } = partsOf.get(row.record.subscriptionId) ?? {}
    if (!mandate) throw new Error(`The mandate ${row.merchantSubscriptionId} is missing from the database`)
    return viewSubscription(row, {
      carried,
      mandate: withoutNulls<SubscriptionMandate>(mandate),
      ...(cycle && { cycle: viewCycle(row, withoutNulls<StoredCycle>(cycle)) }),
    })
  })
}

export async function viewOf(on: Queries, row: SubscriptionRow): Promise<Subscription> {
  const [view] = await viewsOf(on, [row])
  return view as Subscription
}

function viewCycle({ record }: SubscriptionRow, cycle: StoredCycle): SubscriptionCycle {
  const { startMs, endMs } = periodOf(record.startsOn, record.frequency, cycle.number)
  return { ...cycle, startsAtMs: startMs, endsAtMs: endMs }
}
