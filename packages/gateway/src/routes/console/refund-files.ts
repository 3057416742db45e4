import type { UploadRefundFile } from '@galla/contract/gateway-api/refund-files'
import { z } from 'zod'
import { csvResponse } from '../../http/csv-response.ts'
import { page } from '../../http/schemas.ts'
import {
  refundFile,
  refundFileCsv,
  refundFileRows,
  refundFiles,
  startRefundFile,
  stopRefundFile,
  uploadRefundFile,
} from '../../services/refund-files.ts'
import type { ConsoleContext, HandlersOf } from './context.ts'

export const refundFileRoutes = {
  'GET /refund-files': { answer: async ({ context }) => ({ rows: await refundFiles(context.gateway) }) },
  'POST /refund-files': {
    body: z.strictObject({ name: z.string(), text: z.string() }) satisfies z.ZodType<UploadRefundFile>,
    answer: ({ context, body }) => uploadRefundFile(context.gateway, body),
  },
  'GET /refund-files/:fileId': {
    answer: ({ context, params: { fileId = '' } }) => refundFile(context.gateway, fileId),
  },
  'GET /refund-files/:fileId/rows': {
    query: z.strictObject({ show: z.exactOptional(z.enum(['wrong'])), ...page }),
    answer: ({ context, params: { fileId = '' }, query }) => refundFileRows(context.gateway, fileId, query),
  },
  'POST /refund-files/:fileId/start': {
    answer: ({ context, params: { fileId = '' } }) => startRefundFile(context.gateway, fileId),
  },
  'POST /refund-files/:fileId/stop': {
    answer: ({ context, params: { fileId = '' } }) => stopRefundFile(context.gateway, fileId),
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
export async function streamResults({ gateway }: ConsoleContext, fileId: string): Promise<Response> {
  const chunks = await refundFileCsv(gateway, fileId.slice(0, 200))
  return csvResponse('refund-results.csv', chunks)
}
