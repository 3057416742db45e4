import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button, Field, Select } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, Facts } from '../../components/page.tsx'
import type { Column } from '../../components/table-row.tsx'
import { durationText, preciseText } from '../../i18n/format.ts'
import { Payload, SandboxTime } from './sandbox-frame.tsx'
import { useControl, wholeList } from './use-sandbox.ts'

const route = getRouteApi('/sandbox')

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'api', label: 'API calls' },
  { value: 'callback', label: 'Callbacks' },
  { value: 'state', label: 'Changes of state' },
  { value: 'page', label: 'Payer’s page' },
  { value: 'control', label: 'Control' },
] as const

const COLUMNS: readonly Column<JournalEntry>[] = [
  {
    id: 'at',
    header: 'At',
    width: '7.5rem',
    phone: 'line',
    cell: ({ atMs }) => <span className="font-mono text-xs">{preciseText(atMs)}</span>,
  },
  { id: 'kind', header: 'Kind', width: '5.5rem', phone: 'none', cell: ({ kind }) => kind },
  { id: 'name', header: 'What', width: 'minmax(0, 1.6fr)', phone: 'head', cell: ({ name }) => name },
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
    header: 'About',
    width: 'minmax(0, 1.6fr)',
    cell: ({ merchantRefundId, merchantOrderId }) => {
      const id = merchantRefundId ?? merchantOrderId
      return id && <span className="font-mono text-xs">{id}</span>
    },
  },
  {
    id: 'took',
    header: 'Took',
    width: '5rem',
    align: 'end',
    phone: 'none',
    cell: ({ tookMs }) => (tookMs === undefined ? '' : durationText(tookMs)),
  },
]

const STEP = 200

/** Everything that happened at the provider, latest first. */
export function JournalTab() {
  const { q, state: kind = '', open } = route.useSearch()
  const navigate = route.useNavigate()
  const [status, setStatus] = useState('')
  const [limit, setLimit] = useState(STEP)
  const id = q?.trim()
  const asked = { kind, id, status, newest: 'true', limit: String(limit) }
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''))
  const journal = useControl('GET /journal', { query })
  const list = useMemo(() => wholeList(journal, (reply) => reply.entries), [journal])
  const shown = journal.data?.entries.find(({ seq }) => String(seq) === open)
  const go = (change: { q?: string; state?: string; open?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  return (
    <>
      <div className="mb-2 flex flex-wrap gap-3">
        <Select label="Kind" quiet value={kind} onChange={(state) => go({ state })} options={KINDS} />
        <Select
          label="Status"
          quiet
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: 'Any status' },
            { value: '2xx', label: '2xx' },
            { value: '4xx', label: '4xx' },
            { value: '5xx', label: '5xx' },
          ]}
        />
        <Field
          label="Order or refund id"
          quiet
          value={q ?? ''}
          onChange={(q) => go({ q })}
          placeholder="Order or refund id"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <DataTable
        label="Journal"
        columns={COLUMNS}
        list={list}
        idOf={({ seq }) => String(seq)}
        onOpen={({ seq }) => go({ open: String(seq) })}
        nameOf={({ name, seq }) => `Open ${name}, line ${seq}`}
        empty={
          <Empty title="Nothing like that happened yet">
            <p>Every call, callback, change of state and press of a button at the sandbox is a line here.</p>
          </Empty>
        }
      />
      {journal.data?.next !== undefined && <Button onClick={() => setLimit(limit + STEP)}>Show {STEP} more</Button>}
      {shown && <JournalDialog entry={shown} onClose={() => go({ open: '' })} />}
    </>
  )
}

/** One line of the journal with what went over the wire; secrets were masked before it was written. */
export function JournalDialog({ entry, onClose }: { entry: JournalEntry; onClose(): void }) {
  const { name, seq, atMs, kind, method, path, status, fault, note, request, response } = entry
  return (
    <Dialog open onClose={onClose} title={name} wide>
      <div className="grid grid-cols-1 gap-4">
        <Facts
          rows={[
            ['Line', `${seq}, ${kind}`],
            ['At', <SandboxTime key="at" atMs={atMs} />],
            path === undefined
              ? undefined
              : ['Call', <span key="call" className="font-mono text-xs">{`${method ?? ''} ${path}`}</span>],
            status === undefined ? undefined : ['Status', status],
            fault === undefined ? undefined : ['Fault that struck', fault],
            note === undefined ? undefined : ['Note', note],
          ]}
        />
        {request && <Payload name="Request" value={request} />}
        {response && <Payload name="Response" value={response} />}
      </div>
    </Dialog>
  )
}
