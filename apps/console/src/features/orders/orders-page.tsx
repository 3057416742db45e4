import type { Order } from '@galla/contract/gateway-api/orders'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Columns3, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { buildPath } from '../../api/client.ts'
import { useMayCall } from '../../api/permissions.tsx'
import { orderTotalsQuery } from '../../api/queries.ts'
import { DateRange } from '../../components/date-range.tsx'
import { FilterBar, RupeeFilter, SelectFilter } from '../../components/filters.tsx'
import { ListPage, useTotalsText } from '../../components/list-page.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { orderState } from '../../components/records.tsx'
import { type Selected, SelectRow } from '../../components/selection.tsx'
import { shortReason } from '../../i18n/failure-messages.ts'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { describeState, PAYMENT_MODES, paymentModeLabel } from '../../i18n/terms.ts'
import { listEnglish } from './english-list.ts'
import { ColumnDialog, visibleColumns } from './order-columns.tsx'
import { idOf, useOrderList } from './order-list.ts'
import { OrderSelection } from './order-selection.tsx'
import {
  countFilters,
  currentView,
  emptyTitle,
  type OrdersSearch,
  ordersQuery,
  VIEWS,
  viewParams,
} from './orders-query.ts'
import { SearchResults } from './search-results.tsx'

const t = messages('orders/list', listEnglish)

/** The list of orders, or the results of a search by id. */
export function OrdersPage() {
  const search: OrdersSearch = useSearch({ from: '/orders' })
  return search.q === undefined ? <OrderList search={search} /> : <SearchResults q={search.q} />
}

/** The value of `sort` by column. */
const SORT_BY_COLUMN: { readonly [column: string]: string } = {
  created: 'created',
  amount: 'amount',
  updated: 'updated',
}

function OrderList({ search }: { search: OrdersSearch }) {
  const navigate = useNavigate({ from: '/orders' })
  const setSearch = useSetSearch<OrdersSearch>()
  const query = ordersQuery(search)
  const { sort = 'created', ...filters } = query
  const may = useMayCall()
  const [choosing, setChoosing] = useState(false)
  const [selected, setSelected] = useState<Selected>(new Set())
  const canSelect = may('POST /orders/:merchantOrderId/sync') || may('GET /orders.csv')
  const list = useOrderList(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: setSearch is a new function with the same effect on each render
  const columns = useMemo(
    () =>
      visibleColumns(search.columns, canSelect ? selectOrder(selected, setSelected) : undefined).map((column) => {
        const by = SORT_BY_COLUMN[column.id]
        if (by === undefined) return column
        const onSort = () => setSearch({ sort: by === 'created' ? '' : by })
        return { ...column, sort: { by: by === sort ? ('descending' as const) : ('none' as const), onSort } }
      }),
    [search.columns, sort, selected, canSelect],
  )
  return (
    <ListPage
      title={t.title}
      totals={useTotalsText(orderTotalsQuery(filters), { noun: 'order', done: 'paid' })}
      savedViews="orders"
      menu={[
        { label: t.columns, Icon: Columns3, onPress: () => setChoosing(true) },
        ...(may('GET /orders.csv') ? files(search) : []),
      ]}
      views={{
        label: t.label,
        value: currentView(search),
        onChange: (view) => setSearch(viewParams(view)),
        options: VIEWS,
      }}
      filters={<OrderFilters search={search} onChange={setSearch} />}
      columns={columns}
      list={list}
      idOf={idOf}
      onOpen={({ merchantOrderId }) =>
        void navigate({ to: '/orders/$merchantOrderId', params: { merchantOrderId }, state: { list: search } })
      }
      nameOf={(order) =>
        t.open(order.reference, amountText(order.amount), describeState('order', orderState(order)).label)
      }
      hrefOf={({ merchantOrderId }) => consoleUrl(`orders/${encodeURIComponent(merchantOrderId)}`)}
      noMatch={
        Object.keys(query).some((name) => name !== 'sort') && {
          title: emptyTitle(search),
          clearLabel: t.showAll,
          onClear: () => void navigate({ search: ({ columns }) => (columns ? { columns } : {}) }),
        }
      }
      empty={t.none}
    >
      {list.rows !== undefined && <OrderSelection rows={list.rows} selected={selected} onSelect={setSelected} />}
      {choosing && (
        <ColumnDialog
          selected={search.columns}
          onChange={(columns) => setSearch({ columns })}
          onClose={() => setChoosing(false)}
        />
      )}
    </ListPage>
  )
}

/** Returns the checkbox of an order. */
const selectOrder = (selected: Selected, onSelect: (selected: Selected) => void) => (order: Order) => (
  <SelectRow id={order.merchantOrderId} label={t.select(order.reference)} selected={selected} onSelect={onSelect} />
)

/** The files of the listed orders and of the ledger in the same days. */
function files(search: OrdersSearch): readonly MenuItem[] {
  const days = ledgerDays(search)
  return [
    {
      label: t.files.orders,
      Icon: Download,
      href: consoleUrl(buildPath('api/orders.csv', { query: { ...ordersQuery(search) } })),
    },
    {
      label: days.from ? t.files.ledger : t.files.ledgerToday,
      Icon: Download,
      href: consoleUrl(buildPath('api/ledger.csv', { query: days })),
    },
  ]
}

/** The days of the filter, for the export of the ledger; without one, the gateway exports today. */
const ledgerDays = ({ from, to }: OrdersSearch) => {
  const [first, last] = [from || to || undefined, to || undefined]
  return { from: first, to: last }
}

const SORTS = [
  { value: 'created', label: t.sorts.created },
  { value: 'updated', label: t.sorts.updated },
  { value: 'amount', label: t.sorts.amount },
]

const NO_FILTERS: OrdersSearch = { paymentMode: '', failure: '', from: '', to: '', minAmount: '', maxAmount: '' }

interface OrderFiltersProps {
  search: OrdersSearch
  onChange(change: OrdersSearch): void
}

function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const {
    paymentMode = '',
    failure = '',
    from = '',
    to = '',
    minAmount = '',
    maxAmount = '',
    sort = 'created',
  } = search
  // An unknown mode in the address is an option as well, so that the select shows it.
  const modes =
    paymentMode === '' || PAYMENT_MODES.includes(paymentMode) ? PAYMENT_MODES : [...PAYMENT_MODES, paymentMode]
  return (
    <FilterBar count={countFilters(search)} onClear={() => onChange(NO_FILTERS)}>
      <SelectFilter
        label={t.filters.mode}
        value={paymentMode}
        onChange={(next) => onChange({ paymentMode: next })}
        options={[
          { value: '', label: t.filters.any },
          ...modes.map((value) => ({ value, label: paymentModeLabel(value) })),
        ]}
      />
      {failure !== '' && (
        <SelectFilter
          label={t.filters.reason}
          value={failure}
          onChange={(next) => onChange({ failure: next })}
          options={[
            { value: '', label: t.filters.any },
            { value: failure, label: shortReason(failure) },
          ]}
        />
      )}
      <DateRange chip label={t.filters.created} from={from} to={to} onChange={onChange} />
      <RupeeFilter label={t.filters.from} paise={minAmount} onCommit={(next) => onChange({ minAmount: next })} />
      <RupeeFilter label={t.filters.to} paise={maxAmount} onCommit={(next) => onChange({ maxAmount: next })} />
      <SelectFilter
        label={t.filters.sort}
        value={sort}
        onChange={(next) => onChange({ sort: next === 'created' ? '' : next })}
        options={SORTS}
      />
    </FilterBar>
  )
}
