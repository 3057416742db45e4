import type {
  BankReport,
  ImportBankStatement,
  ImportedBankStatement,
} from '@galla/contract/gateway-api/bank-statements'

/**
 * `gateway.bankStatements`: compares settlements with the statements of your bank account. A failed call rejects with a `GatewayError`. The
 * code is DATABASE_FAILED when the database fails.
 */
export interface BankStatementMethods {
  /**
   * Imports a statement of your bank (CSV or camt.053), and compares its credits with the settlements. A line that belongs to no settlement
   * and does not name the provider is counted, not stored. A second import of a file changes nothing, and files may overlap. A file is
   * imported as a whole or not at all.
   * @throws GatewayError INVALID_REQUEST with the fault of the file, SHUTTING_DOWN
   * @example
   * const { comparison } = await gateway.bankStatements.import({ name: 'november.csv', text: await readFile('november.csv', 'utf8') })
   */
  import(statement: ImportBankStatement): Promise<ImportedBankStatement>

  /**
   * Compares settlements with all imported statements, and lists the statements.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const { credited, missing, differing } = await gateway.bankStatements.report()
   */
  report(): Promise<BankReport>

  /**
   * Removes an imported statement with its lines, for example the statement of another account.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.bankStatements.remove(statementId)
   */
  remove(statementId: number): Promise<void>
}
