import type { BankStatement } from '@galla/contract/gateway-api/bank-statements'
import type { StatementLine } from '../../domain/statements/statement-line.ts'
import type { Queries } from '../database.ts'
import { PAID_OUT, REFERENCES } from './bank-matches.ts'

/** A file to store. */
export interface NewStatement {
  readonly name: string
  readonly digest: string
  readonly fromDay: string
  readonly toDay: string
  readonly importedBy: string | undefined
  readonly importedAtMs: number
}

/** Stores a file, or finds the row of the same file. Another import of the same file waits until this transaction ends. */
export async function insertStatement(on: Queries, statement: NewStatement): Promise<number> {
  const { name, digest, fromDay, toDay, importedBy, importedAtMs } = statement
  const { rows } = await on.query<{ statementId: number }>({
    name: 'insert-bank-statement',
    text: `insert into galla.bank_statements ("name", "digest", "fromDay", "toDay", "importedBy", "importedAtMs") values ($1, $2, $3, $4, $5, $6)
      on conflict ("digest") do update set "digest" = excluded."digest" returning "statementId"`,
    values: [name, digest, fromDay, toDay, importedBy, importedAtMs],
  })
  const [row] = rows
  if (!row) throw new Error('The statement was not stored')
  return row.statementId
}

/** A line that is the only credit of its amount and day in its file may belong to a settlement without their having a reference in common. */
export interface CandidateLine extends StatementLine {
  readonly alone: boolean
}

/**
 * Stores the lines that name the provider, have the UTR of a settlement, or have the amount and the day of one settlement. The references of a line that has
 * nothing but the amount are about somebody else, and are not stored.
 * @returns the lines that are new
 */
export async function insertStatementLines(
  on: Queries,
  statementId: number,
  lines: readonly CandidateLine[],
): Promise<number> {
  const { rowCount } = await on.query({
    text: `with ${REFERENCES}, ${PAID_OUT},
      "given" as (select n."line", n."day", n."amount", n."references", n."namesProvider", n."alone" from jsonb_to_recordset($2::jsonb) as n("line" integer, "day" text, "amount" bigint, "references" text[], "namesProvider" boolean, "alone" boolean)),
      "named" as (select distinct n."line" from "given" n cross join lateral unnest(n."references") as w("ref") join "refs" r on r."ref" = w."ref"),
      "single" as (select "day", "amount" from "paidOut" group by 1, 2 having count(*) = 1)
      insert into galla.bank_statement_lines ("statementId", "line", "day", "amount", "references", "namesProvider")
      select $1, g."line", g."day", g."amount", case when g."namesProvider" or n."line" is not null then g."references" else '{}' end, g."namesProvider"
      from "given" g left join "named" n on n."line" = g."line" left join "single" s on s."day" = g."day" and s."amount" = g."amount" and g."alone"
      where g."namesProvider" or n."line" is not null or s."day" is not null
      order by g."line" on conflict do nothing`,
    values: [statementId, JSON.stringify(lines)],
  })
  return rowCount ?? 0
}

/** Lines that are stored of a file. */
export async function countStatementLines(on: Queries, statementId: number): Promise<number> {
  const { rows } = await on.query<{ count: number }>({
    name: 'count-bank-statement-lines',
    text: 'select count(*) as "count" from galla.bank_statement_lines where "statementId" = $1',
    values: [statementId],
  })
  return rows[0]?.count ?? 0
}

/** Deletes a file with its lines. @returns its name; undefined when there is no such file */
export async function deleteStatement(on: Queries, statementId: number): Promise<string | undefined> {
  const { rows } = await on.query<{ name: string }>({
    name: 'delete-bank-statement',
    text: 'delete from galla.bank_statements where "statementId" = $1 returning "name"',
    values: [statementId],
  })
  return rows[0]?.name
}

/** Files that are listed. */
const LISTED_STATEMENTS = 50

/** The files of the latest days. */
export async function listStatements(on: Queries): Promise<BankStatement[]> {
  const { rows } = await on.query<BankStatement>({
    name: 'list-bank-statements',
    text: `select "statementId", "name", "fromDay", "toDay", "importedAtMs",
        (select count(*) from galla.bank_statement_lines l where l."statementId" = s."statementId") as "lines"
      from galla.bank_statements s order by "toDay" desc, "statementId" desc limit ${LISTED_STATEMENTS}`,
  })
  return rows
}
