import type { Refund } from '@galla/contract/gateway-api/refunds'
import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/query-keys.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { middleOut } from '../../ui/id.tsx'
import { OrderLink } from '../../ui/record-link.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { markState } from './mark-state.ts'
import { ORIGINS } from './words/refund-notes.ts'

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
