import type { FailedDebit } from '@galla/contract/gateway-api/console-subscriptions'
import type { Paise } from '@galla/contract/money'
import { defined } from '../../domain/defined.ts'
import type { ComingFacts } from '../../domain/subscriptions/coming-debits.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'

/** The columns of one row; those of a cycle or an order that does not exist are null. */
interface FlatFacts
  extends Pick<
    ComingFacts['subscription'],
    'subscriptionId' | 'state' | 'amount' | 'carried' | 'frequency' | 'startsOn' | 'cycles'
  > {
  readonly cancelAt?: 'now' | 'cycle-end'
  readonly cancelSinceMs?: number
  readonly nextActionAtMs?: number
  readonly maxAmount: Paise
  readonly number?: number
  readonly cycleAmount?: Paise
  readonly isSkipped?: boolean
  readonly outcome?: NonNullable<ComingFacts['cycle']>['outcome']
  readonly debitState?: NonNullable<ComingFacts['debit']>['state']
  readonly debitAtMs?: number
  readonly notifiedAtMs?: number
  readonly isFulfilled?: boolean
}

const FACTS = `select s."subscriptionId", s."state", s."amount", s."carried", s."frequency", s."startsOn", s."cycles", s."cancelAt", s."cancelSinceMs",
    s."nextActionAtMs", m."maxAmount", c."number", c."amount" as "cycleAmount", c."isSkipped", c."outcome", o."state" as "debitState",
    o."createdAtMs" as "debitAtMs", o."notifiedAtMs", o."isFulfilled"
  from galla.plan_subscriptions s
  join galla.mandates m on m."merchantSubscriptionId" = s."merchantSubscriptionId"
  left join lateral (select "number", "amount", "isSkipped", "outcome" from galla.cycles
    where "subscriptionId" = s."subscriptionId" order by "number" desc limit 1) c on true
  left join lateral (select o."state", o."createdAtMs", o."resolution" = 'fulfil' as "isFulfilled", d."notifiedAtMs"
    from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
    where c."outcome" is null and d."subscriptionId" = s."subscriptionId" and d."cycle" = c."number" order by o."createdAtMs" desc limit 1) o on true`

function toFacts(found: object): ComingFacts {
  const row = withoutNulls<FlatFacts>(found)
  const { cancelAt: at, cancelSinceMs, number, cycleAmount, isSkipped, outcome, debitState, debitAtMs } = row
  const { subscriptionId, state, amount, carried, frequency, startsOn, cycles, maxAmount, nextActionAtMs } = row
  const cancel = at && cancelSinceMs !== undefined ? { at, sinceMs: cancelSinceMs } : undefined
  const record = { subscriptionId, state, amount, carried, frequency, startsOn }
  return {
    subscription: { ...record, ...defined({ cycles, cancel }) },
    maxAmount,
    nextActionAtMs,
    cycle:
      number !== undefined && cycleAmount !== undefined
        ? { number, amount: cycleAmount, ...defined({ outcome, isSkipped }) }
        : undefined,
    debit:
      debitState !== undefined && debitAtMs !== undefined
        ? {
            state: debitState,
            createdAtMs: debitAtMs,
            isFulfilled: row.isFulfilled ?? false,
            ...defined({ notifiedAtMs: row.notifiedAtMs }),
          }
        : undefined,
  }
}

/** The facts of these subscriptions. */
export async function comingFactsOf(on: Queries, subscriptionIds: readonly string[]): Promise<ComingFacts[]> {
  const { rows } = await on.query<object>({
    text: `${FACTS} where s."subscriptionId" = any($1)`,
    values: [subscriptionIds],
  })
  return rows.map(toFacts)
}

/** The facts of every subscription that may be debited before `untilMs`: its next step is before it. */
export async function comingFactsUntil(on: Queries, untilMs: number): Promise<ComingFacts[]> {
  const { rows } = await on.query<object>({
    text: `${FACTS} where s."nextActionAtMs" < $1 and s."state" in ('ACTIVE', 'PAST_DUE')`,
    values: [untilMs],
  })
  return rows.map(toFacts)
}

/** The newest failed debit of the newest cycle of these subscriptions, where that cycle is not paid. */
export async function failedDebitsOf(
  on: Queries,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, FailedDebit>> {
  const { rows } = await on.query<FailedDebit & { subscriptionId: string }>({
    text: `select c."subscriptionId", o."merchantOrderId", o."errorCode", o."detailedErrorCode", (select count(*)::integer from galla.debit_tries t
        where t."subscriptionId" = c."subscriptionId" and t."cycle" = c."number" and t."failedAtMs" is not null) as "failedTries"
      from unnest($1::text[]) as ids("subscriptionId")
      cross join lateral (select "subscriptionId", "number", "outcome" from galla.cycles
        where "subscriptionId" = ids."subscriptionId" order by "number" desc limit 1) c
      cross join lateral (select o."merchantOrderId", o."errorCode", o."detailedErrorCode" from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
        where d."subscriptionId" = c."subscriptionId" and d."cycle" = c."number" and o."checkout" = 'DEBIT'
          and (o."state" = 'FAILED' or exists (select from galla.debit_tries t where t."merchantOrderId" = o."merchantOrderId" and t."failedAtMs" is not null))
        order by o."createdAtMs" desc limit 1) o
      where c."outcome" is null or c."outcome" = 'FAILED'`,
    values: [subscriptionIds],
  })
  return new Map(
    rows.map((row) => {
      const { subscriptionId, ...failed } = withoutNulls<FailedDebit & { subscriptionId: string }>(row)
      return [subscriptionId, failed]
    }),
  )
}
