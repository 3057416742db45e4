import { REFUND_FILE, type RefundFile } from '@galla/contract/gateway-api/refund-files'
import { REFUND_REASONS } from '@galla/contract/gateway-api/refunds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button, buttonClass } from '../../components/controls.tsx'
import { EmptyState, ErrorNote, PageFrame, QueryView, Section } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { plural } from '../../i18n/plural.ts'
import { SAMPLE } from './refund-file-messages.ts'

/** Uploads a file of refunds, and lists the files of the last 30 days. */
export function RefundFilesPage() {
  const query = useQuery({
    queryKey: queryKeys.refundFiles,
    queryFn: ({ signal }) => consoleApi('GET /refund-files', { signal }),
  })
  return (
    <PageFrame
      title="Refunds from files"
      up={
        <Link to="/refunds" className="underline underline-offset-4 hover:text-ink">
          Refunds
        </Link>
      }
    >
      <Upload />
      <Section title="Files">
        <QueryView query={query} what="the files">
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title="No file yet">
                <p>Files are kept for 30 days; their refunds and the audit log for longer.</p>
              </EmptyState>
            ) : (
              <ul className="border-t border-rule">
                {rows.map((file) => (
                  <FileRow key={file.fileId} file={file} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Section>
    </PageFrame>
  )
}

/** A file that cannot be read here, and why. */
class UnreadableFile extends Error {}

/** The text of a file as it is, with its byte order mark: the digest is that of the file. */
async function textOf(file: File): Promise<string> {
  if (file.size > REFUND_FILE.maxBytes) throw new UnreadableFile('It has more than 1 MiB. Split it into several files.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
  } catch {
    throw new UnreadableFile('It is not a text in UTF-8. In Excel, choose “CSV UTF-8” to save it.')
  }
}

function Upload() {
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState<string>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const upload = useMutation({
    mutationFn: async (file: File) =>
      consoleApi('POST /refund-files', { body: { name: file.name.slice(0, 200), text: await textOf(file) } }),
    onMutate: () => setUnreadable(undefined),
    onSuccess(file) {
      client.setQueryData(queryKeys.refundFile(file.fileId), file)
      void navigate({ to: '/refund-files/$fileId', params: { fileId: file.fileId } })
    },
    onError: (error) => error instanceof UnreadableFile && setUnreadable(error.message),
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.refundFiles, exact: true }),
  })
  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-soft">
        A CSV file with one refund a row. You see first what would happen to each row; nothing is refunded before you
        confirm it. The same row again, in this or another file, refunds nothing twice.
      </p>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>
          The heading names the columns: <code translate="no">merchantOrderId</code>,{' '}
          <code translate="no">amount in rupees</code> or <code translate="no">amount in paise</code>, and if you like{' '}
          <code translate="no">reason</code>, <code translate="no">note</code> and <code translate="no">reference</code>
          .
        </li>
        <li>Without an amount, everything that is left of the order is refunded.</li>
        <li>
          Reasons: <span className="wrap-anywhere">{REFUND_REASONS.join(', ')}</span>.
        </li>
        <li>A reference, such as the id of a return, distinguishes two equal refunds of one order.</li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={upload.isPending} onClick={() => input.current?.click()}>
          <FileUp size={16} aria-hidden />
          {upload.isPending ? 'Reading…' : 'Choose a file…'}
        </Button>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`}
          download="refunds.csv"
          className={buttonClass()}
        >
          <Download size={16} aria-hidden />
          Sample file
        </a>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="File of refunds"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be chosen again after it was corrected.
            target.value = ''
            if (file && !upload.isPending) upload.mutate(file)
          }}
        />
      </div>
      {upload.error && (
        <ErrorNote error={upload.error} what={`The file was not read, and nothing is refunded. ${unreadable ?? ''}`} />
      )}
    </div>
  )
}

function FileRow({ file }: { file: RefundFile }) {
  const { fileId, name, uploadedBy, createdAtMs, startedBy, toRefund } = file
  return (
    <li className="grid gap-1 border-b border-rule py-3">
      <p className="wrap-anywhere">
        <Link
          to="/refund-files/$fileId"
          params={{ fileId }}
          className="font-strong text-brass underline underline-offset-2 hover:text-brass-deep"
        >
          {name}
        </Link>
      </p>
      <p className="text-sm">
        {plural(toRefund.rows, 'refund')}, {amountText(toRefund.amount)}: {progressOf(file)}
      </p>
      <p className="text-sm text-soft">
        Uploaded <Time atMs={createdAtMs} /> by {uploadedBy}
        {startedBy !== undefined && `, started by ${startedBy}`}
      </p>
    </li>
  )
}

function progressOf({ startedAtMs, finishedAtMs, done, toRefund, results }: RefundFile): string {
  if (startedAtMs === undefined) return 'not started'
  if (finishedAtMs === undefined) return `${done} of ${toRefund.rows} requested`
  const missed = results.refused.rows + results.stopped.rows
  return missed === 0 ? 'all requested' : `${plural(missed, 'row')} refused or not run`
}
