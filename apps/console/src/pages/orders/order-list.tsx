import type { Order, OrdersQuery } from '@galla/contract/gateway-api/orders'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/query-keys.ts'
import { amountText } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { columnsOf } from './columns.tsx'

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
