import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choices } from '../../ui/choices.tsx'
import { FilterBar, TextFilter } from '../../ui/filter-bar.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundList } from './refund-list.tsx'

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
export function Page() {
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
