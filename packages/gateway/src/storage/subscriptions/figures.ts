import type { BillingFrequency, SubscriptionState } from '@galla/contract/gateway-api/subscriptions'
import type { Queries } from '../database.ts'

/** Subscriptions of one plan in one state. */
export interface PlanState {
  readonly planId: string
  readonly state: SubscriptionState
  readonly frequency: BillingFrequency
  readonly subscriptions: number
  /** Subscriptions among them whose first cycle begins after today. */
  readonly trials: number
  /** Subscriptions among them that somebody has cancelled. */
  readonly ending: number
  /** Their prices without trials. In paise. */
  readonly amount: number
}

/** Subscriptions that have not ended, by plan and state. @param today the day in India */
export async function countByPlan(on: Queries, today: string): Promise<PlanState[]> {
  const { rows } = await on.query<PlanState>({
    text: `select "planId", "state", "frequency", count(*) as "subscriptions", count(*) filter (where "startsOn" > $1) as "trials",
        count(*) filter (where "cancelAt" is not null) as "ending",
        coalesce(sum("amount") filter (where "startsOn" <= $1), 0)::bigint as "amount"
      from galla.plan_subscriptions where "endedAtMs" is null group by 1, 2, 3`,
    values: [today],
  })
  return rows
}

/** Subscriptions that have ended, by state. */
export async function countEnded(on: Queries): Promise<{ state: SubscriptionState; subscriptions: number }[]> {
  const { rows } = await on.query<{ state: SubscriptionState; subscriptions: number }>({
    text: `select one."state", (select count(*) from galla.plan_subscriptions s where s."state" = one."state") as "subscriptions"
      from unnest(array['CANCELLED', 'COMPLETED', 'EXPIRED']) as one("state")`,
  })
  return rows
}

/** Subscriptions that began in a month and have, or have not, ended in another. */
export interface Lifetimes {
  /** Month of the first cycle: `2027-02`. */
  readonly from: string
  /** Month of the end; null while the subscription goes on. */
  readonly until: string | null
  readonly state: SubscriptionState
  readonly subscriptions: number
}

const monthOf = (ms: string) => `to_char(to_timestamp(${ms} / 1000.0) at time zone 'Asia/Kolkata', 'YYYY-MM')`

/** Counts subscriptions by their lifetimes: those that go on, and those that ended since then after a paid cycle. */
export async function countLifetimes(on: Queries, sinceMs: number): Promise<Lifetimes[]> {
  const { rows } = await on.query<Lifetimes>({
    text: `select left("startsOn", 7) as "from", null as "until", 'ACTIVE' as "state", count(*) as "subscriptions"
      from galla.plan_subscriptions where "endedAtMs" is null and "state" <> 'CREATED' group by 1
      union all
      select left(s."startsOn", 7), ${monthOf('s."endedAtMs"')}, s."state", count(*)
      from galla.plan_subscriptions s where s."endedAtMs" >= $1 and exists (select from galla.cycles c
        where c."subscriptionId" = s."subscriptionId" and c."outcome" in ('PAID', 'FREE')) group by 1, 2, 3`,
    values: [sinceMs],
  })
  return rows
}

/** Cycles whose debit failed for the first time in a month. */
export interface FailedCycles {
  readonly month: string
  readonly failed: number
  readonly recovered: number
  readonly open: number
  readonly recoveredAmount: number
}

/** Cycles of which a request to debit has failed since then, and how many of them were paid after all. */
export async function countFailedCycles(on: Queries, sinceMs: number): Promise<FailedCycles[]> {
  const { rows } = await on.query<FailedCycles>({
    text: `with "failed" as (select "subscriptionId", "cycle", min("failedAtMs") as "atMs" from galla.debit_tries where "failedAtMs" >= $1 group by 1, 2)
      select ${monthOf('f."atMs"')} as "month", count(*) as "failed", count(*) filter (where c."outcome" = 'PAID') as "recovered",
        count(*) filter (where c."outcome" is null) as "open", coalesce(sum(c."amount") filter (where c."outcome" = 'PAID'), 0)::bigint as "recoveredAmount"
      from "failed" f join galla.cycles c on c."subscriptionId" = f."subscriptionId" and c."number" = f."cycle" group by 1`,
    values: [sinceMs],
  })
  return rows
}
