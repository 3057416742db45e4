import { type ApiCall, type CallsQuery, MAX_SORTED_CALLS } from '@galla/contract/gateway-api/console-routes'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { Tabs } from '../../components/controls.tsx'
import { DateRange } from '../../components/date-range.tsx'
import { dayRange, FilterBar, SelectFilter, TextFilter } from '../../components/filters.tsx'
import { RecordTable } from '../../components/list-page.tsx'
import { PageFrame } from '../../components/page.tsx'
import { StateBadge, SubjectLink, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { durationText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { endpointLabel, errorKindLabel, GATEWAY_ENDPOINTS } from '../../i18n/terms.ts'
import { CallDialog } from './call-dialog.tsx'
import { callsEnglish } from './english.ts'
import { ErrorGroups } from './error-groups.tsx'

const t = messages('api-log/calls', callsEnglish)

const NO_FILTERS = { endpoint: '', outcome: '', errorKind: '', code: '', id: '', from: '', to: '' }

type CallFilterValues = typeof NO_FILTERS

/** The gateway's calls to the provider: a list, and the errors in groups. */
export function ApiLogPage() {
  const { tab = 'calls', open, sort, ...rest } = useSearch({ from: '/api-log' })
  const setSearch = useSetSearch<CallFilterValues & { tab: string; open: string; sort: string }>()
  const filters: CallFilterValues = { ...NO_FILTERS, ...rest }
  const order: OrderOfCalls = {
    sort: sort === 'duration' ? sort : 'when',
    onSort: (next) => setSearch({ sort: next === 'when' ? '' : next }),
  }
  const { from, to, ...others } = filters
  const days = { from, to }
  return (
    <PageFrame dense title={t.title}>
      <CallFilters
        values={filters}
        onlyDays={tab === 'errors'}
        onChange={setSearch}
        onClear={() => setSearch(NO_FILTERS)}
        {...order}
      />
      <Tabs
        label={t.title}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        tabs={[
          {
            value: 'calls',
            label: t.tabs.calls,
            body: (
              <CallList
                filters={{ ...others, ...dayRange(days) }}
                {...order}
                filtered={Object.values(filters).some((value) => value !== '')}
                onOpen={(callId) => setSearch({ open: callId }, { push: true })}
                onClear={() => setSearch(NO_FILTERS)}
              />
            ),
          },
          {
            value: 'errors',
            label: t.tabs.errors,
            body: (
              <ErrorGroups
                days={days}
                onShow={({ endpoint, errorKind, code = '' }) =>
                  setSearch({ ...NO_FILTERS, ...days, tab: 'calls', endpoint, errorKind, code }, { push: true })
                }
              />
            ),
          },
        ]}
      />
      {open !== undefined && <CallDialog callId={open} onClose={() => setSearch({ open: '' })} />}
    </PageFrame>
  )
}

const OUTCOMES = [
  { value: '', label: t.outcomes.any },
  { value: 'ok', label: t.outcomes.ok },
  { value: 'failed', label: t.outcomes.failed },
  { value: 'rejected', label: t.outcomes.rejected },
  { value: 'unknown', label: t.outcomes.unknown },
  { value: 'not-sent', label: t.outcomes.unsent },
  { value: 'not-found', label: t.outcomes.missing },
]

type CallSort = 'when' | 'duration'

const SORTS = [
  { value: 'when', label: t.sorts.newest },
  { value: 'duration', label: t.sorts.slowest },
] as const

interface OrderOfCalls {
  sort: CallSort
  onSort(sort: CallSort): void
}

interface CallFiltersProps extends OrderOfCalls {
  values: CallFilterValues
  /** Error groups can be filtered by days only. */
  onlyDays: boolean
  onChange(change: Partial<CallFilterValues>): void
  onClear(): void
}

function CallFilters({ values, onlyDays, onChange, onClear, sort, onSort }: CallFiltersProps) {
  const { endpoint, outcome, errorKind, code, id, from, to } = values
  const days = <DateRange chip from={from} to={to} onChange={onChange} />
  const count = (values: readonly string[]) => values.filter((value) => value !== '').length
  if (onlyDays) {
    return (
      <FilterBar count={count([from, to])} onClear={() => onChange({ from: '', to: '' })}>
        {days}
      </FilterBar>
    )
  }
  const endpoints = [...new Set([...GATEWAY_ENDPOINTS, ...(endpoint === '' ? [] : [endpoint])])]
  return (
    <FilterBar count={count(Object.values(values))} onClear={onClear}>
      <SelectFilter
        label={t.filters.call}
        value={endpoint}
        onChange={(next) => onChange({ endpoint: next })}
        options={[
          { value: '', label: t.outcomes.any },
          ...endpoints.map((value) => ({ value, label: endpointLabel(value) })),
        ]}
      />
      <SelectFilter
        label={t.filters.result}
        value={outcome}
        onChange={(next) => onChange({ outcome: next })}
        options={OUTCOMES}
      />
      {(errorKind !== '' || code !== '') && (
        <SelectFilter
          label={t.filters.error}
          value="set"
          onChange={() => onChange({ errorKind: '', code: '' })}
          options={[
            { value: 'set', label: [errorKindLabel(errorKind), code].filter((part) => part !== '').join(', ') },
            { value: '', label: t.outcomes.any },
          ]}
        />
      )}
      <TextFilter label={t.filters.id} value={id} onCommit={(next) => onChange({ id: next })} />
      {days}
      <SelectFilter<CallSort> label={t.filters.sort} value={sort} onChange={onSort} options={SORTS} />
    </FilterBar>
  )
}

interface CallListProps extends OrderOfCalls {
  filters: CallsQuery
  filtered: boolean
  onOpen(callId: string): void
  onClear(): void
}

const idOf = ({ callId }: ApiCall) => callId

function CallList({ filters, sort, onSort, filtered, onOpen, onClear }: CallListProps) {
  const query: CallsQuery = sort === 'duration' ? { ...filters, sort } : filters
  const list = useKeysetList(
    queryKeys.calls({ ...query }),
    ({ after, signal }) => consoleApi('GET /calls', { query: { ...query, after }, signal }),
    idOf,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onSort` does the same each time; new columns would render every row again
  const columns = useMemo(
    () =>
      COLUMNS.map((column) => {
        const by = column.id === 'duration' ? 'duration' : column.id === 'atMs' ? 'when' : undefined
        if (by === undefined) return column
        return {
          ...column,
          sort: { by: by === sort ? ('descending' as const) : ('none' as const), onSort: () => onSort(by) },
        }
      }),
    [sort],
  )
  return (
    <div className="-mt-2">
      {sort === 'duration' && <p className="mb-1 text-sm text-soft">{t.newest(MAX_SORTED_CALLS)}</p>}
      <RecordTable
        label={t.calls}
        columns={columns}
        list={list}
        idOf={idOf}
        onOpen={({ callId }) => onOpen(callId)}
        nameOf={({ callId, endpoint }) => t.open(callId, endpointLabel(endpoint))}
        hrefOf={({ callId }) => consoleUrl(`api-log?open=${callId}`)}
        noMatch={filtered && { title: t.noMatch, clearLabel: t.clear, onClear }}
        empty={{
          title: t.empty,
          text: t.emptyText,
        }}
      />
    </div>
  )
}

const COLUMNS: readonly Column<ApiCall>[] = [
  {
    id: 'endpoint',
    header: t.columns.call,
    phone: 'head',
    width: 'minmax(13rem, 1.4fr)',
    cell: ({ endpoint }) => endpointLabel(endpoint),
  },
  {
    id: 'result',
    header: t.columns.result,
    phone: 'end',
    width: '7rem',
    cell: ({ errorKind, outcome }) => (
      <StateBadge kind="call" state={outcome ?? (errorKind === undefined ? 'ok' : 'unknown')} />
    ),
  },
  {
    id: 'status',
    header: t.columns.status,
    width: 'minmax(9rem, 1fr)',
    cell: ({ httpStatus, errorKind }) =>
      [httpStatus, errorKind === undefined ? undefined : errorKindLabel(errorKind)].filter(Boolean).join(' · ') || '–',
  },
  {
    id: 'subject',
    header: t.columns.subject,
    width: 'minmax(10rem, 1.2fr)',
    cell: (call) => <SubjectLink {...call} />,
  },
  {
    id: 'duration',
    header: t.columns.duration,
    align: 'end',
    width: '6rem',
    cell: ({ tookMs }) => <span className="tabular-nums">{tookMs === undefined ? '–' : durationText(tookMs)}</span>,
  },
  { id: 'atMs', header: t.columns.when, width: '9rem', cell: ({ atMs }) => <Time atMs={atMs} seconds /> },
]
