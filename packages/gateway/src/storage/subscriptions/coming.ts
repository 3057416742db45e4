import type { FailedDebit } from '@galla/contract/gateway-api/console-subscriptions'
import type { Paise } from '@galla/contract/money'
import { defined } from '../../domain/defined.ts'
import type { ComingFacts, ComingOrder } from '../../domain/subscriptions/coming-debits.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'
import { carriedOf } from './differences.ts'

/** The columns of one row; those of a cycle or an order that does not exist are null. */
interface FlatFacts
  extends Pick<ComingFacts['subscription'], 'state' | 'amount' | 'frequency' | 'startsOn' | 'cycles'>,
    Pick<ComingFacts, 'carried'> {
  readonly cancelAt?: 'now' | 'cycle-end'
  readonly cancelSinceMs?: number
  readonly nextActionAtMs?: number
  readonly mandateState: ComingFacts['mandate']['state']
  readonly maxAmount: Paise
  readonly number?: number
  readonly cycleAmount?: Paise
  readonly isSkipped?: boolean
  readonly outcome?: NonNullable<ComingFacts['cycle']>['outcome']
  readonly debitState?: ComingOrder['state']
  readonly unconfirmedSinceMs?: number
  readonly isFulfilled?: boolean
}

const COLUMNS = `s."state", s."amount", ${carriedOf('s."subscriptionId"')} as "carried", s."frequency", s."startsOn", s."cycles", s."cancelAt", s."cancelSinceMs",
    case when c."outcome" is null then s."nextActionAtMs" end as "nextActionAtMs", m."state" as "mandateState", m."maxAmount", c."number", c."amount" as "cycleAmount", c."isSkipped",
    c."outcome", o."state" as "debitState", o."unconfirmedSinceMs", o."isFulfilled"`

const FACTS = `galla.plan_subscriptions s
  join galla.mandates m on m."merchantSubscriptionId" = s."merchantSubscriptionId"
  left join lateral (select "number", "amount", "isSkipped", "outcome" from galla.cycles
    where "subscriptionId" = s."subscriptionId" order by "number" desc limit 1) c on true
  left join lateral (select o."state", o."resolution" = 'fulfil' as "isFulfilled",
      case when d."notifiedAtMs" is null then o."createdAtMs" end as "unconfirmedSinceMs"
    from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
    where c."outcome" is null and d."subscriptionId" = s."subscriptionId" and d."cycle" = c."number" order by o."createdAtMs" desc limit 1) o on true`

function toFacts(row: FlatFacts): ComingFacts {
  const {
    cancelAt,
    cancelSinceMs,
    number,
    cycleAmount,
    isSkipped,
    outcome,
    debitState,
    unconfirmedSinceMs,
    isFulfilled,
  } = row
  const { state, amount, carried, frequency, startsOn, cycles, mandateState, maxAmount, nextActionAtMs } = row
  const cancel = cancelAt && cancelSinceMs !== undefined ? { at: cancelAt, sinceMs: cancelSinceMs } : undefined
  return {
    carried,
    subscription: { state, amount, frequency, startsOn, ...defined({ cycles, cancel }) },
    mandate: { state: mandateState, maxAmount },
    nextActionAtMs,
    cycle:
      number !== undefined && cycleAmount !== undefined
        ? { number, amount: cycleAmount, ...defined({ outcome, isSkipped }) }
        : undefined,
    debit: debitState && {
      state: debitState,
      isFulfilled: isFulfilled ?? false,
      ...defined({ unconfirmedSinceMs }),
    },
  }
}

/** The facts of these subscriptions, by their ids. */
export async function comingFactsOf(
  on: Queries,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, ComingFacts>> {
  const { rows } = await on.query<object>({
    text: `select s."subscriptionId", ${COLUMNS} from ${FACTS} where s."subscriptionId" = any($1)`,
    values: [subscriptionIds],
  })
  return new Map(
    rows
      .map((row) => withoutNulls<FlatFacts & { subscriptionId: string }>(row))
      .map((row) => [row.subscriptionId, toFacts(row)]),
  )
}

/** Facts that so many subscriptions have in common. */
export interface CountedFacts {
  readonly facts: ComingFacts
  readonly subscriptions: number
}

/** The facts of every subscription that may be debited before `untilMs`: its next step is before it. */
export async function comingFactsUntil(on: Queries, untilMs: number): Promise<CountedFacts[]> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS}, count(*) as "subscriptions" from ${FACTS} where s."nextActionAtMs" < $1 and s."state" in ('ACTIVE', 'PAST_DUE')
      group by ${Array.from({ length: 18 }, (_, at) => at + 1).join(', ')}`,
    values: [untilMs],
  })
  return rows
    .map((row) => withoutNulls<FlatFacts & { subscriptions: number }>(row))
    .map((row) => ({ facts: toFacts(row), subscriptions: row.subscriptions }))
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
