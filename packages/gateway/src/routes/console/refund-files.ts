import type { UploadRefundFile } from '@galla/contract/gateway-api/refund-files'
import type { Context } from 'hono'
import { z } from 'zod'
import { check } from '../../http/request.ts'
import { page, text } from '../../http/schemas.ts'
import {
  refundFile,
  refundFileCsv,
  refundFileRows,
  refundFiles,
  startRefundFile,
  stopRefundFile,
} from '../../services/refunds/refund-files.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'
import { download } from './download.ts'

export const refundFileRoutes = {
  'GET /refund-files': { handle: async ({ context }) => ({ rows: await refundFiles(context.gateway) }) },
  'POST /refund-files': {
    body: z.strictObject({ name: z.string(), text: z.string() }) satisfies z.ZodType<UploadRefundFile>,
    handle: ({ context, body }) => context.uploadFile(context.gateway, body),
  },
  'GET /refund-files/:fileId': {
    handle: ({ context, params: { fileId = '' } }) => refundFile(context.gateway, fileId),
  },
  'GET /refund-files/:fileId/rows': {
    query: z.strictObject({ show: z.exactOptional(z.enum(['wrong'])), ...page }),
    handle: ({ context, params: { fileId = '' }, query }) => refundFileRows(context.gateway, fileId, query),
  },
  'POST /refund-files/:fileId/start': {
    handle: ({ context, params: { fileId = '' } }) => startRefundFile(context.gateway, fileId),
  },
  'POST /refund-files/:fileId/stop': {
    handle: ({ context, params: { fileId = '' } }) => stopRefundFile(context.gateway, fileId),
  },
} satisfies HandlersOf<
  | 'GET /refund-files'
  | 'POST /refund-files'
  | 'GET /refund-files/:fileId'
  | 'GET /refund-files/:fileId/rows'
  | 'POST /refund-files/:fileId/start'
  | 'POST /refund-files/:fileId/stop'
>

/** Streams one line for each row of a file. */
export async function streamResults(context: ConsoleContext, c: Context): Promise<Response> {
  const { fileId } = check(c.req.param(), z.strictObject({ fileId: text }))
  const chunks = await refundFileCsv(context.gateway, fileId)
  return download(context, c, { filename: 'refund-results.csv', chunks, recordedAs: `refund file ${fileId}` })
}
