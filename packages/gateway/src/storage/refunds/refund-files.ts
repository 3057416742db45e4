import type { Page } from '@galla/contract/gateway-api/orders'
import type {
  RefundFile,
  RefundFileRow,
  RefundRowPlan,
  RefundRowResult,
  RowSum,
} from '@galla/contract/gateway-api/refund-files'
import type { Paise } from '@galla/contract/money'
import type { Queries } from '../database.ts'
import { addUp, sumOf } from '../finance/sums.ts'
import { type Claim, claimDue, type Leased } from '../leases.ts'
import { conditions, type Keyset, orderAndLimit, type PageQuery, pageOf, startAfter } from '../list-query.ts'
import { withoutNulls } from '../orders/orders.ts'
import { decrypted, encrypted } from '../privacy/encrypted-columns.ts'

/** A row of `galla.refund_files`. */
export interface RefundFileRecord {
  readonly fileId: string
  readonly name: string
  readonly digest: string
  readonly uploadedBy: string
  readonly createdAtMs: number
  readonly startedBy?: string
  readonly startedById?: string
  readonly startedFrom?: string
  readonly startedAtMs?: number
  readonly finishedAtMs?: number
}

/** A row to store, before it has a result. */
export type NewFileRow = Omit<RefundFileRow, 'result' | 'code' | 'message' | 'state'>

/** An encrypted note is bound to the file and its line. */
function encryptedRow(on: Queries, fileId: string, row: NewFileRow): object {
  return encrypted(on, 'refund_file_rows', { ...row, fileId })
}

function openRow<Row extends object>(on: Queries, fileId: string, found: object): Row {
  const { fileId: _, ...row } = decrypted(on, 'refund_file_rows', { ...withoutNulls<Row>(found), fileId })
  return row as unknown as Row
}

export async function insertRefundFile(
  tx: Queries,
  file: RefundFileRecord,
  rows: readonly NewFileRow[],
): Promise<void> {
  await tx.query({
    text: `insert into galla.refund_files ("fileId", "name", "digest", "uploadedBy", "createdAtMs") values ($1, $2, $3, $4, $5)`,
    values: [file.fileId, file.name, file.digest, file.uploadedBy, file.createdAtMs],
  })
  await tx.query({
    text: `insert into galla.refund_file_rows ("fileId", "createdAtMs", "line", "merchantOrderId", "paid", "refundable", "amount", "reason", "note", "merchantRefundId", "plan", "column")
      select $1, $2, r."line", r."merchantOrderId", r."paid", r."refundable", r."amount", r."reason", r."note", r."merchantRefundId", r."plan", r."column"
      from jsonb_to_recordset($3::jsonb) r("line" integer, "merchantOrderId" text, "paid" bigint, "refundable" bigint, "amount" bigint,
        "reason" text, "note" text, "merchantRefundId" text, "plan" text, "column" text)`,
    values: [file.fileId, file.createdAtMs, JSON.stringify(rows.map((row) => encryptedRow(tx, file.fileId, row)))],
  })
}

const FILE_COLUMNS = `"fileId", "name", "digest", "uploadedBy", "createdAtMs", "startedBy", "startedById", "startedFrom", "startedAtMs", "finishedAtMs"`

/** Those that are being run, then the newest; 50 at most. */
export async function listRefundFiles(on: Queries): Promise<RefundFile[]> {
  const { rows } = await on.query<object>({
    text: `select ${FILE_COLUMNS} from galla.refund_files
      order by "startedAtMs" is not null and "finishedAtMs" is null desc, "createdAtMs" desc, "fileId" desc limit 50`,
  })
  return withSums(
    on,
    rows.map((row) => withoutNulls<RefundFileRecord>(row)),
  )
}

