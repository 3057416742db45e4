import type { BankReport } from '@galla/contract/gateway-api/bank-statements'
import type { BankStatementMethods } from '../../bank-statement-methods.ts'
import { callerOf, type GatewayContext } from '../../context.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'
import { compareWithBank } from '../../storage/statements/bank-comparison.ts'
import { deleteStatement, listStatements } from '../../storage/statements/bank-statements.ts'
import { countFindings } from '../settlements/watch-settlements.ts'
import { importBankStatement } from './import-statement.ts'

/** @param reading the context whose connections are for reads of the caller */
export function bankStatementMethods(
  context: GatewayContext,
  reading: GatewayContext,
  during: <Result>(work: () => Promise<Result>) => Promise<Result>,
): { readonly bankStatements: BankStatementMethods } {
  return {
    bankStatements: {
      import: (statement) =>
        during(() => context.imports.run(callerOf(context), () => importBankStatement(context, statement))),
      report: () => during(() => bankReport(reading)),
      remove: (statementId) => during(() => removeStatement(context, statementId)),
    },
  }
}

const bankReport = ({ database }: Pick<GatewayContext, 'database'>): Promise<BankReport> =>
  inWholeTables(database, async (tx) => ({
    statements: await listStatements(tx),
    ...(await compareWithBank(tx)),
  }))

async function removeStatement(context: GatewayContext, statementId: number): Promise<void> {
  if (!Number.isSafeInteger(statementId) || statementId < 1)
    throw invalid('statementId', 'must be the number of a statement: the list of imported statements shows it')
  await context.database.transaction(async (tx) => {
    const name = await deleteStatement(tx, statementId)
    if (name === undefined) throw new GatewayError('NOT_FOUND', `There is no bank statement ${statementId}`)
    await writeAudit(
      { ...context, database: tx },
      { atMs: context.clock.now(), what: 'removed', kind: 'bank-statement', id: String(statementId), detail: name },
    )
  })
  await countFindings(context)
}
