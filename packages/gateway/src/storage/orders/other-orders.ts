import type { Fingerprint } from '../../domain/orders/fingerprint.ts'
import { BILL_OF_REFERENCE } from '../../domain/subscriptions/ids.ts'
import type { Queries } from '../database.ts'

// Facts that belong to one order: a link, a payment, the reference of a bill.

/** Another order that is paid with one of the links, or the token; unique indexes allow one of each. */
export async function otherOrderWithLink(
  on: Queries,
  merchantOrderId: string,
  { redirectUrl, intentUrl, qrData, token }: Fingerprint,
): Promise<string | undefined> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    name: 'other-order-with-link',
    text: `select "merchantOrderId" from galla.orders
      where ("linkDigests" ->> 'redirectUrl' = $2 or "linkDigests" ->> 'intentUrl' = $3 or "linkDigests" ->> 'qrData' = $4
          or "linkDigests" ->> 'token' = $5)
        and "merchantOrderId" <> $1 limit 1`,
    values: [merchantOrderId, redirectUrl, intentUrl, qrData, token],
  })
  return rows[0]?.merchantOrderId
}

/** Selects those of the payments `$2` that have completed another order than `$1`, or were captured for another, each with its order. */
export const PAYMENTS_OF_OTHERS = `select "transactionId", "merchantOrderId" from galla.orders
      where "transactionId" = any($2) and "state" = 'COMPLETED' and "merchantOrderId" <> $1
      union select "transactionId", "merchantOrderId" from galla.ledger where "transactionId" = any($2) and "merchantOrderId" <> $1`

/** Those of the payments that have completed other orders, or were captured for them, each with its order. */
export async function paymentsOfOthers(
  on: Queries,
  merchantOrderId: string,
  transactionIds: readonly string[],
): Promise<{ transactionId: string; merchantOrderId: string }[]> {
  const { rows } = await on.query<{ transactionId: string; merchantOrderId: string }>({
    name: 'payments-of-others',
    text: PAYMENTS_OF_OTHERS,
    values: [merchantOrderId, transactionIds],
  })
  return rows
}

/** The order that has one of the payments among its attempts, first of all the one that it has completed. */
export async function orderOfPayments(on: Queries, transactionIds: readonly string[]): Promise<string | undefined> {
  if (transactionIds.length === 0) return undefined
  const { rows } = await on.query<{ merchantOrderId: string }>({
    name: 'order-of-payments',
    text: `select o."merchantOrderId" from unnest($1::text[]) id cross join lateral (select "merchantOrderId", "state", "createdAtMs" from galla.orders
        where "attempts" <> '[]' and jsonb_path_query_array("attempts", '$[*].transactionId') @> jsonb_build_array(id)) o
      order by o."state" = 'COMPLETED' desc, o."createdAtMs" limit 1`,
    values: [transactionIds],
  })
  return rows[0]?.merchantOrderId
}

/** An order with a reference that belongs to the bills of a subscription, stored or not. By bytes, `0` follows the slash. */
export async function orderWithBillReference(
  on: Queries,
  subscriptionId: string,
): Promise<{ readonly merchantOrderId: string; readonly reference: string } | undefined> {
  const { rows } = await on.query<{ merchantOrderId: string; reference: string }>({
    name: 'order-with-bill-reference',
    text: `select "merchantOrderId", "reference" from galla.orders
      where "reference" ~>=~ ($1::text || '/') and "reference" ~<~ ($1::text || '0') and "reference" ~ '^[^/]+/${BILL_OF_REFERENCE}$' limit 1`,
    values: [subscriptionId],
  })
  return rows[0]
}

/** True when the subscription is stored, whose bills have references of their own. */
export async function isSubscription(on: Queries, subscriptionId: string): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'is-subscription',
    text: 'select 1 from galla.plan_subscriptions where "subscriptionId" = $1',
    values: [subscriptionId],
  })
  return rowCount === 1
}