export async function readRefundFile(on: Queries, fileId: string): Promise<RefundFile | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${FILE_COLUMNS} from galla.refund_files where "fileId" = $1`,
    values: [fileId],
  })
  return (
    await withSums(
      on,
      rows.map((row) => withoutNulls<RefundFileRecord>(row)),
    )
  )[0]
}

interface Counted {
  readonly fileId: string
  readonly plan: RefundRowPlan
  readonly result: RefundRowResult | null
  readonly rows: number
  readonly amount: number
}

async function withSums(on: Queries, files: readonly RefundFileRecord[]): Promise<RefundFile[]> {
  const { rows } = await on.query<Counted>({
    text: `select "fileId", "plan", "result", count(*) as "rows", ${sumOf('"amount"')} as "amount"
      from galla.refund_file_rows where "fileId" = any($1) group by "fileId", "plan", "result"`,
    values: [files.map(({ fileId }) => fileId)],
  })
  return files.map(({ startedById: _id, startedFrom: _from, ...file }) => {
    const counted = rows.filter(({ fileId }) => fileId === file.fileId)
    const sumOf = (matches: (one: Counted) => boolean): RowSum =>
      counted
        .filter(matches)
        .reduce((sum, one) => ({ rows: sum.rows + one.rows, amount: addUp([sum.amount, one.amount]) as Paise }), {
          rows: 0,
          amount: 0 as Paise,
        })
    const resultOf = (result: RefundRowResult) => sumOf((one) => one.result === result)
    const isToRun = ({ plan }: Counted) => plan === 'refund' || plan === 'approval'
    return {
      ...file,
      rows: sumOf(() => true).rows,
      toRefund: sumOf(isToRun),
      toApprove: sumOf(({ plan }) => plan === 'approval'),
      existing: sumOf(({ plan }) => plan === 'exists'),
      wrong: sumOf((one) => !isToRun(one) && one.plan !== 'exists').rows,
      done: sumOf(({ result }) => result !== null).rows,
      results: {
        requested: resultOf('requested'),
        waiting: resultOf('waiting'),
        existed: resultOf('existed'),
        refused: resultOf('refused'),
        stopped: resultOf('stopped'),
      },
    }
  })
}

const KEYSET: Keyset = { columns: [], id: 'line', type: 'bigint', ascending: true }

/** One page of rows, in the order of the file, with the state of their refunds now. */
export async function listFileRows(
  on: Queries,
  fileId: string,
  query: PageQuery & { readonly show?: string },
): Promise<Page<RefundFileRow>> {
  const filters = conditions()
  filters.add('f."fileId" = ?', fileId)
  if (query.show === 'wrong')
    filters.addRaw(`(f."plan" not in ('refund', 'approval', 'exists') or f."result" = 'refused')`)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select f."line", f."merchantOrderId", f."paid", f."refundable", f."amount", f."reason", f."note", f."merchantRefundId", f."plan", f."column",
        f."result", f."code", f."message", r."state"
      from galla.refund_file_rows f left join galla.refunds r on r."merchantRefundId" = f."merchantRefundId" and r."merchantOrderId" = f."merchantOrderId"
      ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => openRow<RefundFileRow>(on, fileId, row)) }
}

/** Starts a file once; false when it was started, or is not known. */
export async function startFile(
  tx: Queries,
  fileId: string,
  by: { readonly name: string; readonly userId: string; readonly address: string | undefined; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update galla.refund_files set "startedBy" = $2, "startedById" = $3, "startedFrom" = $4, "startedAtMs" = $5, "nextRunAtMs" = $5
      where "fileId" = $1 and "startedAtMs" is null`,
    values: [fileId, by.name, by.userId, by.address, by.nowMs],
  })
  return rowCount === 1
}

/**
 * Ends a file that is being run; its other rows are not run. One whose refund was requested by a process that died before it stored that
 * says so. False when it is not being run.
 */
