import type { Refund } from '@galla/contract/gateway-api/refunds'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { under } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/queries.ts'
import { Button, Choices } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar, TextFilter } from '../../components/filters.tsx'
import { Empty, PageFrame } from '../../components/page.tsx'
import { Amount, markState, OrderLink, StateMark, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { middleOut } from '../../i18n/format.ts'
import { ORIGINS, RefundDialog } from './refund-details.tsx'

const STATES = [
  { value: '', label: 'All' },
  { value: 'OPEN', label: 'Open' },
  { value: 'REQUESTED', label: 'Requested' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'CONFIRMED', label: 'Confirmed' },
  { value: 'COMPLETED', label: 'Refunded' },
  { value: 'FAILED', label: 'Failed' },
]

/** Money on its way back: every refund, by whom it was wanted, and where it stands. */
export function RefundsPage() {
  const { state = '', merchantOrderId = '', open } = useSearch({ from: '/refunds' })
  const navigate = useNavigate({ from: '/refunds' })
  const set = (change: { state?: string; merchantOrderId?: string; open?: string }, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  const clear = () => set({ state: '', merchantOrderId: '' })
  return (
    <PageFrame title="Refunds">
      <Choices label="State" value={state} onChange={(next) => set({ state: next })} options={STATES} />
      <FilterBar count={merchantOrderId === '' ? 0 : 1} onClear={() => set({ merchantOrderId: '' })}>
        <TextFilter
          label="Order id"
          value={merchantOrderId}
          onCommit={(next) => set({ merchantOrderId: next })}
          placeholder="Your merchantOrderId"
        />
      </FilterBar>
      <RefundList
        state={state}
        merchantOrderId={merchantOrderId}
        onOpen={(id) => set({ open: id }, false)}
        onClear={clear}
      />
      {open !== undefined && <RefundDialog merchantRefundId={open} onClose={() => set({ open: '' })} />}
    </PageFrame>
  )
}

interface RefundListProps {
  state: string
  merchantOrderId: string
  onOpen(merchantRefundId: string): void
  onClear(): void
}

const idOf = ({ merchantRefundId }: Refund) => merchantRefundId

export function RefundList({ state, merchantOrderId, onOpen, onClear }: RefundListProps) {
  const filters = { state, merchantOrderId }
  const list = useKeysetList(
    keys.refunds(filters),
    ({ after, signal }) => call('GET /refunds', { query: { ...filters, after }, signal }),
    idOf,
  )
  return (
    <DataTable
      label="Refunds"
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={(row) => onOpen(row.merchantRefundId)}
      nameOf={({ merchantRefundId }) => `Open refund ${merchantRefundId}`}
      hrefOf={({ merchantRefundId }) => under(`refunds?open=${encodeURIComponent(merchantRefundId)}`)}
      empty={
        state === '' && merchantOrderId === '' ? (
          <Empty title="No money went back yet">
            <p>A refund is asked for on the page of a paid order, or by your code. It is then followed here.</p>
          </Empty>
        ) : (
          <Empty title="No refund like that">
            <Button onClick={onClear}>Show all refunds</Button>
          </Empty>
        )
      }
    />
  )
}

const COLUMNS: readonly Column<Refund>[] = [
  {
    id: 'merchantRefundId',
    header: 'Refund',
    phone: 'head',
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ merchantRefundId }) => (
      <span className="font-mono text-xs" title={merchantRefundId}>
        {middleOut(merchantRefundId, 26)}
      </span>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    phone: 'end',
    align: 'end',
    width: '8rem',
    cell: ({ amount }) => <Amount paise={amount} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '8rem',
    cell: (row) => <StateMark kind="refund" state={markState(row)} />,
  },
  {
    id: 'merchantOrderId',
    header: 'Order',
    width: '12.5rem',
    cell: ({ merchantOrderId }) => <OrderLink merchantOrderId={merchantOrderId} most={24} />,
  },
  { id: 'origin', header: 'Wanted by', phone: 'none', cell: ({ origin }) => ORIGINS[origin] },
  {
    id: 'createdAtMs',
    header: 'Asked for',
    width: '8rem',
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
]
