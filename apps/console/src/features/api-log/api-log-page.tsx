import type { ApiCall, CallsQuery } from '@galla/contract/gateway-api/console-routes'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { under } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/queries.ts'
import { Button, Select, Tabs } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { DayFilters, FilterBar, spanOf, TextFilter } from '../../components/filters.tsx'
import { Empty, PageFrame } from '../../components/page.tsx'
import { OrderLink, RefundLink, StateMark, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { durationText } from '../../i18n/format.ts'
import { BOOKS_ENDPOINTS, endpointWords, errorWords } from '../../i18n/terms.ts'
import { CallDialog } from './call-dialog.tsx'
import { ErrorGroups } from './error-groups.tsx'

const NO_FILTERS = { endpoint: '', outcome: '', errorKind: '', code: '', id: '', from: '', to: '' }

/** Our calls to the provider, one by one, and what went wrong in them, gathered. */
export function ApiLogPage() {
  const { tab = 'calls', open, ...rest } = useSearch({ from: '/api-log' })
  const navigate = useNavigate({ from: '/api-log' })
  const filters: CallFilterValues = { ...NO_FILTERS, ...rest }
  const set = (change: Partial<CallFilterValues> & { tab?: string; open?: string }, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  const { from, to, ...asked } = filters
  const days = { from, to }
  return (
    <PageFrame title="API log">
      <CallFilters values={filters} onlyDays={tab === 'errors'} onChange={set} onClear={() => set(NO_FILTERS)} />
      <Tabs
        label="Ways to look at it"
        value={tab}
        onChange={(next) => set({ tab: next })}
        tabs={[
          {
            value: 'calls',
            label: 'Calls',
            body: (
              <CallList
                filters={{ ...asked, ...spanOf(days) }}
                filtered={Object.values(filters).some((value) => value !== '')}
                onOpen={(callId) => set({ open: callId }, false)}
                onClear={() => set(NO_FILTERS)}
              />
            ),
          },
          {
            value: 'errors',
            label: 'Errors',
            body: (
              <ErrorGroups
                days={days}
                onShow={({ endpoint, errorKind, code = '' }) =>
                  set({ ...NO_FILTERS, ...days, tab: 'calls', endpoint, errorKind, code }, false)
                }
              />
            ),
          },
        ]}
      />
      {open !== undefined && <CallDialog callId={open} onClose={() => set({ open: '' })} />}
    </PageFrame>
  )
}

export interface CallFilterValues {
  endpoint: string
  outcome: string
  errorKind: string
  code: string
  id: string
  from: string
  to: string
}

const OUTCOMES = [
  { value: '', label: 'Any' },
  { value: 'ok', label: 'OK' },
  { value: 'failed', label: 'Failed' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'not-sent', label: 'Not sent' },
]

interface CallFiltersProps {
  values: CallFilterValues
  /** The groups of errors know days alone. */
  onlyDays: boolean
  onChange(change: Partial<CallFilterValues>): void
  onClear(): void
}

export function CallFilters({ values, onlyDays, onChange, onClear }: CallFiltersProps) {
  const { endpoint, outcome, errorKind, code, id, from, to } = values
  const days = <DayFilters from={from} to={to} onChange={onChange} />
  const count = (set: readonly string[]) => set.filter((value) => value !== '').length
  if (onlyDays) {
    return (
      <FilterBar count={count([from, to])} onClear={() => onChange({ from: '', to: '' })}>
        {days}
      </FilterBar>
    )
  }
  const known = [...new Set([...BOOKS_ENDPOINTS, ...(endpoint === '' ? [] : [endpoint])])]
  return (
    <FilterBar count={count(Object.values(values))} onClear={onClear}>
      <Select
        label="Call"
        className="md:w-52"
        value={endpoint}
        onChange={(next) => onChange({ endpoint: next })}
        options={[{ value: '', label: 'Any' }, ...known.map((value) => ({ value, label: endpointWords(value) }))]}
      />
      <Select
        className="md:w-40"
        label="Outcome"
        value={outcome}
        onChange={(next) => onChange({ outcome: next })}
        options={OUTCOMES}
      />
      {(errorKind !== '' || code !== '') && (
        <Select
          label="Error"
          className="md:w-52"
          value="set"
          onChange={() => onChange({ errorKind: '', code: '' })}
          options={[
            { value: 'set', label: [errorWords(errorKind), code].filter((part) => part !== '').join(', ') },
            { value: '', label: 'Any' },
          ]}
        />
      )}
      <TextFilter label="Order or refund id" value={id} onCommit={(next) => onChange({ id: next })} />
      {days}
    </FilterBar>
  )
}

interface CallListProps {
  filters: CallsQuery
  filtered: boolean
  onOpen(callId: string): void
  onClear(): void
}

const idOf = ({ callId }: ApiCall) => callId

export function CallList({ filters, filtered, onOpen, onClear }: CallListProps) {
  const list = useKeysetList(
    keys.calls({ ...filters }),
    ({ after, signal }) => call('GET /calls', { query: { ...filters, after }, signal }),
    idOf,
  )
  return (
    <DataTable
      label="Calls to the provider"
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ callId }) => onOpen(callId)}
      nameOf={({ callId, endpoint }) => `Open call ${callId}, ${endpointWords(endpoint)}`}
      hrefOf={({ callId }) => under(`api-log?open=${callId}`)}
      empty={
        filtered ? (
          <Empty title="No call like that">
            <Button onClick={onClear}>Clear filters</Button>
          </Empty>
        ) : (
          <Empty title="No call yet">
            <p>
              Every call of the books to the provider is written down here for thirty days: no header, no card, no
              secret.
            </p>
          </Empty>
        )
      }
    />
  )
}

/** A failure tells its kind; a success needs no more than its mark. */
function Result({ row: { outcome, errorKind } }: { row: ApiCall }) {
  return <StateMark kind="call" state={errorKind === undefined ? 'ok' : (outcome ?? 'unknown')} />
}

const COLUMNS: readonly Column<ApiCall>[] = [
  {
    id: 'endpoint',
    header: 'Call',
    phone: 'head',
    width: 'minmax(13rem, 1.4fr)',
    cell: ({ endpoint }) => endpointWords(endpoint),
  },
  { id: 'result', header: 'Result', phone: 'end', width: '7rem', cell: (row) => <Result row={row} /> },
  {
    id: 'error',
    header: 'Status',
    width: 'minmax(9rem, 1fr)',
    cell: ({ httpStatus, errorKind }) =>
      [httpStatus, errorKind === undefined ? undefined : errorWords(errorKind)].filter(Boolean).join(' · ') || '–',
  },
  {
    id: 'subject',
    header: 'About',
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ merchantOrderId, merchantRefundId }) =>
      merchantRefundId ? (
        <RefundLink merchantRefundId={merchantRefundId} most={24} />
      ) : merchantOrderId ? (
        <OrderLink merchantOrderId={merchantOrderId} most={24} />
      ) : (
        '–'
      ),
  },
  {
    id: 'took',
    header: 'Took',
    align: 'end',
    phone: 'none',
    width: '5rem',
    cell: ({ tookMs }) => <span className="tabular-nums">{tookMs === undefined ? '–' : durationText(tookMs)}</span>,
  },
  { id: 'atMs', header: 'When', width: '7rem', cell: ({ atMs }) => <Time atMs={atMs} /> },
]
