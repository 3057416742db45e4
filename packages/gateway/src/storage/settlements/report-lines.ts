import type { ImportedReport, ImportedSettlements, SettlementLine } from '@galla/contract/gateway-api/settlements'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'
import { BY_UTR } from './settlements.ts'

/** A row with the key that is the same in every file. */
export interface KeyedLine extends SettlementLine {
  readonly lineKey: string
}

export async function insertReport(
  on: Queries,
  { name, digest, importedBy, nowMs }: { name: string; digest: string; importedBy: string | undefined; nowMs: number },
): Promise<number> {
  const { rows } = await on.query<{ reportId: number }>({
    text: `insert into galla.settlement_reports ("name", "digest", "importedBy", "importedAtMs") values ($1, $2, $3, $4) returning "reportId"`,
    values: [name, digest, importedBy, nowMs],
  })
  return rows[0]?.reportId ?? 0
}

/**
 * Locks an import until the end of the transaction: whoever takes an import back waits, and no settlement that a row names is deleted.
 * @returns false when the import is taken back
 */
export async function lockReport(tx: Queries, reportId: number): Promise<boolean> {
  const { rows } = await tx.query({
    text: 'select from galla.settlement_reports where "reportId" = $1 and "undoneAtMs" is null for share',
    values: [reportId],
  })
  return rows.length === 1
}

/** Stores rows, tied to the settlements that are known; rows that are stored already change nothing. @returns how many are new */
export async function insertLines(
  on: Queries,
  reportId: number,
  lines: readonly KeyedLine[],
  nowMs: number,
): Promise<number> {
  const { rowCount } = await on.query({
    text: `insert into galla.settlement_lines ("lineKey", "reportId", "atMs", "kind", "type", "merchantOrderId", "transactionId", "amount", "fee", "tax",
        "settlementId", "utr", "settledOn")
      select n."lineKey", $2, $3, n."kind", n."type", n."merchantOrderId", n."transactionId", n."amount", n."fee", n."tax",
        coalesce(s."settlementId", u."settlementId"), n."utr", n."settledOn"
      from jsonb_to_recordset($1::jsonb) as n("lineKey" text, "kind" text, "type" text, "merchantOrderId" text, "transactionId" text, "amount" bigint,
        "fee" bigint, "tax" bigint, "settlementId" text, "utr" text, "settledOn" text)
      left join galla.settlements s on s."settlementId" = n."settlementId"
      left join (${BY_UTR}) u on u."utr" = n."utr"
      order by n."lineKey" on conflict ("lineKey") do nothing`,
    values: [JSON.stringify(lines), reportId, nowMs],
  })
  return rowCount ?? 0
}

/** Adds to stored rows the transfer that a later file names, and the import of that file. The rows are locked in the order of their keys. */
export async function nameTransfers(tx: Queries, reportId: number, lines: readonly KeyedLine[]): Promise<void> {
  await tx.query({
    text: `with "found" as (
        select l."lineKey", s."settlementId", n."utr", coalesce(l."settledOn", n."settledOn") as "settledOn",
          l."settledOn" is null as "dayIsNamed"
        from jsonb_to_recordset($1::jsonb) as n("lineKey" text, "settlementId" text, "utr" text, "settledOn" text)
        join galla.settlement_lines l on l."lineKey" = n."lineKey" left join galla.settlements s on s."settlementId" = n."settlementId"
        where l."settlementId" is null and l."utr" is null and coalesce(s."settlementId", n."utr") is not null
        order by l."lineKey" for no key update of l)
      update galla.settlement_lines l set "settlementId" = f."settlementId", "utr" = f."utr", "settledOn" = f."settledOn", "dayIsNamed" = f."dayIsNamed",
        "namedBy" = $2 from "found" f where l."lineKey" = f."lineKey"`,
    values: [JSON.stringify(lines), reportId],
  })
}

