import type { LedgerDays } from '@galla/contract/gateway-api/ledger'
import type { Context } from 'hono'
import { z } from 'zod'
import { csvResponse } from '../../http/csv-response.ts'
import { check } from '../../http/request.ts'
import { text } from '../../http/schemas.ts'
import { auditExport } from '../../services/audit.ts'
import { ledgerCsv } from '../../services/ledger-export.ts'
import type { ConsoleContext } from './context.ts'

const QUERY = z.strictObject({
  from: z.exactOptional(text),
  to: z.exactOptional(text),
  by: z.exactOptional(z.enum(['posted', 'value'])),
  group: z.exactOptional(z.enum(['collected', 'refunded', 'automatic'])),
}) satisfies z.ZodType<LedgerDays>

/** Streams the ledger's entries of some days in Indian time as CSV. */
export async function streamLedger({ gateway }: ConsoleContext, c: Context): Promise<Response> {
  const { filename, chunks } = ledgerCsv(gateway, check(c.req.query(), QUERY))
  await auditExport(gateway, filename)
  return csvResponse(filename, chunks)
}
