import { REFUND_FILE, type RefundFile } from '@galla/contract/gateway-api/refund-files'
import { REFUND_REASONS } from '@galla/contract/gateway-api/refunds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { OthersText } from '../../components/others-text.tsx'
import { EmptyState, ErrorNote, PageFrame, QueryView, Section, UnreadableFile } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { filesEnglish } from './english.ts'
import { SAMPLE } from './refund-file-messages.ts'

const t = messages('refund-files', filesEnglish)

/** Uploads a file of refunds, and lists the files of the last 30 days. */
export function RefundFilesPage() {
  const query = useQuery({
    queryKey: queryKeys.refundFiles,
    queryFn: ({ signal }) => consoleApi('GET /refund-files', { signal }),
  })
  return (
    <PageFrame
      title={t.title}
      up={
        <Link to="/refunds" className="underline underline-offset-4 hover:text-ink">
          {t.up}
        </Link>
      }
    >
      <Upload />
      <Section title={t.list}>
        <QueryView query={query} what={t.what}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t.none.title}>
                <p>{t.none.text}</p>
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

/** The text of a file as it is, with its byte order mark: the digest is that of the file. */
async function textOf(file: File): Promise<string> {
  if (file.size > REFUND_FILE.maxBytes) throw new UnreadableFile(t.tooLarge)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
  } catch {
    throw new UnreadableFile(t.notText)
  }
}

function Upload() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const upload = useMutation({
    mutationFn: async (file: File) =>
      consoleApi('POST /refund-files', { body: { name: file.name.slice(0, 200), text: await textOf(file) } }),
    onSuccess(file) {
      client.setQueryData(queryKeys.refundFile(file.fileId), file)
      void navigate({ to: '/refund-files/$fileId', params: { fileId: file.fileId } })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.refundFiles, exact: true }),
  })
  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-soft">{t.intro}</p>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>
          {phrase(
            t.columns(
              <code translate="no">merchantOrderId</code>,
              <code translate="no">amount in rupees</code>,
              <code translate="no">amount in paise</code>,
              <code translate="no">reason</code>,
              <code translate="no">note</code>,
              <code translate="no">reference</code>,
            ),
          )}
        </li>
        <li>{t.noAmount}</li>
        <li>
          {phrase(
            t.reasons(
              <span translate="no" className="wrap-anywhere">
                {REFUND_REASONS.join(', ')}
              </span>,
            ),
          )}
        </li>
        <li>{t.reference}</li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <FileButton
          variant="primary"
          accept=".csv,text/csv,text/plain"
          texts={{ open: t.choose, busy: t.busy, input: t.input }}
          busy={upload.isPending}
          onFile={upload.mutate}
        />
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`}
          download="refunds.csv"
          className={buttonClass()}
        >
          <Download size={16} aria-hidden />
          {t.sample}
        </a>
      </div>
      {upload.error && <ErrorNote error={upload.error} what={t.failed} />}
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
          translate="no"
          className="font-strong text-brass underline underline-offset-2 hover:text-brass-deep"
        >
          {name}
        </Link>
      </p>
      <p className="text-sm">{t.sum(toRefund.rows, amountText(toRefund.amount), progressOf(file))}</p>
      <p className="text-sm text-soft">
        {phrase(
          t.uploaded(
            <Time atMs={createdAtMs} />,
            <OthersText>{uploadedBy}</OthersText>,
            startedBy === undefined ? undefined : <OthersText>{startedBy}</OthersText>,
          ),
        )}
      </p>
    </li>
  )
}

function progressOf({ startedAtMs, finishedAtMs, done, toRefund, results }: RefundFile): string {
  if (startedAtMs === undefined) return t.progress.none
  if (finishedAtMs === undefined) return t.progress.some(done, toRefund.rows)
  const missed = results.refused.rows + results.stopped.rows
  return missed === 0 ? t.progress.all : t.progress.missed(missed)
}
