import type { AuditQuery } from '@galla/contract/gateway-api/audit'
import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { Context } from 'hono'
import { z } from 'zod'
import { checkQuery } from '../../http/request.ts'
import { page, serial, span, text } from '../../http/schemas.ts'
import { auditCsv, auditPage } from '../../services/access/audit.ts'
import { auditLines } from '../../services/access/audit-lines.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'
import { download } from './download.ts'

const QUERY = z.strictObject({
  kind: z.exactOptional(text),
  id: z.exactOptional(text),
  who: z.exactOptional(text),
  what: z.exactOptional(text),
  ...span,
  ...page,
}) satisfies z.ZodType<ParsedQuery<AuditQuery>>

/** The routes that read the audit log. They cannot change the log. */
export const auditRoutes = {
  'GET /audit': { query: QUERY, handle: ({ context, query }) => auditPage(context.gateway, query) },
  'GET /audit/check': { handle: ({ context }) => context.checkAudit(context.gateway) },
} satisfies HandlersOf<'GET /audit' | 'GET /audit/check'>

const LINES_QUERY = z.strictObject({ after: z.exactOptional(serial) })

/** Streams the entries after one as JSON lines, for a SIEM. The export is an entry, too. */
export async function streamAuditLines(context: ConsoleContext, c: Context): Promise<Response> {
  const chunks = auditLines(context.gateway, checkQuery(c, LINES_QUERY))
  return download(context, c, { filename: 'audit.jsonl', chunks })
}

/** Streams the filtered entries as CSV. The export is an entry, too. */
export async function streamAudit(context: ConsoleContext, c: Context): Promise<Response> {
  const { after: _, limit: __, ...query } = checkQuery(c, QUERY)
  return download(context, c, { filename: 'audit.csv', chunks: auditCsv(context.gateway, query) })
}
