import type { Context } from 'hono'
import { z } from 'zod'
import { check } from '../../http/request.ts'
import { notFound } from '../../http/responses.ts'
import { CLOSES_QUERY, SETTLEMENTS_QUERY, span, text } from '../../http/schemas.ts'
import { SETTLEMENT_REPORT } from '../../http/uploaded-files.ts'
import { IN_TURN } from '../../services/finance/imported-files.ts'
import { closesCsv } from '../../services/settlements/day-closes.ts'
import { settlementMethods } from '../../services/settlements/methods.ts'
import { payouts } from '../../services/settlements/settlement-report.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'
import { download } from './download.ts'
import { spanOf } from './span.ts'

const methodsOf = ({ gateway }: Pick<ConsoleContext, 'gateway'>) =>
  settlementMethods({ ...gateway, imports: IN_TURN }, gateway, (work) => work())

export const settlementRoutes = {
  'GET /settlements': {
    query: SETTLEMENTS_QUERY,
    handle: ({ context, query }) => methodsOf(context).settlements.list(query),
  },
  'GET /settlements/summary': { handle: ({ context }) => methodsOf(context).settlements.report() },
  /** Default: the last 24 hours. */
  'GET /settlements/payouts': {
    query: z.strictObject(span),
    handle: ({ context: { gateway }, query }) => payouts(gateway, spanOf(query, gateway.clock.now(), 400)),
  },
  'GET /settlements/:settlementId': {
    async handle({ context, params: { settlementId = '' } }) {
      const settlement = await methodsOf(context).settlements.get(settlementId)
      if (!settlement) throw notFound('settlement', settlementId)
      return settlement
    },
  },
  'POST /settlements/sync': { handle: ({ context }) => methodsOf(context).settlements.sync() },
  'POST /settlements/reports': {
    body: SETTLEMENT_REPORT,
    handle: ({ context, body }) => methodsOf(context).settlements.importReport(body),
  },
  'GET /day-closes': { query: CLOSES_QUERY, handle: ({ context, query }) => methodsOf(context).dayCloses.list(query) },
} satisfies HandlersOf<
  | 'GET /settlements'
  | 'GET /settlements/summary'
  | 'GET /settlements/payouts'
  | 'GET /settlements/:settlementId'
  | 'POST /settlements/sync'
  | 'POST /settlements/reports'
  | 'GET /day-closes'
>

const DAYS = z.strictObject({ from: z.exactOptional(text), to: z.exactOptional(text) })

/** Streams closes as CSV. */
export async function streamCloses(context: ConsoleContext, c: Context): Promise<Response> {
  const days = check(c.req.query(), DAYS)
  return download(context, c, { filename: 'day-closes.csv', chunks: closesCsv(context.gateway.database, days) })
}
