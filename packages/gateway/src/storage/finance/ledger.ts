import type { LedgerGroup } from '@galla/contract/gateway-api/finance'
import type { LedgerEntry, ListLedger } from '@galla/contract/gateway-api/ledger'
import type { Page } from '@galla/contract/gateway-api/orders'
import {
  ACCOUNTS,
  type Balances,
  balancesAfter,
  NOTHING_POSTED,
  type PostedRefund,
  type Transfer,
} from '../../domain/finance/ledger.ts'
import { invalid } from '../../errors.ts'
import type { Queries } from '../database.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { idsOfShown, refundIdsOf, withShownId } from '../refunds/refund-ids.ts'

const NO_BALANCES: Balances = { availableAmount: 0, heldAmount: 0, refundedAmount: 0 }

/**
 * Posts the transfers of one order, all or none, under the order's lock. `exceeds`: a balance would fall below 0, so nothing was
 * posted and the transaction goes on. A transfer whose key is in the ledger is not posted again.
 */
export async function postTransfers(
  on: Queries,
  transfers: readonly Transfer[],
  nowMs: number,
): Promise<'posted' | 'exceeds'> {
  const [first] = transfers
  if (!first) return 'posted'
  const { availableAmount, heldAmount, refundedAmount, overdrawnAmount } = balancesAfter(NO_BALANCES, transfers)
  const column = (read: (one: Transfer) => unknown) => transfers.map((one) => read(one) ?? null)
  const { rows } = await on.query<{ fits: boolean }>({
    name: 'post-transfers',
    text: `with "fitting" as (select 1 from galla.orders where "merchantOrderId" = $1
        and "availableAmount" + $2 >= 0 and "heldAmount" + $3 >= 0 and "refundedAmount" + $4 >= 0 and "overdrawnAmount" + $15 >= 0
        and (not $16::boolean or "availableAmount" + $2 >= "overdrawnAmount" + $15)),
      "posted" as (insert into galla.ledger ("merchantOrderId", "atMs", "transferKey", "kind", "debitAccount", "creditAccount", "amount", "refundKey", "transactionId", "origin", "paidAtMs")
        select $1, $5, t."transferKey", t."kind", t."debitAccount", t."creditAccount", t."amount", t."refundKey", t."transactionId", t."origin", t."paidAtMs"
        from "fitting", unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::text[], $13::text[], $14::bigint[])
          t("transferKey", "kind", "debitAccount", "creditAccount", "amount", "refundKey", "transactionId", "origin", "paidAtMs")
        on conflict ("transferKey") do nothing)
      select exists (select 1 from "fitting") as "fits"`,
    values: [
      first.merchantOrderId,
      availableAmount,
      heldAmount,
      refundedAmount,
      nowMs,
      column(({ transferKey }) => transferKey),
      column(({ kind }) => kind),
      column(({ kind }) => ACCOUNTS[kind].debit),
      column(({ kind }) => ACCOUNTS[kind].credit),
      column(({ amount }) => amount),
      column(({ refundKey }) => refundKey),
      column(({ transactionId }) => transactionId),
      column(({ origin }) => origin),
      column(({ paidAtMs }) => paidAtMs),
      overdrawnAmount,
      isHold(transfers),
    ],
  })
  return rows[0]?.fits ? 'posted' : 'exceeds'
}

/** A hold takes nothing that would cover what is overdrawn. */
const isHold = (transfers: readonly Transfer[]): boolean =>
  transfers.some(({ kind }) => kind === 'refund-hold') && !transfers.some(({ kind }) => kind === 'overdraft')

/** Reads the payments of an order that the ledger has captured, by their transactionId, in paise. */
export async function capturedPayments(on: Queries, merchantOrderId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await on.query<{ transactionId: string; amount: number }>({
    name: 'captured-payments',
    text: `select "transactionId", sum("amount")::bigint as "amount" from galla.ledger
      where "merchantOrderId" = $1 and "transactionId" is not null group by "transactionId"`,
    values: [merchantOrderId],
  })
  return new Map(rows.map(({ transactionId, amount }) => [transactionId, amount]))
}

const POSTED = (account: string) =>
  `coalesce(sum(case '${account}' when "creditAccount" then "amount" when "debitAccount" then -"amount" else 0 end), 0)::bigint`

const POSTED_REFUND = `${POSTED('held')} as "held", ${POSTED('refunded')} as "refunded", -${POSTED('overdrawn')} as "overdrawn", count(*) as "count"`

/** Reads the ledger's record of a refund. */
export async function postedRefund(on: Queries, id: number): Promise<PostedRefund> {
  const { rows } = await on.query<PostedRefund>({
    name: 'posted-refund',
    text: `select ${POSTED_REFUND} from galla.ledger where "refundKey" = $1`,
    values: [id],
  })
  return rows[0] ?? NOTHING_POSTED
}

/** Reads the ledger's record of each refund of an order. */
export async function postedRefunds(on: Queries, merchantOrderId: string): Promise<ReadonlyMap<number, PostedRefund>> {
  const { rows } = await on.query<PostedRefund & { refundKey: number }>({
    name: 'posted-refunds',
    text: `select "refundKey", ${POSTED_REFUND} from galla.ledger where "merchantOrderId" = $1 and "refundKey" is not null group by 1`,
    values: [merchantOrderId],
  })
  return new Map(rows.map(({ refundKey, ...posted }) => [refundKey, posted]))
}