/** Imports, the last first. */
export async function listReports(on: Queries): Promise<ImportedReport[]> {
  const { rows } = await on.query<object>({
    text: `select r."reportId", r."name", r."importedBy", r."importedAtMs", r."undoneBy", r."undoneAtMs",
        (select count(*) from galla.settlement_lines l where l."reportId" = r."reportId") as "rows"
      from galla.settlement_reports r order by r."reportId" desc limit ${LISTED_REPORTS}`,
  })
  return rows.map((row) => withoutNulls<ImportedReport>(row))
}

/** Imports of a list. */
const LISTED_REPORTS = 50

/**
 * Takes an import back: its rows are deleted, rows of other imports lose the transfer that it has named, and the settlements that only it has named are
 * deleted. Imports wait meanwhile. The rows are locked in the order of their keys.
 * @returns how many rows were deleted; undefined without an import of this id that is not taken back
 */
export async function deleteReport(
  tx: Queries,
  { reportId, by, nowMs }: { reportId: number; by: string | undefined; nowMs: number },
): Promise<number | undefined> {
  await tx.query({ text: 'lock table galla.settlement_reports in exclusive mode' })
  const { rowCount } = await tx.query({
    text: `update galla.settlement_reports set "undoneAtMs" = $2, "undoneBy" = $3 where "reportId" = $1 and "undoneAtMs" is null`,
    values: [reportId, nowMs, by],
  })
  if (rowCount === 0) return undefined
  const { rowCount: deleted } = await tx.query({
    text: `with "mine" as (select "lineKey" from galla.settlement_lines where "reportId" = $1 order by "lineKey" for update)
      delete from galla.settlement_lines l using "mine" m where l."lineKey" = m."lineKey"`,
    values: [reportId],
  })
  await tx.query({
    text: `with "named" as (select "lineKey" from galla.settlement_lines where "namedBy" = $1 order by "lineKey" for no key update)
      update galla.settlement_lines l set "settlementId" = null, "utr" = null, "namedBy" = null,
        "settledOn" = case when not "dayIsNamed" then "settledOn" end, "dayIsNamed" = false
      from "named" n where l."lineKey" = n."lineKey"`,
    values: [reportId],
  })
  // Also those of imports that were taken back before, of which this one had the last row.
  await tx.query({
    text: `delete from galla.settlements s using galla.settlement_reports r where r."reportId" = s."namedBy" and r."undoneAtMs" is not null
      and not exists (select from galla.settlement_lines l where l."settlementId" = s."settlementId")`,
  })
  return deleted ?? 0
}

/** Number of these rows that are stored. */
export async function countKnown(on: Queries, keys: readonly string[]): Promise<number> {
  const { rows } = await on.query<{ count: number }>({
    text: 'select count(*) as "count" from galla.settlement_lines where "lineKey" = any($1)',
    values: [keys],
  })
  return rows[0]?.count ?? 0
}

type Group = ImportedSettlements['settlements'][number]

/** The settlements that groups of rows name, with the amounts that the provider has reported. */
export async function settlementsOf(on: Queries, groups: readonly Group[]): Promise<Group[]> {
  const { rows } = await on.query<{ at: number; settlementId: string; amount: number | null }>({
    text: `select n."at", min(s."settlementId") as "settlementId", min(s."amount") as "amount"
      from jsonb_to_recordset($1::jsonb) as n("at" integer, "settlementId" text, "utr" text)
      join galla.settlements s on s."settlementId" = n."settlementId" or n."settlementId" is null and s."utr" = n."utr"
      group by 1 having count(*) = 1`,
    values: [JSON.stringify(groups.map(({ settlementId, utr }, at) => ({ at, settlementId, utr })))],
  })
  const found = new Map(rows.map((row) => [row.at, row]))
  return groups.map(({ settlementId: _, ...group }, at) => {
    const known = found.get(at)
    if (!known) return group
    const { settlementId, amount } = known
    return { ...group, settlementId, ...(amount !== null && { amount: amount as NonNullable<Group['amount']> }) }
  })
}
