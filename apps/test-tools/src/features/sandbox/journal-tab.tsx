import { useSetSearch } from '@galla/console/api/browser.ts'
import { Button, Field, Select } from '@galla/console/components/controls.tsx'
import { DataTable } from '@galla/console/components/data-table.tsx'
import { Dialog } from '@galla/console/components/dialog.tsx'
import { JsonView } from '@galla/console/components/json/json-view.tsx'
import { DescriptionList, Detail, EmptyState } from '@galla/console/components/page.tsx'
import { ClockTime } from '@galla/console/components/records.tsx'
import type { Column } from '@galla/console/components/table-row.tsx'
import { durationText } from '@galla/console/i18n/format.ts'
import { endpointLabel } from '@galla/console/i18n/terms.ts'
import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { SandboxTime } from './sandbox-frame.tsx'
import { singlePageList, useSandboxQuery } from './use-sandbox.ts'

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'api', label: 'API calls' },
  { value: 'callback', label: 'Webhooks' },
  { value: 'state', label: 'State changes' },
  { value: 'page', label: 'Payment page' },
  { value: 'control', label: 'Control API' },
] as const

const STATUSES = [
  { value: '', label: 'Any status' },
  { value: '2xx', label: '2xx' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
] as const

/** The name of a call in words; of another entry the event or the route, as it is written in code. */
const nameText = ({ kind, name }: Pick<JournalEntry, 'kind' | 'name'>): string =>
  kind === 'api' ? endpointLabel(name) : name

const COLUMNS: readonly Column<JournalEntry>[] = [
  {
    id: 'at',
    header: 'Time',
    width: '7.5rem',
    phone: 'line',
    cell: ({ atMs }) => <ClockTime atMs={atMs} className="font-mono text-xs" />,
  },
  { id: 'kind', header: 'Kind', width: '5.5rem', phone: 'none', cell: ({ kind }) => kind },
  { id: 'name', header: 'Name', width: 'minmax(0, 1.6fr)', phone: 'head', cell: nameText },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    phone: 'end',
    cell: ({ status, fault }) => (
      <span className={status !== undefined && status >= 400 ? 'text-bad' : ''}>
        {status}
        {fault === undefined ? '' : ` ${fault}`}
      </span>
    ),
  },
  {
    id: 'id',
    header: 'Resource',
    width: 'minmax(0, 1.6fr)',
    cell: ({ merchantRefundId, merchantOrderId }) => {
      const id = merchantRefundId ?? merchantOrderId
      return id && <span className="font-mono text-xs">{id}</span>
    },
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '5rem',
    align: 'end',
    phone: 'none',
    cell: ({ tookMs }) => (tookMs === undefined ? '' : durationText(tookMs)),
  },
]

const STEP = 200

/** Everything that happened at the sandbox, newest first. */
export function JournalTab() {
  const { q, state: kind = '', open } = useSearch({ from: '/test-tools/sandbox' })
  const setSearch = useSetSearch<{ q: string; state: string; open: string }>()
  const change = (search: { q?: string; state?: string; open?: string }) => setSearch(search, { resetScroll: true })
  const [status, setStatus] = useState('')
  const [limit, setLimit] = useState(STEP)
  const filters = { kind, id: q?.trim(), status, newest: 'true', limit: String(limit) }
  // Without empty filters, so that the same query has one cache key.
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  const journal = useSandboxQuery('GET /journal', { query })
  const list = useMemo(() => singlePageList(journal, (response) => response.entries), [journal])
  const entry = journal.data?.entries.find(({ seq }) => String(seq) === open)
  return (
    <>
      <div className="mb-2 flex flex-wrap gap-3">
        <Select label="Kind" hideLabel value={kind} onChange={(state) => change({ state })} options={KINDS} />
        <Select label="Status" hideLabel value={status} onChange={setStatus} options={STATUSES} />
        <Field
          label="Order or refund ID"
          hideLabel
          value={q ?? ''}
          onChange={(q) => change({ q })}
          placeholder="Order or refund ID"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <DataTable
        label="Request log"
        columns={COLUMNS}
        list={list}
        idOf={({ seq }) => String(seq)}
        onOpen={({ seq }) => change({ open: String(seq) })}
        nameOf={(entry) => `Open ${nameText(entry)}, entry ${entry.seq}`}
        empty={
          <EmptyState title="No entry matches">
            <p>The request log contains API calls, webhooks, state changes and requests to the control API.</p>
          </EmptyState>
        }
      />
      {journal.data?.next !== undefined && <Button onClick={() => setLimit(limit + STEP)}>Show {STEP} more</Button>}
      {entry && <JournalDialog entry={entry} onClose={() => change({ open: '' })} />}
    </>
  )
}

/** One journal entry with its request and response; secrets were masked before it was stored. */
function JournalDialog({ entry, onClose }: { entry: JournalEntry; onClose(): void }) {
  const { seq, atMs, kind, method, path, status, fault, note, request, response } = entry
  return (
    <Dialog open onClose={onClose} title={nameText(entry)} wide>
      <div className="grid grid-cols-1 gap-4">
        <DescriptionList>
          <Detail name="Entry">{`${seq}, ${kind}`}</Detail>
          <Detail name="Time">
            <SandboxTime atMs={atMs} />
          </Detail>
          <Detail name="Call">
            {path !== undefined && <span className="font-mono text-xs">{`${method ?? ''} ${path}`}</span>}
          </Detail>
          <Detail name="Status">{status}</Detail>
          <Detail name="Fault">{fault}</Detail>
          <Detail name="Note">{note}</Detail>
        </DescriptionList>
        {request && <JsonView label="Request" value={request} />}
        {response && <JsonView label="Response" value={response} />}
      </div>
    </Dialog>
  )
}
