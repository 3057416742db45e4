import type { Page } from '@galla/contract/gateway-api/orders'
import type {
  DayClose,
  ImportedReport,
  ImportedSettlements,
  ImportSettlements,
  ListSettlements,
  Settlement,
  SettlementDetail,
  SettlementReport,
} from '@galla/contract/gateway-api/settlements'
import type { ReadSettlements } from './services/settlements/read-settlements.ts'

/** `gateway.settlements`: what the provider has paid out to your bank. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface SettlementMethods {
  /**
   * Lists settlements, those that became known last first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { rows } = await gateway.settlements.list({ search: '516600000421' })
   */
  list(query?: ListSettlements): Promise<Page<Settlement>>

  /**
   * Reads a stored settlement with the rows of imported reports that belong to it, at most 1 000.
   * @returns The settlement, or undefined.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const settlement = await gateway.settlements.get(settlementId)
   */
  get(settlementId: string): Promise<SettlementDetail | undefined>

  /**
   * Captured − refunded − settled, payments without a settlement by age, and what differs.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const { difference, findings } = await gateway.settlements.report()
   */
  report(): Promise<SettlementReport>

  /**
   * Reads the provider's settlements now: the list of the last 14 days, and the status of each that is new or not processed. A worker does it each hour.
   * @throws GatewayError PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * await gateway.settlements.sync({ days: 60 })
   */
  sync(options?: {
    /** Days to list, at most 180: the provider lists six months. @default 14 */
    days?: number
  }): Promise<ReadSettlements>

  /**
   * Imports the settlement report of the provider's dashboard (CSV). Only the report says which settlement paid which payment, and its fees and taxes.
   * A file that is imported again, or overlaps with another one, changes nothing; an import that broke off is repeated.
   * @param onProgress called with the rows that are stored, and all rows
   * @throws GatewayError INVALID_REQUEST with what is wrong with the file, NOT_FOUND when the import was taken back meanwhile, SHUTTING_DOWN
   * @example
   * const { stored, settlements } = await gateway.settlements.importReport({ name: 'november.csv', text: await readFile('november.csv', 'utf8') })
   */
  importReport(report: ImportSettlements, onProgress?: (done: number, of: number) => void): Promise<ImportedSettlements>

  /**
   * The last 50 imports of settlement reports, the last first.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const [last] = await gateway.settlements.reports()
   */
  reports(): Promise<ImportedReport[]>

  /**
   * Takes the import of a wrong file back. Its rows are deleted; rows that another file has too come back when that file is imported again. Closed days
   * stay as they are: what they count of the rows is taken from the day that is closed next.
   * @returns The number of rows that were taken back.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.settlements.undoReport(7)
   */
  undoReport(reportId: number): Promise<{
    /** Number of deleted rows. */
    readonly rows: number
  }>
}

/** `gateway.dayCloses`: each day in Indian time, closed for good. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface DayCloseMethods {
  /**
   * Lists closes, the latest day first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { rows } = await gateway.dayCloses.list({ from: '2026-11-01', to: '2026-11-30' })
   */
  list(query?: {
    /** First day: `2026-11-01`. */
    from?: string
    /** Last day. */
    to?: string
    /** `next` of the page before. */
    after?: string
    /** Rows of the page, 1 to 500. @default 50 */
    limit?: number
  }): Promise<Page<DayClose>>

  /**
   * The close of a day.
   * @returns The close, or undefined while the day is open.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const close = await gateway.dayCloses.get('2026-11-22')
   */
  get(day: string): Promise<DayClose | undefined>

  /**
   * Closes as a CSV file in chunks, the oldest day first, amounts in paise and rupees; by default of all days.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * await writeFile('closes.csv', gateway.dayCloses.csv())
   */
  csv(days?: {
    /** First day: `2026-11-01`. */
    from?: string
    /** Last day. */
    to?: string
  }): AsyncIterable<string>

  /**
   * Closes every day that has been over for five minutes. A worker does it each minute.
   * @returns The days that were closed.
   * @throws GatewayError BUSY, SHUTTING_DOWN
   * @example
   * const closed = await gateway.dayCloses.closeDue()
   */
  closeDue(): Promise<DayClose[]>
}
