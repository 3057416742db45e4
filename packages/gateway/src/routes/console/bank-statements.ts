import { BANK_STATEMENT } from '../../http/uploaded-files.ts'
import { IN_TURN } from '../../services/finance/imported-files.ts'
import { bankStatementMethods } from '../../services/statements/methods.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'

const methodsOf = ({ gateway }: Pick<ConsoleContext, 'gateway'>) =>
  bankStatementMethods({ ...gateway, imports: IN_TURN }, gateway, (work) => work()).bankStatements

export const bankStatementRoutes = {
  'GET /bank-statements': { handle: ({ context }) => methodsOf(context).report() },
  'POST /bank-statements': {
    body: BANK_STATEMENT,
    handle: ({ context, body }) => methodsOf(context).import(body),
  },
  'DELETE /bank-statements/:statementId': {
    async handle({ context, params: { statementId = '' } }) {
      await methodsOf(context).remove(/^\d{1,15}$/.test(statementId) ? Number(statementId) : 0)
      return { removed: true }
    },
  },
} satisfies HandlersOf<'GET /bank-statements' | 'POST /bank-statements' | 'DELETE /bank-statements/:statementId'>