const COLUMNS = `"entryId", "atMs", "valueAtMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", ${refundIdsOf('"refundKey"')},
  "transactionId", "origin"`

const viewEntry = (row: object): LedgerEntry => withShownId(withoutNulls<LedgerEntry>(row))

/** The transfers of an order, oldest first, at most 500. */
export async function ledgerOfOrder(on: Queries, merchantOrderId: string): Promise<LedgerEntry[]> {
  const { rows } = await on.query<object>({
    name: 'ledger-of-order',
    text: `select ${COLUMNS} from galla.ledger where "merchantOrderId" = $1 order by "entryId" limit 500`,
    values: [merchantOrderId],
  })
  return rows.map(viewEntry)
}

/** Conditions of the entries of each group. The sums of `storage/finance/finance.ts` have the same. */
const GROUPS: { readonly [Group in LedgerGroup]: string } = {
  collected: `"kind" = 'capture'`,
  'late-or-twice': `"kind" = 'capture' and "merchantOrderId" in (
    select "merchantOrderId" from galla.orders where "resolution" in ('late-refund', 'duplicate-refund'))`,
  refunded: `"kind" in ('refund-posted', 'refund-reversed')`,
  automatic: `"kind" in ('refund-posted', 'refund-reversed') and "origin" in ('late-payment', 'duplicate')`,
}

const TIMES = { posted: 'atMs', value: 'valueAtMs' } as const

/** One page of transfers, oldest first unless `newestFirst`. @throws GatewayError INVALID_REQUEST */
export async function listLedger(on: Queries, query: ListLedger, newestFirst = false): Promise<Page<LedgerEntry>> {
  const { group, by = 'posted' } = query
  if (!Object.hasOwn(TIMES, by)) throw invalid('by', `must be one of ${Object.keys(TIMES).join(', ')}`)
  if (group !== undefined && !Object.hasOwn(GROUPS, group))
    throw invalid('group', `must be one of ${Object.keys(GROUPS).join(', ')}`)
  const time = TIMES[by]
  const keyset: Keyset = { columns: [time], id: 'entryId', type: 'bigint', ascending: !newestFirst }
  const filters = conditions()
  filters.add('"merchantOrderId" = ?', query.merchantOrderId)
  if (group !== undefined) filters.addRaw(GROUPS[group])
  filters.add(`"${time}" >= ?::bigint`, query.fromMs)
  filters.add(`"${time}" < ?::bigint`, query.toMs)
  startAfter(filters, keyset, query.after)
  const tail = orderAndLimit(filters, keyset, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.ledger ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, keyset, query.limit)
  return { ...page, rows: page.rows.map(viewEntry) }
}

/** Transactions that have written to the ledger and have not ended, as one that waits for a standby to confirm its commit: what they wrote is not visible yet. */
export async function ledgerWriters(on: Queries): Promise<readonly string[]> {
  const { rows } = await on.query<{ id: string }>({
    name: 'ledger-writers',
    text: `select distinct "virtualtransaction" as "id" from pg_locks where "locktype" = 'relation' and "mode" = 'RowExclusiveLock' and "granted"
      and "relation" = 'galla.ledger'::regclass and "database" = (select "oid" from pg_database where "datname" = current_database())`,
  })
  return rows.map(({ id }) => id)
}

/** A transfer with what a bank statement or a shop's own list calls it. */
export interface ExportedEntry extends LedgerEntry {
  reference: string
  /** Bank reference number of the payment, or of the refund. */
  utr?: string
  /** Mode of the payment. */
  paymentMode?: string
}

/** The transfers with the reference of their orders, and the bank reference number of their payments and refunds. */
export async function withPayments(on: Queries, entries: readonly LedgerEntry[]): Promise<ExportedEntry[]> {
  const column = (read: (one: LedgerEntry) => string | undefined) => entries.map((one) => read(one) ?? null)
  const idsOf = ({ merchantRefundId }: LedgerEntry) =>
    merchantRefundId === undefined ? {} : idsOfShown(merchantRefundId)
  const { rows } = await on.query<object>({
    name: 'payments-of-ledger',
    text: `select o."reference", case when e."merchantRefundId" is not null or e."refundId" is not null then r."utr" when e."transactionId" is null then o."utr" else a."utr" end as "utr",
        coalesce(a."paymentMode", o."paymentMode") as "paymentMode"
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality e("merchantOrderId", "merchantRefundId", "transactionId", "refundId", "at")
      join galla.orders o on o."merchantOrderId" = e."merchantOrderId"
      left join galla.refunds r on r."merchantRefundId" = e."merchantRefundId" or r."refundId" = e."refundId"
      left join lateral (select a ->> 'utr' as "utr", a ->> 'paymentMode' as "paymentMode" from jsonb_array_elements(o."attempts") a
        where a ->> 'transactionId' = e."transactionId" limit 1) a on true
      order by e."at"`,
    values: [
      column(({ merchantOrderId }) => merchantOrderId),
      column((one) => idsOf(one).merchantRefundId),
      column(({ transactionId }) => transactionId),
      column((one) => idsOf(one).refundId),
    ],
  })
  return entries.map((entry, at) => ({
    ...entry,
    ...withoutNulls<Pick<ExportedEntry, 'reference' | 'utr' | 'paymentMode'>>(rows[at] ?? {}),
  }))
}
