import type { Page } from '@galla/contract/gateway-api/orders'
import type { ListSettlements, Settlement, SettlementDetail } from '@galla/contract/gateway-api/settlements'
import type { Queries } from '../database.ts'
import { conditions, type Keyset, orderAndLimit, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'

/** A settlement as a status of the provider says it. */
export interface ReportedSettlement {
  readonly settlementId: string
  /** As sent, also one that is not known. */
  readonly state: string
  readonly utr: string | undefined
  readonly amount: number
  readonly failure: string | undefined
  readonly updatedAtMs: number
}

/** Pause until a settlement that is not processed is read again. Milliseconds. */
const READ_AGAIN_MS = 3_600_000

/**
 * Stores what the provider's status says, unless a newer one is stored. A processed settlement is read again only when it is named with
 * another state, or a callback arrives.
 * @returns whether something changed
 */
export async function saveSettlement(on: Queries, reported: ReportedSettlement, nowMs: number): Promise<boolean> {
  const { settlementId, state, utr, amount, failure, updatedAtMs } = reported
  const { rowCount } = await on.query({
    name: 'save-settlement',
    text: `insert into galla.settlements as s ("settlementId", "state", "utr", "amount", "failure", "updatedAtMs", "foundAtMs", "reportedAtMs", "nextReadAtMs")
      values ($1, $2, $3, $4, $5, $6, $7, $7, case when $2 <> 'PROCESSED' then $7::bigint + ${READ_AGAIN_MS} end)
      on conflict ("settlementId") do update set "state" = excluded."state", "utr" = coalesce(excluded."utr", s."utr"), "amount" = excluded."amount",
        "failure" = excluded."failure", "updatedAtMs" = excluded."updatedAtMs", "reportedAtMs" = excluded."reportedAtMs", "nextReadAtMs" = excluded."nextReadAtMs",
        "namedBy" = null, "refusal" = null
      where s."updatedAtMs" is null or s."updatedAtMs" < excluded."updatedAtMs"
        or (s."updatedAtMs" = excluded."updatedAtMs" and s."state" <> 'PROCESSED' and s."state" <> excluded."state")`,
    values: [settlementId, state, utr, amount, failure, updatedAtMs, nowMs],
  })
  if (rowCount === 0) await nothingNew(on, settlementId, nowMs)
  return rowCount === 1
}

/** Number of times that the whole amount of a payout was taken back. */
export async function payoutsTakenBack(on: Queries, settlementId: string): Promise<number> {
  const { rows } = await on.query<{ count: number }>({
    text: `select count(*) filter (where "paid" = 0) as "count" from (
      select sum("amount") over (order by "entryId") as "paid" from galla.settlement_entries where "settlementId" = $1) e`,
    values: [settlementId],
  })
  return rows[0]?.count ?? 0
}

/** The provider has told the status again: the next reading of what is not paid out. */
async function nothingNew(on: Queries, settlementId: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'postpone-settlement',
    text: `update galla.settlements set "refusal" = null, "nextReadAtMs" = case when "state" <> 'PROCESSED' or "amount" is null then $2::bigint + ${READ_AGAIN_MS} end
      where "settlementId" = $1`,
    values: [settlementId, nowMs],
  })
}

/** Reads a settlement again after a reading without an answer. */
export async function readLater(on: Queries, settlementId: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'read-settlement-later',
    text: `update galla.settlements set "nextReadAtMs" = $2::bigint + ${READ_AGAIN_MS} where "settlementId" = $1 and "nextReadAtMs" is not null`,
    values: [settlementId, nowMs],
  })
}

/** Stores that the provider refuses to tell the status of a settlement, and reads it again later. @returns false when it is not stored */
export async function saveRefusal(on: Queries, settlementId: string, refusal: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'refuse-settlement',
    text: `update galla.settlements set "refusal" = $2, "nextReadAtMs" = $3::bigint + ${READ_AGAIN_MS} where "settlementId" = $1`,
    values: [settlementId, refusal, nowMs],
  })
  return rowCount === 1
}

/** A settlement as a list of the provider names it. */
export interface NamedSettlement {
  readonly settlementId: string
  readonly state: string
  readonly utr: string | undefined
}

/** Stores what the provider names for the first time, and lets be read what the provider names with another state. @returns how many are to be read */
export async function nameSettlements(on: Queries, named: readonly NamedSettlement[], nowMs: number): Promise<number> {
  const { rowCount } = await on.query({
    name: 'name-settlements',
    text: `insert into galla.settlements as s ("settlementId", "state", "utr", "foundAtMs", "reportedAtMs", "nextReadAtMs")
      select "settlementId", "state", "utr", $2, $2, $2 from jsonb_to_recordset($1::jsonb) as n("settlementId" text, "state" text, "utr" text)
      order by 1
      on conflict ("settlementId") do update set "nextReadAtMs" = excluded."nextReadAtMs", "namedBy" = null
        where s."state" <> excluded."state" or s."namedBy" is not null`,
    values: [JSON.stringify(named), nowMs],
  })
  return rowCount ?? 0
}

