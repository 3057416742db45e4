import type { ImportBankStatement } from '@galla/contract/gateway-api/bank-statements'
import { CONSOLE_SETTLEMENT_BYTES } from '@galla/contract/gateway-api/settlements'
import { z } from 'zod'
import { invalid } from '../../errors.ts'
import { bankStatementMethods } from '../../services/statements/methods.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'

const methodsOf = ({ gateway }: Pick<ConsoleContext, 'gateway'>) =>
  bankStatementMethods(gateway, gateway, (work) => work()).bankStatements

const STATEMENT = z.strictObject({
  name: z.string(),
  text: z.string(),
  preview: z.exactOptional(z.boolean()),
}) satisfies z.ZodType<ImportBankStatement>

export const bankStatementRoutes = {
  'GET /bank-statements': { handle: ({ context }) => methodsOf(context).report() },
  'POST /bank-statements': {
    body: STATEMENT,
    async handle({ context, body }) {
      if (Buffer.byteLength(body.text) > CONSOLE_SETTLEMENT_BYTES)
        throw invalid('text', 'must have at most 8 MiB: import a larger file with galla statements import <file>')
      return methodsOf(context).import(body)
    },
  },
  'DELETE /bank-statements/:statementId': {
    async handle({ context, params: { statementId = '' } }) {
      await methodsOf(context).remove(/^\d{1,15}$/.test(statementId) ? Number(statementId) : 0)
      return { removed: true }
    },
  },
} satisfies HandlersOf<'GET /bank-statements' | 'POST /bank-statements' | 'DELETE /bank-statements/:statementId'>
