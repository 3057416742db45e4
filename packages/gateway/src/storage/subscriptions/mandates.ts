import type { MandateRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'

/** A mandate of a subscription, with its setup order. */
export interface MandateRow extends MandateRecord {
  /** Counted from 1 for each subscription. */
  readonly number: number
  readonly setupOrderId: string
  /** News that callbacks brought; an answer of the provider covers those from before its question. */
  readonly news: number
  /** True when a callback brought news and the provider has not been asked since. */
  readonly hasNews: boolean
}

export type NewMandate = Pick<
  MandateRow,
  'merchantSubscriptionId' | 'number' | 'setupOrderId' | 'amountType' | 'maxAmount' | 'setupEndsAtMs'
> & { readonly subscriptionId: string; readonly expiresAtMs: number }

export async function insertMandate(on: Queries, mandate: NewMandate): Promise<void> {
  await on.query({
    text: `insert into galla.mandates ("merchantSubscriptionId", "subscriptionId", "number", "setupOrderId", "state", "amountType", "maxAmount",
        "expiresAtMs", "setupEndsAtMs") values ($1, $2, $3, $4, 'ACTIVATION_IN_PROGRESS', $5, $6, $7, $8)`,
    values: [
      mandate.merchantSubscriptionId,
      mandate.subscriptionId,
      mandate.number,
      mandate.setupOrderId,
      mandate.amountType,
      mandate.maxAmount,
      mandate.expiresAtMs,
      mandate.setupEndsAtMs,
    ],
  })
}

/** The payer has approved when the setup order is paid, by the provider's time. A first bill has to count; the money of a check goes back at any time. */
const APPROVED_AT = `case when o."resolution" = 'fulfil' or o."checkout" = 'MANDATE_CHECK' then o."completedAtMs" end`

/** SQL: the mandates of the subscription `$1`, as `MandateRow`. */
export const MANDATES_OF = `select m."merchantSubscriptionId", m."number", m."setupOrderId", m."state", m."amountType", m."maxAmount", m."expiresAtMs",
    m."setupEndsAtMs", ${APPROVED_AT} as "approvedAtMs", o."completedAtMs" as "setupPaidAtMs", m."pausedAtMs", m."pauseEndsAtMs", m."news", m."news" <> m."newsSeen" as "hasNews",
    case when m."news" = m."newsSeen" then m."checkedAtMs" end as "checkedAtMs"
  from galla.mandates m left join galla.orders o on o."merchantOrderId" = m."setupOrderId"
  where m."subscriptionId" = $1`

/** The subscription that has a mandate. */
export async function subscriptionOfMandate(on: Queries, merchantSubscriptionId: string): Promise<string | undefined> {
  const { rows } = await on.query<{ subscriptionId: string }>({
    text: 'select "subscriptionId" from galla.mandates where "merchantSubscriptionId" = $1',
    values: [merchantSubscriptionId],
  })
  return rows[0]?.subscriptionId
}

/** The answer of the provider about a mandate. A field that is absent stays as it is. */
export interface MandateAnswer {
  /** The provider's id of the mandate. */
  readonly providerId?: string
  readonly state?: string
  readonly maxAmount?: number
  readonly expiresAtMs?: number
  readonly pausedAtMs?: number
  readonly pauseEndsAtMs?: number
}

/**
 * Stores an answer. Its question was asked at `checkedAtMs`, when `news` news were known. A first answer that the mandate is not known is as old as the
 * caller says: an answer just before says nothing of it.
 */
export async function saveMandateAnswer(
  on: Queries,
  merchantSubscriptionId: string,
  { providerId, state, maxAmount, expiresAtMs, pausedAtMs, pauseEndsAtMs }: MandateAnswer,
  { checkedAtMs, news }: { readonly checkedAtMs: number; readonly news: number },
): Promise<void> {
  await on.query({
    name: 'save-mandate-answer',
    text: `update galla.mandates set "state" = coalesce($2, "state"), "maxAmount" = coalesce($3, "maxAmount"), "expiresAtMs" = coalesce($4, "expiresAtMs"),
        "pausedAtMs" = greatest("pausedAtMs", $5), "pauseEndsAtMs" = $6, "checkedAtMs" = case when $2 = 'UNKNOWN' and "state" <> 'UNKNOWN' then $7 else greatest("checkedAtMs", $7) end, "newsSeen" = greatest("newsSeen", $8),
        "providerId" = coalesce("providerId", $9)
      where "merchantSubscriptionId" = $1`,
    values: [
      merchantSubscriptionId,
      state,
      maxAmount,
      expiresAtMs,
      pausedAtMs,
      pauseEndsAtMs,
      checkedAtMs,
      news,
      providerId,
    ],
  })
}

/** A callback or a person says that the provider must be asked about a mandate now. Returns the subscription; undefined for another mandate. */
export async function markMandate(
  on: Queries,
  merchantSubscriptionId: string,
  { nowMs, pausedAtMs }: { readonly nowMs: number; readonly pausedAtMs?: number },
): Promise<string | undefined> {
  const { rows } = await on.query<{ subscriptionId: string }>({
    name: 'mark-mandate',
    text: `with "woken" as (
        update galla.plan_subscriptions s set "nextActionAtMs" = $2 from galla.mandates m
        where m."merchantSubscriptionId" = $1 and s."subscriptionId" = m."subscriptionId" returning s."subscriptionId")
      update galla.mandates m set "news" = m."news" + 1, "pausedAtMs" = greatest(m."pausedAtMs", case when $3::bigint is not null then least($3, $2) end) from "woken" w
      where m."merchantSubscriptionId" = $1 returning w."subscriptionId"`,
    values: [merchantSubscriptionId, nowMs, pausedAtMs],
  })
  return rows[0]?.subscriptionId
}
