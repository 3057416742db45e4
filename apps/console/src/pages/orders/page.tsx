import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { under } from '../../api/base.ts'
import { pathOf } from '../../api/path-of.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { Found } from './found.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { type OrdersSearch, queryOf, searchOf, VIEWS, viewOf } from './query-of.ts'

/** Every order of the books, by any filter; or what an id led to. */
export function Page() {
  const search: OrdersSearch = useSearch({ from: '/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const set = (change: OrdersSearch) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
  if (search.q !== undefined) return <Found q={search.q} />
  const query = queryOf(search)
  const clear = () => void navigate({ search: ({ columns }) => (columns ? { columns } : {}) })

  return (
    <PageFrame
      title="Orders"
      actions={
        <>
          <ColumnChoice chosen={search.columns} onChange={(columns) => set({ columns })} />
          <a href={under(pathOf('api/orders.csv', { query: { ...query } }))} download className={buttonClass('quiet')}>
            <Download size={16} aria-hidden />
            CSV<span className="unseen"> of these orders</span>
          </a>
        </>
      }
    >
      <Choices label="Orders to show" value={viewOf(search)} onChange={(view) => set(searchOf(view))} options={VIEWS} />
      <OrderFilters search={search} onChange={set} />
      <OrderList query={query} columns={search.columns} onSort={(sort) => set({ sort })} onClear={clear} />
    </PageFrame>
  )
}
