import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { consoleUrl, stringifySearch } from '../../api/browser.ts'
import { Button } from '../../components/controls.tsx'
import { useKeys } from '../../components/keyboard.ts'
import { leftRow, useHistoryEntry } from '../../components/left-row.ts'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { orderEnglish } from './english-order.ts'
import { useOrderList } from './order-list.ts'
import type { OrdersSearch } from './orders-query.ts'

const { neighbours: t } = messages('orders/order', orderEnglish)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filters of the list from which an order was opened. */
    list?: OrdersSearch
  }
}

/** Leads back to the list, and to the orders before and after this one in the list from which it was opened. */
export function OrderNeighbours({ merchantOrderId }: { merchantOrderId: string }) {
  const list = useRouterState({ select: ({ location }) => location.state.list })
  const { history } = useRouter()
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4">
      <a
        href={consoleUrl(`orders${stringifySearch({ ...list })}`)}
        className="underline underline-offset-4 hover:text-ink"
        onClick={(event) => {
          if (list === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          history.back()
        }}
      >
        {t.list}
      </a>
      {list && <Neighbours search={list} merchantOrderId={merchantOrderId} />}
    </span>
  )
}

function Neighbours({ search, merchantOrderId }: { search: OrdersSearch; merchantOrderId: string }) {
  const navigate = useNavigate()
  const entry = useHistoryEntry()
  const { rows = [], hasMore, loadingMore, loadMore } = useOrderList(search)
  const found = rows.findIndex((row) => row.merchantOrderId === merchantOrderId)
  // An order that no longer passes the filters keeps its place between the others.
  const [place, setPlace] = useState(found)
  if (found >= 0 && found !== place) setPlace(found)
  const previous = rows[place - 1]?.merchantOrderId
  const next = rows[found < 0 ? place : found + 1]?.merchantOrderId

  // The list is the entry before: each of its orders takes the place of the last one.
  useEffect(() => leftRow.set({ id: merchantOrderId, entry: entry - 1 }), [merchantOrderId, entry])
  const isLast = place >= 0 && next === undefined && hasMore && !loadingMore
  // biome-ignore lint/correctness/useExhaustiveDependencies: loadMore is a new function with the same effect on each render
  useEffect(() => {
    if (isLast) loadMore()
  }, [isLast])
  const show = (id: string | undefined) => {
    if (id === undefined) return
    const params = { merchantOrderId: id }
    void navigate({ to: '/orders/$merchantOrderId', params, state: { list: search }, replace: true })
  }
  const keys = { n: () => show(next), p: () => show(previous) }
  useKeys(keys)
  if (place < 0) return null
  return (
    <span className="flex items-center gap-1 tabular-nums">
      <Button small variant="ghost" disabled={previous === undefined} aria-keyshortcuts="p" onClick={keys.p}>
        <ChevronLeft size={16} aria-hidden />
        {t.previous}
        <span className="sr-only">{t.order}</span>
      </Button>
      <span>{t.place(countText(place + 1), `${countText(rows.length)}${hasMore ? '+' : ''}`)}</span>
      <Button small variant="ghost" disabled={next === undefined} aria-keyshortcuts="n" onClick={keys.n}>
        {t.next}
        <span className="sr-only">{t.order}</span>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </span>
  )
}