export async function endFile(
  tx: Queries,
  fileId: string,
  rest: { readonly result: RefundRowResult; readonly code?: string; readonly message?: string; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update galla.refund_files set "finishedAtMs" = $2, "nextRunAtMs" = null, "leasedUntil" = null
      where "fileId" = $1 and "startedAtMs" is not null and "finishedAtMs" is null`,
    values: [fileId, rest.nowMs],
  })
  if (rowCount !== 1) return false
  await tx.query({
    text: `update galla.refund_file_rows w set "note" = null, ("result", "code", "message") = (
        select coalesce(case when r."createdAtMs" < f."startedAtMs" then 'existed' when r."approval" is not null then 'waiting'
            when r."merchantRefundId" is not null then 'requested' end, $2),
          case when r."merchantRefundId" is null then $3 end, case when r."merchantRefundId" is null then $4 end
        from galla.refund_files f left join galla.refunds r
          on r."merchantRefundId" = w."merchantRefundId" and r."merchantOrderId" = w."merchantOrderId" and r."amount" = w."amount"
        where f."fileId" = $1)
      where w."fileId" = $1 and w."result" is null and w."plan" in ('refund', 'approval')`,
    values: [fileId, rest.result, rest.code, rest.message],
  })
  return true
}

export async function claimDueFiles(on: Queries, claim: Claim): Promise<(RefundFileRecord & Leased)[]> {
  const rows = await claimDue<object>(on, 'refund_files', claim, { name: 'claim-refund-files', columns: FILE_COLUMNS })
  return rows.map((row) => withoutNulls<RefundFileRecord & Leased>(row))
}

/** A row that waits for its turn. */
export type RowToRun = Pick<RefundFileRow, 'line' | 'reason' | 'note'> & {
  /** As the preview showed it. */
  readonly plan: 'refund' | 'approval'
  readonly merchantOrderId: string
  readonly merchantRefundId: string
  readonly amount: Paise
}

/** The next row of a file that is being run, and whether this worker still runs it. */
export async function nextFileRow(on: Queries, fileId: string, leaseToken: number): Promise<RowToRun | undefined> {
  const { rows } = await on.query<object>({
    name: 'next-file-row',
    text: `select r."line", r."merchantOrderId", r."merchantRefundId", r."amount", r."reason", r."note", r."plan"
      from galla.refund_file_rows r join galla.refund_files f on f."fileId" = r."fileId"
      where r."fileId" = $1 and f."leaseToken" = $2 and f."finishedAtMs" is null and r."result" is null and r."plan" in ('refund', 'approval')
      order by r."line" limit 1`,
    values: [fileId, leaseToken],
  })
  return rows[0] && openRow<RowToRun>(on, fileId, rows[0])
}

/** Tells whether this worker still runs the file. Until the transaction ends, nobody can stop the file and no other worker can claim the file. */
export async function keepFile(tx: Queries, fileId: string, leaseToken: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'keep-refund-file',
    text: `select 1 from galla.refund_files where "fileId" = $1 and "leaseToken" = $2 and "finishedAtMs" is null for share`,
    values: [fileId, leaseToken],
  })
  return rowCount === 1
}

/** Saves the result of a row, unless another worker has the file or the file was stopped. From now on the refund has the row's note. */
export async function saveRowResult(
  on: Queries,
  { fileId, leaseToken, line }: { readonly fileId: string; readonly leaseToken: number; readonly line: number },
  result: { readonly result: RefundRowResult; readonly code?: string; readonly message?: string },
): Promise<void> {
  await on.query({
    name: 'save-row-result',
    text: `update galla.refund_file_rows r set "result" = $4, "code" = $5, "message" = $6, "note" = null from galla.refund_files f
      where r."fileId" = $1 and r."line" = $3 and r."result" is null and f."fileId" = $1 and f."leaseToken" = $2 and f."finishedAtMs" is null`,
    values: [fileId, leaseToken, line, result.result, result.code, result.message],
  })
}

/** Ends a file whose rows all have a result, unless another worker has it. */
export async function finishFile(on: Queries, fileId: string, leaseToken: number, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'finish-refund-file',
    text: `update galla.refund_files set "finishedAtMs" = $3, "nextRunAtMs" = null, "leasedUntil" = null
      where "fileId" = $1 and "leaseToken" = $2 and "finishedAtMs" is null`,
    values: [fileId, leaseToken, nowMs],
  })
  return rowCount === 1
}
