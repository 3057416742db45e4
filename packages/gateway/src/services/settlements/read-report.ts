import { createHash } from 'node:crypto'
import {
  type Counted,
  type ImportedSettlements,
  SETTLEMENT_FILE,
  type SettlementLine,
} from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import { defined } from '../../domain/defined.ts'
import {
  columnsOfReport,
  type FeeSign,
  feeSignOf,
  identityOfLine,
  type ReportColumns,
  type ReportRow,
  readReportRow,
  toLines,
} from '../../domain/settlements/report-file.ts'
import { type GatewayError, invalidFile } from '../../errors.ts'
import type { KeyedLine } from '../../storage/settlements/report-lines.ts'
import { csvSlices, inSlices } from './csv-slices.ts'

/** Lines above the heading that are skipped. */
const LINES_ABOVE = 20

interface ReadReport {
  readonly columns: ReportColumns
  readonly rows: readonly ReportRow[]
  readonly problems: ImportedSettlements['problems']
}

/** Reads a CSV file, slice by slice. Lines above the heading are skipped. @throws GatewayError INVALID_REQUEST */
export async function readReport(text: string): Promise<ReadReport> {
  const above: string[][] = []
  const rows: ReportRow[] = []
  const problems: ImportedSettlements['problems'] = []
  let columns: ReportColumns | undefined
  let line = 0
  const read = (cells: string[]) => {
    line += 1
    if (!columns) {
      const found = columnsOfReport(cells)
      if ('twice' in found)
        throw invalidFile(
          { code: 'column-twice', column: found.twice },
          `has a column twice: ${found.twice}. Remove one`,
        )
      if (!('missing' in found)) columns = found
      else if (above.push(cells) === LINES_ABOVE) throw headingError(above)
      return
    }
    if (rows.length + problems.length === SETTLEMENT_FILE.maxRows)
      throw invalidFile(
        { code: 'too-many-rows', limit: SETTLEMENT_FILE.maxRows },
        `has more than ${SETTLEMENT_FILE.maxRows} rows: split the file`,
      )
    const row = readReportRow(columns, cells, line)
    if (typeof row === 'string') problems.push({ line, problem: row })
    else if (row) rows.push(row)
  }
  await csvSlices(text.replace(/^\uFEFF/, ''), (slice) => {
    const broken = slice.errors.find(({ type }) => type === 'Quotes')
    if (broken || slice.endless) {
      const row = line + (broken?.row ?? 0) + 1
      throw invalidFile({ code: 'quotes', row }, `has quotes that do not match in row ${row}: nothing was read`)
    }
    for (const cells of slice.rows) read(cells)
  })
  if (!columns) throw headingError(above)
  if (rows.length + problems.length === 0)
    throw invalidFile({ code: 'empty' }, 'has no completed transaction below the heading')
  return { columns, rows, problems }
}

const EXAMPLES = {
  amount: 'transaction_amount or Amount',
  type: 'transaction_type or PaymentType',
  order: 'merchant_order_id or MerchantReferenceId',
} as const

/** @param lines those above what should be the heading; the first says which column is missing */
function headingError([first = []]: readonly string[][]): GatewayError {
  const found = columnsOfReport(first)
  const missing = 'missing' in found ? found.missing : 'amount'
  const column = EXAMPLES[missing as keyof typeof EXAMPLES]
  return invalidFile(
    { code: 'missing-column', column },
    `has no column ${column}: export the settlement report of the dashboard as CSV`,
  )
}

/** The sums of a report, and of what names its settlements. */
type Sums = Pick<ImportedSettlements, 'payments' | 'refunds' | 'deductions' | 'fees' | 'taxes'>
type Group = ImportedSettlements['settlements'][number]

/** The rows of a report as they are stored, and what they add up to. */
interface ReportLines {
  readonly lines: readonly KeyedLine[]
  readonly sums: Sums
  readonly groups: readonly Group[]
}

/** Adds up the rows, and gives each its key, slice by slice. Equal rows of a file differ by their number. */
export async function linesOfReport(
  rows: readonly ReportRow[],
  feeSign: FeeSign = feeSignOf(rows),
): Promise<ReportLines> {
  const occurrences = new Map<string, number>()
  const groups = new Map<string, Group>()
  const lines: KeyedLine[] = []
  const sums = { ...counters(), fees: 0 as Paise, taxes: 0 as Paise }
  await inSlices(rows, (slice) => {
    for (const line of toLines(slice, feeSign)) {
      lines.push({ ...line, lineKey: keyOf(line, occurrences) })
      addTo(sums, line)
      addToGroup(groups, line)
    }
  })
  return { lines, sums, groups: [...groups.values()] }
}

const counters = () => ({
  payments: { count: 0, amount: 0 as Paise },
  refunds: { count: 0, amount: 0 as Paise },
  deductions: { count: 0, amount: 0 as Paise },
})

function keyOf(line: SettlementLine, occurrences: Map<string, number>): string {
  const same = identityOfLine(line, 0)
  const occurrence = occurrences.get(same) ?? 0
  occurrences.set(same, occurrence + 1)
  return createHash('sha256').update(identityOfLine(line, occurrence)).digest('base64url')
}

/** Refunds and deductions are counted as what they take away. */
const COUNTED = { payment: ['payments', 1], refund: ['refunds', -1], deduction: ['deductions', -1] } as const

function addTo(sums: Sums, { kind, amount, fee, tax }: SettlementLine): void {
  const [name, sign] = COUNTED[kind]
  const counted: Counted = sums[name]
  counted.count += 1
  counted.amount = plus(counted.amount, sign * amount)
  sums.fees = plus(sums.fees, fee)
  sums.taxes = plus(sums.taxes, tax)
}

const plus = (sum: Paise, paise: number): Paise => (sum + paise) as Paise

function addToGroup(
  groups: Map<string, Group>,
  { settlementId, utr, settledOn, amount, fee, tax }: SettlementLine,
): void {
  const key = settlementId ?? utr ?? settledOn ?? ''
  const group = groups.get(key) ?? { ...defined({ settlementId, utr, settledOn }), sum: 0 as Paise }
  group.sum = plus(group.sum, amount - fee - tax)
  groups.set(key, group)
}
