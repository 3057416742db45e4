import type { Difference } from '../../domain/subscriptions/amounts.ts'
import type { CycleRecord, DebitTry } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'
import { NEWEST_CYCLE } from './cycles.ts'
import { type DebitRow, debitsOf, OPEN_TRIES_OF_FAILED } from './debits.ts'
import { owingOf } from './differences.ts'
import { MANDATES_OF, type MandateRow } from './mandates.ts'

/** The rows beside a subscription on which its next step depends. */
export interface BillingRows {
  /** Oldest first. */
  readonly mandates: readonly MandateRow[]
  /** Paise that the next bill costs more (a surcharge) or less (a credit, negative) than the price. */
  readonly carried: number
  /** The cycles of which these paise come, oldest first. */
  readonly owing: readonly Difference[]
  /** The newest cycle that was opened. */
  readonly cycle?: CycleRecord
  /** The cycle that was asked for beside the newest one, if that cycle is older. */
  readonly current?: Pick<CycleRecord, 'number' | 'outcome'>
  /** The orders of that cycle, oldest first, also one that was never sent. */
  readonly debits: readonly DebitRow[]
  /** A request to debit is open although its order has failed at the provider. */
  readonly hasOpenTryOfFailed: boolean
}

/**
 * Reads them with one statement, as one moment of the database shows them.
 * @param current number of the cycle to read beside the newest one
 */
export async function readBillingRows(on: Queries, subscriptionId: string, current: number): Promise<BillingRows> {
  const { rows } = await on.query<FlatRows>({
    name: 'read-billing-rows',
    text: `with "newest" as materialized (${NEWEST_CYCLE})
      select (select jsonb_agg(to_jsonb("mandate") order by "number") from (${MANDATES_OF}) as "mandate") as "mandates", (select to_jsonb("newest") from "newest") as "cycle",
        (select jsonb_build_object('number', c."number", 'outcome', c."outcome") from galla.cycles c join "newest" on "newest"."number" > c."number"
          where c."subscriptionId" = $1 and c."number" = $2) as "current",
        (select jsonb_agg(to_jsonb("debit") order by "createdAtMs", "merchantOrderId") from (${debitsOf('(select "number" from "newest")')}) as "debit") as "debits",
        ${owingOf('$1')} as "owing", exists (select ${OPEN_TRIES_OF_FAILED}) as "hasOpenTryOfFailed"`,
    values: [subscriptionId, current],
  })
  const { mandates, cycle, current: older, debits, hasOpenTryOfFailed = false } = rows[0] ?? {}
  const owing = rows[0]?.owing ?? []
  return {
    owing,
    carried: owing.reduce((sum, { amount }) => sum + amount, 0),
    hasOpenTryOfFailed,
    mandates: (mandates ?? []).map((row) => withoutNulls<MandateRow>(row)),
    debits: (debits ?? []).map(({ tries, ...row }) => ({
      ...withoutNulls<Omit<DebitRow, 'tries'>>(row),
      tries: (tries ?? []).map((one) => withoutNulls<DebitTry>(one)),
    })),
    ...(cycle && { cycle: withoutNulls<CycleRecord>(cycle) }),
    ...(older && { current: withoutNulls<NonNullable<BillingRows['current']>>(older) }),
  }
}

interface FlatRows {
  readonly mandates: object[] | null
  readonly cycle: object | null
  readonly current: object | null
  readonly debits: FlatDebit[] | null
  readonly owing: Difference[] | null
  readonly hasOpenTryOfFailed: boolean
}

interface FlatDebit {
  readonly tries: readonly object[] | null
}
