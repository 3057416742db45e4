import type { RefundFile, RefundFileRow } from '@galla/contract/gateway-api/refund-files'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys, useAbout } from '../../api/queries.ts'
import { Button, buttonClass, ToggleGroup } from '../../components/controls.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { RecordTable } from '../../components/list-page.tsx'
import { OthersText } from '../../components/others-text.tsx'
import { ErrorNote, Note, PageFrame, QueryView } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { fileEnglish } from './english.ts'
import { previewLines, resultLines } from './refund-file-messages.ts'
import { ROW_COLUMNS, RowDialog } from './refund-file-rows.tsx'

const t = messages('refund-files/file', fileEnglish)

/** While a file is run its progress is read so often. Milliseconds. */
const REFRESH_MS = 1_000

const isRunning = (file: RefundFile | undefined): boolean =>
  file?.startedAtMs !== undefined && file.finishedAtMs === undefined

/** A file of refunds: its preview, then its progress, then the result of each row. */
export function RefundFilePage() {
  const { fileId } = useParams({ from: '/refund-files/$fileId' })
  const query = useQuery({
    queryKey: queryKeys.refundFile(fileId),
    queryFn: ({ signal }) => consoleApi('GET /refund-files/:fileId', { params: { fileId }, signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? REFRESH_MS : false),
  })
  return (
    <PageFrame
      title={query.data?.name ?? t.title}
      translate={query.data && 'no'}
      up={
        <Link to="/refund-files" className="underline underline-offset-4 hover:text-ink">
          {t.up}
        </Link>
      }
      actions={query.data && <Actions file={query.data} />}
    >
      <QueryView query={query} what={t.what}>
        {(file) => (
          <>
            <Summary file={file} />
            <Rows file={file} />
          </>
        )}
      </QueryView>
    </PageFrame>
  )
}

function Actions({ file }: { file: RefundFile }) {
  const { fileId, startedAtMs, toRefund } = file
  const client = useQueryClient()
  const [starting, setStarting] = useState(false)
  const { data: { refunds: { confirmAbove = 0 } = {} } = {} } = useAbout()
  const onSuccess = (changed: RefundFile) => {
    client.setQueryData(queryKeys.refundFile(fileId), changed)
    setStarting(false)
  }
  const start = useMutation({
    mutationFn: () => consoleApi('POST /refund-files/:fileId/start', { params: { fileId } }),
    onSuccess,
  })
  const stop = useMutation({
    mutationFn: () => consoleApi('POST /refund-files/:fileId/stop', { params: { fileId } }),
    onSuccess,
  })
  const amount = amountText(toRefund.amount)
  return (
    <>
      {startedAtMs === undefined && toRefund.rows > 0 && (
        <Button variant="primary" onClick={() => setStarting(true)}>
          {t.start.open(toRefund.rows)}
        </Button>
      )}
      {isRunning(file) && (
        <Button busy={stop.isPending} onClick={() => stop.mutate()}>
          {t.stop}
        </Button>
      )}
      <a href={consoleUrl(`api/refund-files/${fileId}/results.csv`)} download className={buttonClass()}>
        <Download size={16} aria-hidden />
        CSV<span className="sr-only">{t.csvOf}</span>
      </a>
      {starting && (
        <Confirm
          open
          title={t.start.title(toRefund.rows, amount)}
          action={t.start.action(amount)}
          busy={start.isPending}
          onConfirm={() => start.mutate()}
          onClose={() => setStarting(false)}
          error={start.error && <ErrorNote error={start.error} what={t.start.failed} />}
          {...(toRefund.amount > confirmAbove ? { confirmation: String(toRefund.rows) } : {})}
        >
          <p>{t.start.text(toRefund.rows, amount)}</p>
        </Confirm>
      )}
    </>
  )
}

function Summary({ file }: { file: RefundFile }) {
  const { createdAtMs, uploadedBy, startedBy, startedAtMs, finishedAtMs, toRefund, done, results, digest } = file
  const started = startedAtMs !== undefined
  const lines = started ? resultLines(file) : previewLines(file)
  const hasFailed = results.refused.rows + results.stopped.rows > 0
  const tone = !started ? (file.wrong > 0 ? 'wait' : 'neutral') : finishedAtMs && !hasFailed ? 'good' : 'wait'
  return (
    <div className="mb-6 grid max-w-160 gap-4">
      <div aria-live="polite">
        <Note tone={tone}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Note>
      </div>
      {isRunning(file) && (
        <progress aria-label={t.progress} value={done} max={toRefund.rows} className="h-2 w-full accent-brass" />
      )}
      <p className="text-sm text-soft">
        {phrase(t.uploaded(<Time atMs={createdAtMs} full />, <OthersText>{uploadedBy}</OthersText>))}
        {startedAtMs !== undefined &&
          phrase(t.started(<Time atMs={startedAtMs} full />, <OthersText>{startedBy ?? ''}</OthersText>))}{' '}
        SHA-256{' '}
        <code translate="no" className="wrap-anywhere">
          {digest.slice(0, 16)}…
        </code>
      </p>
    </div>
  )
}

const idOf = ({ line }: RefundFileRow) => String(line)

const VIEWS = [
  { value: '', label: t.rows.all },
  { value: 'wrong', label: t.rows.wrong },
]

function Rows({ file }: { file: RefundFile }) {
  const { fileId, done, startedAtMs, finishedAtMs } = file
  const { show = '' } = useSearch({ from: '/refund-files/$fileId' })
  const setSearch = useSetSearch<{ show: string }>()
  const [opened, setOpened] = useState<RefundFileRow>()
  const client = useQueryClient()
  const list = useKeysetList(
    queryKeys.refundFileRows(fileId, show),
    ({ after, signal }) =>
      consoleApi('GET /refund-files/:fileId/rows', {
        params: { fileId },
        query: { show, limit: '200', after },
        signal,
      }),
    idOf,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with the progress of the file
  useEffect(() => {
    if (startedAtMs !== undefined) void client.invalidateQueries({ queryKey: ['refund-file-rows', fileId] })
  }, [client, fileId, done, startedAtMs, finishedAtMs])
  return (
    <>
      <ToggleGroup label={t.rows.show} value={show} onChange={(next) => setSearch({ show: next })} options={VIEWS} />
      <RecordTable
        label={t.rows.label}
        columns={ROW_COLUMNS}
        list={list}
        idOf={idOf}
        onOpen={(row: RefundFileRow) => setOpened(row)}
        nameOf={(row) => t.rows.open(idOf(row))}
        noMatch={
          show !== '' && {
            title: t.rows.noneWrong,
            clearLabel: t.rows.showAll,
            onClear: () => setSearch({ show: '' }),
          }
        }
        empty={t.rows.none}
      />
      {opened && <RowDialog row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
