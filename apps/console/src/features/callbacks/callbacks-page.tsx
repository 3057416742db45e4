import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { DateRange } from '../../components/date-range.tsx'
import { dayRange, FilterBar, TextFilter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list-page.tsx'
import type { Selected } from '../../components/selection.tsx'
import { messages } from '../../i18n/messages.ts'
import { callbackColumns } from './callback-columns.tsx'
import { EMPTY_VIEWS, isUnprocessed, VIEWS, viewQuery } from './callback-messages.ts'
import { webhooksEnglish } from './english.ts'
import { ReplayBar } from './replay-bar.tsx'

const t = messages('callbacks/list', webhooksEnglish)

interface CallbacksSearch {
  verdict: string
  event: string
  id: string
  from: string
  to: string
}

const idOf = ({ callbackId }: CallbackRecord) => callbackId

/** No live event announces that a callback was applied, so an unprocessed one is read again after this time. */
const REFRESH_MS = 2_000
/** Older unprocessed callbacks are not polled for. */
const MAX_AGE_MS = 120_000

/** All requests to the callback address. */
export function CallbacksPage() {
  const { verdict = '', event = '', id = '', from = '', to = '' } = useSearch({ from: '/webhooks' })
  const navigate = useNavigate({ from: '/webhooks' })
  const setSearch = useSetSearch<CallbacksSearch>()
  const [selected, setSelected] = useState<Selected>(new Set())
  const change = (search: Partial<CallbacksSearch>) => {
    setSelected(new Set())
    setSearch(search)
  }

  const query = { event, id, ...dayRange({ from, to }), ...viewQuery(verdict) }
  const list = useKeysetList(
    queryKeys.callbacks(query),
    ({ after, signal }) => consoleApi('GET /callbacks', { query: { ...query, after }, signal }),
    idOf,
  )
  const { rows, retry } = list
  useEffect(() => {
    const isFresh = rows?.some((row) => isUnprocessed(row) && Date.now() - row.receivedAtMs < MAX_AGE_MS)
    if (!isFresh) return
    const timer = setTimeout(retry, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [rows, retry])

  const columns = useMemo(() => callbackColumns(selected, setSelected), [selected])
  const count = [event, id, from, to].filter((value) => value !== '').length
  const clear = () => change({ event: '', id: '', from: '', to: '' })
  return (
    <ListPage
      title={t.title}
      savedViews="webhooks"
      aside={t.aside}
      views={{
        label: t.show,
        value: verdict,
        onChange: (next) => change({ verdict: next }),
        options: VIEWS,
      }}
      filters={
        <FilterBar count={count} onClear={clear}>
          <TextFilter label={t.id} value={id} onCommit={(next) => change({ id: next })} />
          <TextFilter
            label={t.event}
            value={event}
            onCommit={(next) => change({ event: next })}
            placeholder={t.eventExample}
          />
          <DateRange chip label={t.received} from={from} to={to} onChange={change} />
        </FilterBar>
      }
      columns={columns}
      list={list}
      idOf={idOf}
      onOpen={({ callbackId }) => void navigate({ to: '/webhooks/$callbackId', params: { callbackId } })}
      nameOf={({ callbackId, event }) => t.open(callbackId, event || t.refused)}
      hrefOf={({ callbackId }) => consoleUrl(`webhooks/${callbackId}`)}
      noMatch={count > 0 && { title: t.noMatch, clearLabel: t.clear, onClear: clear }}
      empty={EMPTY_VIEWS[verdict] ?? EMPTY_VIEWS['']}
    >
      {rows !== undefined && selected.size > 0 && <ReplayBar rows={rows} selected={selected} onSelect={setSelected} />}
    </ListPage>
  )
}
