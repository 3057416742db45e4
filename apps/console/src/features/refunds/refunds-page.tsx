import type { ListedRefund, RefundsQuery } from '@galla/contract/gateway-api/refunds'
import { Link, useSearch } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys, refundTotalsQuery } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { IdText } from '../../components/copy.tsx'
import { DateRange } from '../../components/date-range.tsx'
import { dayRange, FilterBar, TextFilter } from '../../components/filters.tsx'
import { ListPage, useTotalsText } from '../../components/list-page.tsx'
import { Amount, OrderLink, refundState, StateBadge, Time } from '../../components/records.tsx'
import { type Column, TWO_LINES } from '../../components/table-row.tsx'
import { AboutApproval } from './refund-approval.tsx'
import { initiator, RefundDialog, shortInitiator } from './refund-details.tsx'

const STATES = [
  { value: '', label: 'All' },
  { value: 'TO_APPROVE', label: 'To approve' },
  { value: 'OPEN', label: 'Open' },
  { value: 'REQUESTED', label: 'Requested' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'CONFIRMED', label: 'Confirmed' },
  { value: 'COMPLETED', label: 'Refunded' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'NEEDS_REVIEW', label: 'Needs review' },
]

const TO_APPROVE = 'No refund to approve'

/** Titles of a state that no refund is in, while no other filter is set. */
const EMPTY_TITLES: { readonly [state: string]: string } = {
  TO_APPROVE,
  OPEN: 'No open refund',
  REQUESTED: 'No requested refund',
  PENDING: 'No pending refund',
  CONFIRMED: 'No confirmed refund',
  COMPLETED: 'No completed refund',
  FAILED: 'No failed refund',
  NEEDS_REVIEW: 'No refund needs review',
}

/** `NEEDS_REVIEW` is not a state of a refund: one in any state may need review. Nor is `TO_APPROVE`. */
const toQuery = ({ state = '', ...others }: RefundsQuery): RefundsQuery =>
  state === 'TO_APPROVE'
    ? { ...others, awaitsApproval: 'true' }
    : state === 'NEEDS_REVIEW'
      ? { ...others, needsReview: 'true' }
      : { state, ...others }

const idOf = ({ merchantRefundId }: ListedRefund) => merchantRefundId

export function RefundsPage() {
  const search = useSearch({ from: '/refunds' })
  const { state = '', reference = '', merchantOrderId = '', from = '', to = '', open } = search
  const setSearch = useSetSearch<Required<typeof search>>()
  const filters = { state, reference, merchantOrderId, ...dayRange({ from, to }) }
  const count = [reference, merchantOrderId, from || to].filter((one) => one !== '').length
  const list = useKeysetList(
    queryKeys.refunds(filters),
    ({ after, signal }) => consoleApi('GET /refunds', { query: { ...toQuery(filters), after }, signal }),
    idOf,
  )
  return (
    <ListPage
      title="Refunds"
      totals={useTotalsText(refundTotalsQuery(toQuery(filters)), { noun: 'refund', done: 'refunded' })}
      savedViews="refunds"
      actions={
        <Allowed to="POST /refund-files">
          <Link to="/refund-files" className={buttonClass()}>
            <FileUp size={16} aria-hidden />
            Refund from a file
          </Link>
        </Allowed>
      }
      views={{ label: 'State', value: state, onChange: (next) => setSearch({ state: next }), options: STATES }}
      filters={
        <FilterBar count={count} onClear={() => setSearch({ reference: '', merchantOrderId: '', from: '', to: '' })}>
          <DateRange chip label="Created" from={from} to={to} onChange={setSearch} />
          <TextFilter
            label="Reference"
            value={reference}
            onCommit={(next) => setSearch({ reference: next })}
            placeholder="cart-…"
          />
          <TextFilter
            label="Order ID"
            value={merchantOrderId}
            onCommit={(next) => setSearch({ merchantOrderId: next })}
            placeholder="o-…"
          />
        </FilterBar>
      }
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ merchantRefundId }) => setSearch({ open: merchantRefundId }, { push: true })}
      nameOf={({ merchantRefundId }) => `Open refund ${merchantRefundId}`}
      hrefOf={({ merchantRefundId }) => consoleUrl(`refunds?open=${encodeURIComponent(merchantRefundId)}`)}
      noMatch={
        (state !== '' || count > 0) && {
          title: (count === 0 && EMPTY_TITLES[state]) || (state === 'TO_APPROVE' ? TO_APPROVE : 'No refund matches'),
          text: state === 'TO_APPROVE' && <AboutApproval />,
          clearLabel: 'Show all refunds',
          onClear: () => setSearch({ state: '', reference: '', merchantOrderId: '', from: '', to: '' }),
        }
      }
      empty={{ title: 'No refund yet', text: 'Create one on the page of a completed order, or from your code.' }}
    >
      {open !== undefined && <RefundDialog merchantRefundId={open} onClose={() => setSearch({ open: '' })} />}
    </ListPage>
  )
}

const COLUMNS: readonly Column<ListedRefund>[] = [
  {
    id: 'merchantRefundId',
    header: 'Refund',
    phone: 'head',
    width: 'minmax(9rem, 1.5fr)',
    cell: ({ merchantRefundId }) => <IdText value={merchantRefundId} />,
    copy: ({ merchantRefundId }) => ({ value: merchantRefundId, what: 'refund id' }),
  },
  {
    id: 'amount',
    header: 'Amount',
    phone: 'end',
    align: 'end',
    width: '7.5rem',
    cell: ({ amount }) => <Amount paise={amount} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '8rem',
    cell: (row) => <StateBadge kind="refund" state={refundState(row)} />,
  },
  {
    id: 'merchantOrderId',
    header: 'Order',
    width: '14.5rem',
    cell: ({ merchantOrderId, reference }) => <OrderLink merchantOrderId={merchantOrderId}>{reference}</OrderLink>,
    second: ({ merchantOrderId }) => <IdText value={merchantOrderId} />,
    copy: ({ merchantOrderId }) => ({ value: merchantOrderId, what: 'order id' }),
  },
  {
    id: 'origin',
    header: 'Initiated by',
    phone: 'none',
    cell: (row) => (
      <span title={initiator(row)} className={TWO_LINES}>
        {shortInitiator(row)}
      </span>
    ),
  },
  {
    id: 'createdAtMs',
    header: 'Created',
    width: '8rem',
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
]
