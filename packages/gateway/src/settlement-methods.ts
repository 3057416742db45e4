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

/**
 * `gateway.settlements`: the transfers of the provider to your bank account. A failed call rejects with a `GatewayError`. The code is
 * DATABASE_FAILED when the database fails.
 */
export interface SettlementMethods {
  /**
   * Lists settlements. The settlement that the gateway found last comes first.
   * @returns One page; `next` is the cursor of the following page.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const { rows } = await gateway.settlements.list({ search: '516600000421' })
   */
  list(query?: ListSettlements): Promise<Page<Settlement>>

  /**
   * Reads a stored settlement with its rows of imported reports, at most 1 000.
   * @returns The settlement, or `undefined` if no settlement has this id.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const settlement = await gateway.settlements.get(settlementId)
   */
  get(settlementId: string): Promise<SettlementDetail | undefined>

  /**
   * Reports captured − refunded − settled, payments without a settlement by age, and the differences.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const { difference, findings } = await gateway.settlements.report()
   */
  report(): Promise<SettlementReport>

  /**
   * Reads the provider's settlements now: the list of the last 14 days, and the status of each settlement that is new or not processed. A
   * worker does the same each hour.
   * @throws GatewayError PROVIDER_UNAVAILABLE, SHUTTING_DOWN
   * @example
   * await gateway.settlements.sync({ days: 60 })
   */
  sync(options?: {
    /** Number of past days to list, at most 180: the provider lists six months. @default 14 */
    days?: number
  }): Promise<ReadSettlements>

  /**
   * Imports the settlement report of the provider's dashboard (CSV). Only this report says which settlement paid which payment, and states
   * the fees and taxes. Files may overlap: rows that are stored already change nothing. After an interruption, import the file again.
   * @param onProgress called with the number of stored rows and the number of all rows
   * @throws GatewayError INVALID_REQUEST with the fault of the file, NOT_FOUND when the import was undone meanwhile, SHUTTING_DOWN
   * @example
   * const { stored, settlements } = await gateway.settlements.importReport({ name: 'november.csv', text: await readFile('november.csv', 'utf8') })
   */
  importReport(report: ImportSettlements, onProgress?: (done: number, of: number) => void): Promise<ImportedSettlements>

  /**
   * Lists the last 50 imports of settlement reports, latest first.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const [last] = await gateway.settlements.reports()
   */
  reports(): Promise<ImportedReport[]>

  /**
   * Undoes the import of a wrong file, and deletes the rows of the file. If another file has some of these rows too, import the other file
   * again. Closed days do not change: the next close subtracts the amounts of the deleted rows.
   * @returns The number of deleted rows.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.settlements.undoReport(7)
   */
  undoReport(reportId: number): Promise<{
    /** Number of deleted rows. */
    readonly rows: number
  }>
}

/**
 * `gateway.dayCloses`: the figures of each day in Indian time (IST), which never change once the day is closed. A failed call rejects with
 * a `GatewayError`. The code is DATABASE_FAILED when the database fails.
 */
export interface DayCloseMethods {
  /**
   * Lists closed days, latest day first.
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
    /** Cursor: `next` of the previous page. */
    after?: string
    /** Rows of the page, 1 to 500. @default 50 */
    limit?: number
  }): Promise<Page<DayClose>>

  /**
   * Reads the close of a day.
   * @returns The close, or `undefined` while the day is open.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * const close = await gateway.dayCloses.get('2026-11-22')
   */
  get(day: string): Promise<DayClose | undefined>

  /**
   * Yields the closed days as a CSV file, in chunks, oldest day first. Amounts are in paise and in rupees. Without `days`, the file has all
   * closed days.
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
   * Closes every day that ended at least five minutes ago. A worker does the same each minute.
   * @returns The days that were closed.
   * @throws GatewayError BUSY, SHUTTING_DOWN
   * @example
   * const closed = await gateway.dayCloses.closeDue()
   */
  closeDue(): Promise<DayClose[]>
}
