import type { Order, OrdersQuery } from '@galla/contract/gateway-api/orders'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { under } from '../../api/browser.ts'
import { call, pathOf } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/queries.ts'
import { Button, buttonClass, Choices, Select } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { DayFilters, FilterBar, RupeeFilter } from '../../components/filters.tsx'
import { Empty, PageFrame } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { MODES, modeWord } from '../../i18n/terms.ts'
import { ColumnChoice, columnsOf } from './order-columns.tsx'
import { countFilters, type OrdersSearch, queryOf, searchOf, VIEWS, viewOf } from './orders-query.ts'
import { Found } from './search-results.tsx'

/** Every order of the books, by any filter; or what an id led to. */
export function OrdersPage() {
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

interface OrderFiltersProps {
  search: OrdersSearch
  onChange(change: OrdersSearch): void
}

const SORTS = [
  { value: 'created', label: 'Newest first' },
  { value: 'updated', label: 'Last changed first' },
  { value: 'amount', label: 'Largest first' },
]

const NONE: OrdersSearch = { paymentMode: '', from: '', to: '', minAmount: '', maxAmount: '' }

export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { paymentMode = '', from = '', to = '', minAmount = '', maxAmount = '', sort = 'created' } = search
  // One that came by an address is chosen as well, whether it is known here or not.
  const modes = paymentMode === '' || MODES.includes(paymentMode) ? MODES : [...MODES, paymentMode]
  return (
    <FilterBar count={countFilters(search)} onClear={() => onChange(NONE)}>
      <Select
        label="Payment mode"
        value={paymentMode}
        onChange={(next) => onChange({ paymentMode: next })}
        options={[{ value: '', label: 'Any' }, ...modes.map((value) => ({ value, label: modeWord(value) }))]}
        className="md:w-40"
      />
      <DayFilters from={from} to={to} onChange={onChange} />
      <RupeeFilter label="From ₹" paise={minAmount} onCommit={(next) => onChange({ minAmount: next })} />
      <RupeeFilter label="To ₹" paise={maxAmount} onCommit={(next) => onChange({ maxAmount: next })} />
      <Select
        label="Sort"
        value={sort}
        onChange={(next) => onChange({ sort: next === 'created' ? '' : next })}
        options={SORTS}
        className="md:w-44"
      />
    </FilterBar>
  )
}

interface OrderListProps {
  query: OrdersQuery
  columns: string | undefined
  /** By a press on a column's head: empty for newest first. */
  onSort(sort: string): void
  onClear(): void
}

/** Enough for several screens; the next page comes before it is reached. */
const PAGE = '200'

const SORTED: { readonly [column: string]: string } = { made: 'created', amount: 'amount', changed: 'updated' }

const idOf = ({ merchantOrderId }: Order) => merchantOrderId

export function OrderList({ query, columns, onSort, onClear }: OrderListProps) {
  const navigate = useNavigate()
  const list = useKeysetList(
    keys.orders({ ...query }),
    ({ after, signal }) => call('GET /orders', { query: { ...query, limit: PAGE, after }, signal }),
    idOf,
  )
  const { sort = 'created' } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: onSort is a new function of the same meaning each time
  const shown = useMemo(
    () =>
      columnsOf(columns).map((column) => {
        const by = SORTED[column.id]
        if (by === undefined) return column
        return {
          ...column,
          sort: {
            by: by === sort ? ('descending' as const) : ('none' as const),
            onSort: () => onSort(by === 'created' ? '' : by),
          },
        }
      }),
    [columns, sort],
  )
  const filtered = Object.keys(query).some((name) => name !== 'sort')
  return (
    <DataTable
      label="Orders"
      columns={shown}
      list={list}
      idOf={idOf}
      onOpen={({ merchantOrderId }) => void navigate({ to: '/orders/$merchantOrderId', params: { merchantOrderId } })}
      nameOf={({ reference, state, amount }) => `Open the order of ${reference}, ${amountText(amount)}, ${state}`}
      hrefOf={({ merchantOrderId }) => under(`orders/${encodeURIComponent(merchantOrderId)}`)}
      empty={
        filtered ? (
          <Empty title="No order like that">
            <Button onClick={onClear}>Show all orders</Button>
          </Empty>
        ) : (
          <Empty title="No order yet">
            <p>An order stands here as soon as it is made, before the provider has heard of it.</p>
          </Empty>
        )
      }
    />
  )
}
