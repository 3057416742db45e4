import type { LedgerDays } from '@galla/contract/gateway-api/ledger'
import type { Context } from 'hono'
import { z } from 'zod'
import { checkQuery } from '../../http/request.ts'
import { text } from '../../http/schemas.ts'
import { ledgerCsv } from '../../services/finance/ledger-export.ts'
import type { ConsoleContext } from './context.ts'
import { download } from './download.ts'

const QUERY = z.strictObject({
  from: z.exactOptional(text),
  to: z.exactOptional(text),
  by: z.exactOptional(z.enum(['posted', 'value'])),
  group: z.exactOptional(z.enum(['collected', 'late-or-twice', 'refunded', 'automatic'])),
}) satisfies z.ZodType<LedgerDays>

/** Streams the ledger's entries of some days in Indian time as CSV. */
export async function streamLedger(context: ConsoleContext, c: Context): Promise<Response> {
  return download(context, c, ledgerCsv(context.gateway, checkQuery(c, QUERY)))
}
