import type { Context } from 'hono'
import { csvResponse } from '../../http/csv-response.ts'
import { auditExport } from '../../services/access/audit.ts'
import type { ConsoleContext } from './context.ts'

interface Download {
  readonly filename: string
  readonly chunks: AsyncGenerator<string, undefined>
  /** Name of the file in the audit log. @default filename */
  readonly recordedAs?: string
}

/** A file as a download, which is recorded before it is read. A HEAD gets no file, so nothing is recorded. */
export async function download({ gateway }: ConsoleContext, c: Context, file: Download): Promise<Response> {
  const { filename, chunks, recordedAs = filename } = file
  if (c.req.method !== 'HEAD') await auditExport(gateway, recordedAs)
  return csvResponse(filename, chunks)
}
