import { eventIdOf } from '../../domain/events/events.ts'
import { refundIdFor } from '../../domain/orders/automatic-refunds.ts'
import type { DebitWindow, SubscriptionEventType } from '../../domain/orders/order.ts'
import type { DebitRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'

/** An order that collects a cycle. */
export interface DebitRow extends DebitRecord {
  /** The order was never sent, and can be sent again. */
  readonly isUnsent: boolean
  /** News that callbacks brought; an answer of the provider covers those from before its question. */
  readonly news: number
  /** The event of the announcement is recorded. */
  readonly isNoticeTold: boolean
  /** The event of the failure is recorded. */
  readonly isFailureTold: boolean
}

const ENDED_AT = `(select max(c."atMs") from galla.decisions c
  where c."merchantOrderId" = o."merchantOrderId" and c."to" = o."state" and c."from" <> c."to" and o."state" in ('COMPLETED', 'FAILED'))`

/** SQL: true for an announcement that the client or the provider refused, or that the provider closed before the payer was notified and before its end. */
const IS_REFUSED = `o."state" = 'FAILED' and d."notifiedAtMs" is null
  and (o."opening" in ('refused', 'cancelled') or (o."opening" = 'sent' and coalesce(${ENDED_AT} < o."expiresAtMs", false)))`

const TRIES = `(select jsonb_agg(jsonb_build_object('sentAtMs', t."sentAtMs", 'failedAtMs', t."failedAtMs") order by t."number")
  from galla.debit_tries t where t."merchantOrderId" = o."merchantOrderId")`

/** SQL: true when another refund has the id of the return of the order `o`, and the order was in review for that reason. */
const IS_RETURN_REFUSED = `(exists (select from galla.refunds r where r."merchantRefundId" = o."merchantOrderId" || '${refundIdFor('', 'late-payment')}')
      and exists (select from galla.decisions c where c."merchantOrderId" = o."merchantOrderId" and c."observations" @> '[{"kind":"refund"}]'))`

/** SQL: true when an event of the debit `d` is recorded. */
const isTold = (type: SubscriptionEventType) =>
  `exists (select from galla.events e where e."eventId" = format('${eventIdOf(type, '%s', '%s')}', d."subscriptionId", d."merchantOrderId"))`

/** SQL: the orders of the cycle `cycle` of the subscription `$1`, as `DebitRow`. */
export const debitsOf = (
  cycle: string,
): string => `select o."merchantOrderId", o."state", coalesce(o."resolution" = 'fulfil', false) as "isFulfilled",
    o."needsReview" is not null as "needsReview", o."checkout" <> 'DEBIT' as "isSetup", ${IS_REFUSED} as "isRefused", o."heldAmount" > 0 as "hasOpenRefund",
    o."availableAmount" = 0 or exists (select from galla.refunds r where r."merchantOrderId" = o."merchantOrderId" and r."origin" = 'late-payment')
      or ${IS_RETURN_REFUSED} as "isReturned",
    o."state" = 'CREATED' and o."opening" = 'unsent' as "isUnsent", o."createdAtMs", ${ENDED_AT} as "endedAtMs",
    case when d."news" = d."newsSeen" then coalesce(d."checkedAtMs", o."createdAtMs") end as "checkedAtMs", d."notifiedAtMs", d."validAfterMs", d."validUntilMs",
    o."expiresAtMs", d."merchantSubscriptionId", d."news", ${TRIES} as "tries",
    ${isTold('subscription.charge_upcoming')} as "isNoticeTold", ${isTold('subscription.charge_failed')} as "isFailureTold"
  from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
  where d."subscriptionId" = $1 and d."cycle" = ${cycle}`

export interface NewDebit {
  readonly merchantOrderId: string
  readonly subscriptionId: string
  readonly cycle: number
  readonly merchantSubscriptionId: string
}

/** Records that an order collects a cycle. */
export async function insertDebit(on: Queries, debit: NewDebit): Promise<void> {
  await on.query({
    text: `insert into galla.debits ("merchantOrderId", "subscriptionId", "cycle", "merchantSubscriptionId") values ($1, $2, $3, $4)`,
    values: [debit.merchantOrderId, debit.subscriptionId, debit.cycle, debit.merchantSubscriptionId],
  })
}

/** Stores the provider's window of a debit. The question was asked at `checkedAtMs`, when `news` news were known. */
export async function saveDebitAnswer(
  on: Queries,
  merchantOrderId: string,
  { notifiedAtMs, validAfterMs, validUntilMs }: DebitWindow,
  { checkedAtMs, news }: { readonly checkedAtMs: number; readonly news: number },
): Promise<void> {
  await on.query({
    name: 'save-debit-answer',
    text: `update galla.debits set "notifiedAtMs" = coalesce($2, "notifiedAtMs"), "validAfterMs" = coalesce($3, "validAfterMs"),
        "validUntilMs" = coalesce($4, "validUntilMs"), "checkedAtMs" = greatest("checkedAtMs", $5), "newsSeen" = greatest("newsSeen", $6)
      where "merchantOrderId" = $1`,
    values: [merchantOrderId, notifiedAtMs, validAfterMs, validUntilMs, checkedAtMs, news],
  })
}

type Try = Pick<NewDebit, 'merchantOrderId'> & { readonly number: number }

/** Stores a request to debit, before the request leaves. Its key and the index of open tries let one process send it. */
export async function insertTry(
  on: Queries,
  { merchantOrderId, number, subscriptionId, cycle }: Try & Pick<NewDebit, 'subscriptionId' | 'cycle'>,
  sentAtMs: number,
): Promise<void> {
  await on.query({
    text: `insert into galla.debit_tries ("merchantOrderId", "number", "subscriptionId", "cycle", "sentAtMs") values ($1, $2, $3, $4, $5)`,
    values: [merchantOrderId, number, subscriptionId, cycle, sentAtMs],
  })
}

/** The request failed, or was never received. */
export async function failTry(on: Queries, { merchantOrderId, number }: Try, failedAtMs: number): Promise<void> {
  await on.query({
    text: `update galla.debit_tries set "failedAtMs" = $3 where "merchantOrderId" = $1 and "number" = $2 and "failedAtMs" is null`,
    values: [merchantOrderId, number, failedAtMs],
  })
}

/** The provider began no try for the request. */
export async function removeTry(on: Queries, { merchantOrderId, number }: Try): Promise<void> {
  await on.query({
    text: 'delete from galla.debit_tries where "merchantOrderId" = $1 and "number" = $2',
    values: [merchantOrderId, number],
  })
}

/** A callback says that the provider must be asked about a debit now. Returns the subscription; undefined for another order. */
export async function markDebit(on: Queries, merchantOrderId: string, nowMs: number): Promise<string | undefined> {
  const { rows } = await on.query<{ subscriptionId: string }>({
    name: 'mark-debit',
    text: `with "woken" as (
        update galla.plan_subscriptions s set "nextActionAtMs" = $2 from galla.debits d
        where d."merchantOrderId" = $1 and s."subscriptionId" = d."subscriptionId" returning s."subscriptionId")
      update galla.debits d set "news" = d."news" + 1 from "woken" w where d."merchantOrderId" = $1 returning w."subscriptionId"`,
    values: [merchantOrderId, nowMs],
  })
  return rows[0]?.subscriptionId
}

/** SQL: the open requests `t` of the subscription `$1` whose orders have failed at the provider. */
export const OPEN_TRIES_OF_FAILED = `from galla.debit_tries t join galla.orders o on o."merchantOrderId" = t."merchantOrderId"
  where t."subscriptionId" = $1 and t."failedAtMs" is null and o."state" = 'FAILED'`

/** Requests of orders that have failed at the provider have failed, too. */
export async function closeTriesOfFailed(on: Queries, subscriptionId: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'close-tries-of-failed',
    text: `update galla.debit_tries set "failedAtMs" = $2 where ("merchantOrderId", "number") in (select t."merchantOrderId", t."number" ${OPEN_TRIES_OF_FAILED})`,
    values: [subscriptionId, nowMs],
  })
}