/** Stores settlements that a report names for the first time: they are read from the provider next. */
export async function nameUnknown(
  on: Queries,
  reportId: number,
  settlementIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await on.query({
    text: `insert into galla.settlements ("settlementId", "state", "foundAtMs", "reportedAtMs", "nextReadAtMs", "namedBy")
      select n, 'UNKNOWN', $2, $2, $2, $3 from unnest($1::text[]) n order by n on conflict do nothing`,
    values: [settlementIds, nowMs, reportId],
  })
}

/** Settlements that are due to be read. */
export async function settlementsToRead(on: Queries, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await on.query<{ settlementId: string }>({
    name: 'settlements-to-read',
    text: `select "settlementId" from galla.settlements where "nextReadAtMs" <= $1 order by "nextReadAtMs", "settlementId" limit $2`,
    values: [nowMs, limit],
  })
  return rows.map(({ settlementId }) => settlementId)
}

/** The settlement of each UTR that one settlement has. */
export const BY_UTR = `select "utr", min("settlementId") as "settlementId" from galla.settlements where "utr" is not null group by 1 having count(*) = 1`

/** Ties rows of reports to settlements that became known since. The rows are locked in the order of their keys, as an import stores rows. */
export async function tieLines(on: Queries): Promise<void> {
  await on.query({
    text: `with "found" as (
        select l."lineKey", u."settlementId" from galla.settlement_lines l join (${BY_UTR}) u on u."utr" = l."utr"
        where l."settlementId" is null order by l."lineKey" for no key update of l)
      update galla.settlement_lines l set "settlementId" = f."settlementId" from "found" f where l."lineKey" = f."lineKey"`,
  })
}

const LINES = `coalesce(l."lines", 0) as "lines", coalesce(l."payments", 0)::bigint as "payments", coalesce(l."refunds", 0)::bigint as "refunds",
  coalesce(l."fees", 0)::bigint as "fees", coalesce(l."taxes", 0)::bigint as "taxes", coalesce(l."deductions", 0)::bigint as "deductions"`
const COLUMNS = `s."settlementId", s."state", s."utr", s."amount", s."updatedAtMs", s."foundAtMs", s."failure", s."refusal", ${LINES}`
const FROM = `left join lateral (
  select count(*) as "lines", sum("amount") filter (where "kind" = 'payment') as "payments", -sum("amount") filter (where "kind" = 'refund') as "refunds",
    sum("fee") as "fees", sum("tax") as "taxes", -sum("amount") filter (where "kind" = 'deduction') as "deductions"
  from galla.settlement_lines where "settlementId" = s."settlementId") l on true`

const KEYSET: Keyset = { columns: ['foundAtMs'], id: 'settlementId', type: 'text' }

/** One page of settlements, those that became known last first. @throws GatewayError INVALID_REQUEST */
export async function listSettlements(
  on: Queries,
  { search, state, after, limit }: ListSettlements,
): Promise<Page<Settlement>> {
  const filters = conditions()
  filters.add('"state" = ?', state)
  // A bank's statement may have the reference with more around it.
  filters.add(
    `strpos(lower("settlementId" || ' ' || coalesce("utr", '')), lower(?::text)) > 0`,
    search?.trim() || undefined,
  )
  startAfter(filters, KEYSET, after)
  const tail = orderAndLimit(filters, KEYSET, limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from (select "settlementId", "state", "utr", "amount", "updatedAtMs", "foundAtMs", "failure", "refusal" from galla.settlements ${filters.where} ${tail}) s ${FROM} order by s."foundAtMs" desc, s."settlementId" desc`,
    values: filters.values,
  })
  return pageOf(
    rows.map((row) => withoutNulls<Settlement>(row)),
    KEYSET,
    limit,
  )
}

/** Rows that are shown of a settlement. */
const MAX_ROWS = 1_000

/** A settlement with the sums of its rows. */
export async function settlementWithSums(on: Queries, settlementId: string): Promise<Settlement | undefined> {
  const { rows } = await on.query<object>({
    name: 'read-settlement',
    text: `select ${COLUMNS} from galla.settlements s ${FROM} where s."settlementId" = $1`,
    values: [settlementId],
  })
  return rows[0] && withoutNulls<Settlement>(rows[0])
}

/** A settlement with its first rows. */
export async function readSettlement(on: Queries, settlementId: string): Promise<SettlementDetail | undefined> {
  const [found, lines] = await Promise.all([
    settlementWithSums(on, settlementId),
    on.query<object>({
      name: 'lines-of-settlement',
      text: `select "kind", "type", "merchantOrderId", "transactionId", "amount", "fee", "tax", "settlementId", "utr", "settledOn"
        from galla.settlement_lines where "settlementId" = $1 order by "kind", "lineKey" limit ${MAX_ROWS}`,
      values: [settlementId],
    }),
  ])
  return found && { ...found, rows: lines.rows.map((line) => withoutNulls(line)) }
}
