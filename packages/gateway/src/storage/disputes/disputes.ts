import type { Dispute, DisputesQuery } from '@galla/contract/gateway-api/disputes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import { TO_ANSWER } from '../../domain/disputes/dispute.ts'
import type { Queries } from '../database.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'

/** SQL that is true of a dispute which the merchant has to answer; the index `disputesToAnswer` has the same condition. */
export const NEEDS_ANSWER = `"state" in (${TO_ANSWER.map((state) => `'${state}'`).join(', ')}) and "answeredAtMs" is null`

const COLUMNS = `"disputeKey", "disputeId", "merchantOrderId", "transactionId", "state", "callbackId"::text as "callbackId", "openedAtMs", "updatedAtMs",
  "answeredAtMs", "answeredBy", case when ${NEEDS_ANSWER} then true end as "needsAnswer"`

type Row = Omit<Dispute, 'needsAnswer' | 'answeredBy' | 'answeredAtMs'>

/** Stores a new dispute. False when it is stored already. */
export async function insertDispute(on: Queries, dispute: Row): Promise<boolean> {
  const { disputeKey, disputeId, merchantOrderId, transactionId, state, callbackId, openedAtMs, updatedAtMs } = dispute
  const { rowCount } = await on.query({
    name: 'insert-dispute',
    text: `insert into galla.disputes ("disputeKey", "disputeId", "merchantOrderId", "transactionId", "state", "callbackId", "openedAtMs", "updatedAtMs")
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    values: [disputeKey, disputeId, merchantOrderId, transactionId, state, callbackId, openedAtMs, updatedAtMs],
  })
  return rowCount === 1
}

/** Reads a dispute, and locks its row until the transaction ends. */
export async function lockDispute(tx: Queries, disputeKey: string): Promise<Dispute | undefined> {
  const { rows } = await tx.query<object>({
    name: 'lock-dispute',
    text: `select ${COLUMNS} from galla.disputes where "disputeKey" = $1 for update`,
    values: [disputeKey],
  })
  return rows[0] && withoutNulls<Dispute>(rows[0])
}

/** Stores what a later report says. A request to answer ends what a person has said. */
export async function saveDispute(tx: Queries, dispute: Row): Promise<void> {
  const { disputeKey, merchantOrderId, transactionId, state, callbackId, updatedAtMs } = dispute
  await tx.query({
    name: 'save-dispute',
    text: `update galla.disputes set "merchantOrderId" = $2, "transactionId" = $3, "state" = $4, "updatedAtMs" = $6,
        "answeredAtMs" = case when "callbackId" = $5::bigint then "answeredAtMs" end,
        "answeredBy" = case when "callbackId" = $5::bigint then "answeredBy" end,
        "callbackId" = $5::bigint
      where "disputeKey" = $1`,
    values: [disputeKey, merchantOrderId, transactionId, state, callbackId, updatedAtMs],
  })
}

/** Stores that a person has answered the dispute. */
export async function markAnswered(
  tx: Queries,
  disputeKey: string,
  { who, atMs }: { readonly who: string; readonly atMs: number },
): Promise<void> {
  await tx.query({
    text: `update galla.disputes set "answeredAtMs" = $2, "answeredBy" = $3 where "disputeKey" = $1`,
    values: [disputeKey, atMs, who],
  })
}

const KEYSET: Keyset = { columns: ['updatedAtMs'], id: 'disputeKey', type: 'text' }

/** One page of disputes, the last changed first. */
export async function listDisputes(on: Queries, query: ParsedQuery<DisputesQuery>): Promise<Page<Dispute>> {
  const filters = conditions()
  if (query.needsAnswer) filters.addRaw(NEEDS_ANSWER)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.disputes ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => withoutNulls<Dispute>(row)) }
}

/** The disputes of an order, the last changed first. */
export async function disputesOf(on: Queries, merchantOrderId: string): Promise<Dispute[]> {
  const { rows } = await on.query<object>({
    name: 'disputes-of',
    text: `select ${COLUMNS} from galla.disputes where "merchantOrderId" = $1 order by "updatedAtMs" desc, "disputeKey" desc limit 50`,
    values: [merchantOrderId],
  })
  return rows.map((row) => withoutNulls<Dispute>(row))
}
