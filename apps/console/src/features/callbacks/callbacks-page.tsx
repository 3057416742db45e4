import type { CallbackRecord, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { under } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/queries.ts'
import { Button, Choices } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { DayFilters, FilterBar, spanOf, TextFilter } from '../../components/filters.tsx'
import { Empty, PageFrame } from '../../components/page.tsx'
import { callbackColumns } from './callback-columns.tsx'
import { isWaiting, NOTHING, VIEWS, viewQuery } from './callback-messages.ts'
import { ChosenBar } from './selection-bar.tsx'

/** The inbox: everything that was sent to the callback address, and what became of it. */
export function CallbacksPage() {
  const { verdict = '', event = '', id = '', from = '', to = '' } = useSearch({ from: '/callbacks' })
  const navigate = useNavigate({ from: '/callbacks' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const set = (change: { verdict?: string; event?: string; id?: string; from?: string; to?: string }) => {
    setChosen(new Set())
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
  }
  const count = [event, id, from, to].filter((value) => value !== '').length
  const clear = () => set({ event: '', id: '', from: '', to: '' })
  return (
    <PageFrame title="Callbacks" aside={<span className="text-soft">Webhooks, as the provider also calls them</span>}>
      <Choices label="Which callbacks" value={verdict} onChange={(next) => set({ verdict: next })} options={VIEWS} />
      <FilterBar count={count} onClear={clear}>
        <TextFilter label="Order or refund id" value={id} onCommit={(next) => set({ id: next })} />
        <TextFilter
          label="Event"
          value={event}
          onCommit={(next) => set({ event: next })}
          placeholder="checkout.order.completed"
        />
        <DayFilters from={from} to={to} onChange={set} />
      </FilterBar>
      <CallbackList
        view={verdict}
        filters={{ event, id, ...spanOf({ from, to }), ...viewQuery(verdict) }}
        filtered={count > 0}
        chosen={chosen}
        onChoose={setChosen}
        onClear={clear}
      />
    </PageFrame>
  )
}

interface CallbackListProps {
  view: string
  filters: CallbacksQuery
  /** More than the view is asked for. */
  filtered: boolean
  chosen: ReadonlySet<string>
  onChoose(chosen: ReadonlySet<string>): void
  onClear(): void
}

const idOf = ({ callbackId }: CallbackRecord) => callbackId
/** Folding is told by no event of its own; it takes a moment. Milliseconds. */
const LOOK_AGAIN_MS = 2_000
/** Not for ever: what still waits after so many looks waits for longer than anybody watches. */
const FRESH_MS = 120_000

export function CallbackList({ view, filters, filtered, chosen, onChoose, onClear }: CallbackListProps) {
  const navigate = useNavigate()
  const list = useKeysetList(
    keys.callbacks({ ...filters }),
    ({ after, signal }) => call('GET /callbacks', { query: { ...filters, after }, signal }),
    idOf,
  )
  const { rows, retry } = list
  useEffect(() => {
    const news = rows?.some((row) => isWaiting(row) && Date.now() - row.receivedAtMs < FRESH_MS)
    if (!news) return
    const timer = setTimeout(retry, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [rows, retry])

  const columns = useMemo(() => callbackColumns(chosen, onChoose), [chosen, onChoose])
  const nothing = NOTHING[view] ?? NOTHING['']
  return (
    <>
      <DataTable
        label="Callbacks"
        columns={columns}
        list={list}
        idOf={idOf}
        onOpen={({ callbackId }) => void navigate({ to: '/callbacks/$callbackId', params: { callbackId } })}
        nameOf={({ callbackId, event }) => `Open callback ${callbackId}, ${event || 'refused'}`}
        hrefOf={({ callbackId }) => under(`callbacks/${callbackId}`)}
        empty={
          filtered ? (
            <Empty title="No callback like that">
              <Button onClick={onClear}>Clear filters</Button>
            </Empty>
          ) : (
            <Empty title={nothing?.title ?? ''}>
              <p>{nothing?.says}</p>
            </Empty>
          )
        }
      />
      {rows !== undefined && chosen.size > 0 && <ChosenBar rows={rows} chosen={chosen} onChoose={onChoose} />}
    </>
  )
}
