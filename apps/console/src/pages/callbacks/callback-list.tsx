import type { CallbackRecord, CallbacksQuery } from '@galla/contract/gateway-api/callbacks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { callbackColumns } from './columns.tsx'
import { isWaiting } from './outcome.ts'
import { NOTHING } from './views.ts'

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
