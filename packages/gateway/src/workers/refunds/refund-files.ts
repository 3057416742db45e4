import { describeError } from '../../errors.ts'
import { runRefundFile } from '../../services/refunds/run-refund-file.ts'
import type { Leased } from '../../storage/leases.ts'
import { claimDueFiles, type RefundFileRecord } from '../../storage/refunds/refund-files.ts'
import { type JobContext, processDue } from '../process-due.ts'

/** Requests the refunds of the files that were started. */
export function runRefundFiles(context: JobContext): Promise<number> {
  const { database, log } = context
  return processDue<RefundFileRecord & Leased>(context, {
    job: 'refund-files',
    table: 'refund_files',
    // The requests of one role wait for each other anyway.
    concurrency: 2,
    claim: (claim) => claimDueFiles(database, claim),
    keyOf: ({ fileId }) => fileId,
    work: (file) => runRefundFile(context, file),
    failed: ({ fileId }, error) =>
      log.error({ fileId, error: describeError(error) }, 'Requesting the refunds of a file failed'),
  })
}
