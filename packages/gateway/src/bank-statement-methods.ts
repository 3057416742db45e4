import type {
  BankReport,
  ImportBankStatement,
  ImportedBankStatement,
} from '@galla/contract/gateway-api/bank-statements'

/** `gateway.bankStatements`: settlements beside the statements of your bank account. Every method rejects with a `GatewayError`: with DATABASE_FAILED when the database fails. */
export interface BankStatementMethods {
  /**
   * Imports a statement of your bank (CSV or camt.053), and compares its credits with the settlements. Lines of no settlement that do not name the
   * provider are counted, and not stored. The same file again changes nothing; files may overlap. The import is whole or not there.
   * @throws GatewayError INVALID_REQUEST with what is wrong with the file, SHUTTING_DOWN
   * @example
   * const { comparison } = await gateway.bankStatements.import({ name: 'november.csv', text: await readFile('november.csv', 'utf8') })
   */
  import(statement: ImportBankStatement): Promise<ImportedBankStatement>

  /**
   * Settlements beside all imported statements, and the statements.
   * @throws GatewayError SHUTTING_DOWN
   * @example
   * const { credited, missing, differing } = await gateway.bankStatements.report()
   */
  report(): Promise<BankReport>

  /**
   * Removes an imported statement with its lines: the file of another account, for example.
   * @throws GatewayError INVALID_REQUEST, NOT_FOUND, SHUTTING_DOWN
   * @example
   * await gateway.bankStatements.remove(statementId)
   */
  remove(statementId: number): Promise<void>
}
