import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button, Tabs } from '../../components/controls.tsx'
import { Empty, ErrorNote, Facts, Loading, PageFrame } from '../../components/page.tsx'
import { CallbackMark, JsonView } from '../../components/records.tsx'
import { eventWords } from '../../i18n/terms.ts'
import { CallbackFacts } from './callback-details.tsx'
import { CallbackNotes } from './callback-notes.tsx'
import { Compare } from './comparison.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

/** One delivery: what came, whether it was believed, what it led to, and how it differs from others. */
export function CallbackPage() {
  const { callbackId } = useParams({ from: '/callbacks/$callbackId' })
  const { tab = 'payload', with: other } = useSearch({ from: '/callbacks/$callbackId' })
  const navigate = useNavigate({ from: '/callbacks/$callbackId' })
  const [replaying, setReplaying] = useState(false)
  const {
    data: callback,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.callback(callbackId),
    queryFn: ({ signal }) => call('GET /callbacks/:callbackId', { params: { callbackId }, signal }),
    // Folding is told by no event of its own.
    refetchInterval: ({ state: { data } }) =>
      data?.verdict === 'accepted' && !data.needsReview && data.processedAtMs === undefined ? 2_000 : false,
  })
  const set = (change: { tab?: string; with?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
  if (!callback) {
    return (
      <PageFrame title={`Callback ${callbackId}`}>
        {error instanceof ApiError && error.status === 404 ? (
          <Empty title="There is no such callback">
            <p>Of refused ones only some are kept when very many come at once.</p>
            <Link to="/callbacks" className="text-brass underline">
              All callbacks
            </Link>
          </Empty>
        ) : error ? (
          <ErrorNote error={error} what="The callback could not be read." onRetry={() => void refetch()} />
        ) : (
          <Loading what="the callback" />
        )}
      </PageFrame>
    )
  }
  const { body, headers, verdict } = callback
  return (
    <PageFrame
      title={verdict === 'refused' ? 'Refused delivery' : eventWords(callback.event)}
      aside={<CallbackMark callback={callback} />}
      actions={verdict !== 'refused' && <Button onClick={() => setReplaying(true)}>Replay…</Button>}
    >
      <div className="grid gap-6">
        <CallbackNotes callback={callback} />
        <CallbackFacts callback={callback} />
        <Tabs
          label="Parts of the delivery"
          value={tab}
          onChange={(next) => set({ tab: next })}
          tabs={[
            {
              value: 'payload',
              label: 'Payload',
              body: <Payload body={body} refused={verdict === 'refused'} />,
            },
            { value: 'headers', label: 'Headers', body: <HeaderList headers={headers} /> },
            {
              value: 'compare',
              label: 'Compare',
              body: <Compare callback={callback} other={other} onChoose={(id) => set({ tab: 'compare', with: id })} />,
            },
          ]}
        />
      </div>
      {replaying && (
        <ReplayDialog
          callbackIds={[callbackId]}
          onClose={() => setReplaying(false)}
          onDone={() => setReplaying(false)}
        />
      )}
    </PageFrame>
  )
}

function Payload({ body, refused }: { body: unknown; refused: boolean }) {
  if (body === null) {
    return <p className="text-soft">Erased: it was older than this installation keeps what belongs to payers.</p>
  }
  return (
    <div className="grid gap-2">
      <JsonView value={body} label="Payload" />
      <p className="text-sm text-soft">
        {refused
          ? 'Of a sender that nobody knows, nothing is kept but the size of what it said.'
          : 'What is masked was masked before it was written down: nobody can reveal it, here or in the database.'}
      </p>
    </div>
  )
}

/** Names of all headers, and the values of those that tell nothing secret. */
export function HeaderList({ headers }: { headers: { readonly [name: string]: string } }) {
  const rows = Object.entries(headers)
  if (rows.length === 0) return <p className="text-soft">None are kept of this delivery.</p>
  return (
    <div className="grid gap-2">
      <Facts
        rows={rows.map(([name, value]) => [
          name,
          <span key={name} className="font-mono text-xs">
            {value}
          </span>,
        ])}
      />
      <p className="text-sm text-soft">
        That a header was there is always kept; its value only where it cannot hold a secret.
      </p>
    </div>
  )
}
