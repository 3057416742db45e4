import type { FinanceDays, LedgerQuery } from '@galla/contract/gateway-api/finance'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { Context } from 'hono'
import { z } from 'zod'
import { checkQuery } from '../../http/request.ts'
import { page, text } from '../../http/schemas.ts'
import { financeCsv, financeEntries, financeReport } from '../../services/finance/finance.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'
import { download } from './download.ts'

const DAYS = { from: z.exactOptional(text), to: z.exactOptional(text) }
const DAYS_QUERY = z.strictObject(DAYS) satisfies z.ZodType<FinanceDays>

export const financeRoutes = {
  'GET /finance': { query: DAYS_QUERY, handle: ({ context, query }) => financeReport(context.gateway, query) },
  'GET /ledger': {
    query: z.strictObject({
      ...DAYS,
      group: z.exactOptional(z.enum(['collected', 'late-or-twice', 'refunded', 'automatic'])),
      ...page,
    }) satisfies z.ZodType<ParsedQuery<LedgerQuery>>,
    handle: ({ context, query }) => financeEntries(context.gateway, query),
  },
} satisfies HandlersOf<'GET /finance' | 'GET /ledger'>

/** Streams the totals of days as CSV. */
export async function streamFinance(context: ConsoleContext, c: Context): Promise<Response> {
  return download(context, c, financeCsv(context.gateway, checkQuery(c, DAYS_QUERY)))
}
