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
import { messages } from '../../i18n/messages.ts'
import { describeState } from '../../i18n/terms.ts'
import { refundsEnglish } from './english.ts'
import { AboutApproval } from './refund-approval.tsx'
import { initiator, isPerson, RefundDialog, shortInitiator } from './refund-details.tsx'

const t = messages('refunds/list', refundsEnglish)

const stateOption = (value: string) => ({ value, label: describeState('refund', value).label })

const STATES = [
  { value: '', label: t.all },
  stateOption('TO_APPROVE'),
  { value: 'OPEN', label: t.isOpen },
  stateOption('REQUESTED'),
  stateOption('PENDING'),
  stateOption('CONFIRMED'),
  stateOption('COMPLETED'),
  stateOption('FAILED'),
  stateOption('NEEDS_REVIEW'),
]

/** Titles of a state that no refund is in, while no other filter is set. */
const EMPTY_TITLES: { readonly [state: string]: string } = t.noneIn

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
      title={t.title}
      totals={useTotalsText(refundTotalsQuery(toQuery(filters)), { noun: 'refund', done: 'refunded' })}
      savedViews="refunds"
      actions={
        <Allowed to="POST /refund-files">
          <Link to="/refund-files" className={buttonClass()}>
            <FileUp size={16} aria-hidden />
            {t.fromFile}
          </Link>
        </Allowed>
      }
      views={{ label: t.state, value: state, onChange: (next) => setSearch({ state: next }), options: STATES }}
      filters={
        <FilterBar count={count} onClear={() => setSearch({ reference: '', merchantOrderId: '', from: '', to: '' })}>
          <DateRange chip label={t.created} from={from} to={to} onChange={setSearch} />
          <TextFilter
            label={t.reference}
            value={reference}
            onCommit={(next) => setSearch({ reference: next })}
            placeholder="cart-…"
          />
          <TextFilter
            label={t.orderId}
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
      nameOf={({ merchantRefundId }) => t.open(merchantRefundId)}
      hrefOf={({ merchantRefundId }) => consoleUrl(`refunds?open=${encodeURIComponent(merchantRefundId)}`)}
      noMatch={
        (state !== '' || count > 0) && {
          title: (count === 0 && EMPTY_TITLES[state]) || (state === 'TO_APPROVE' ? t.noneIn.TO_APPROVE : t.noMatch),
          text: state === 'TO_APPROVE' && <AboutApproval />,
          clearLabel: t.showAll,
          onClear: () => setSearch({ state: '', reference: '', merchantOrderId: '', from: '', to: '' }),
        }
      }
      empty={t.none}
    >
      {open !== undefined && <RefundDialog merchantRefundId={open} onClose={() => setSearch({ open: '' })} />}
    </ListPage>
  )
}

const COLUMNS: readonly Column<ListedRefund>[] = [
  {
    id: 'merchantRefundId',
    header: t.columns.refund,
    phone: 'head',
    width: 'minmax(9rem, 1.5fr)',
    cell: ({ merchantRefundId }) => <IdText value={merchantRefundId} />,
    copy: ({ merchantRefundId }) => ({ value: merchantRefundId, what: t.copy.refund }),
  },
  {
    id: 'amount',
    header: t.columns.amount,
    phone: 'end',
    align: 'end',
    width: '7.5rem',
    cell: ({ amount }) => <Amount paise={amount} />,
  },
  {
    id: 'state',
    header: t.state,
    width: '8rem',
    cell: (row) => <StateBadge kind="refund" state={refundState(row)} />,
  },
  {
    id: 'merchantOrderId',
    header: t.columns.order,
    width: '14.5rem',
    cell: ({ merchantOrderId, reference }) => <OrderLink merchantOrderId={merchantOrderId}>{reference}</OrderLink>,
    second: ({ merchantOrderId }) => <IdText value={merchantOrderId} />,
    copy: ({ merchantOrderId }) => ({ value: merchantOrderId, what: t.copy.order }),
  },
  {
    id: 'origin',
    header: t.columns.by,
    phone: 'none',
    cell: (row) => (
      <span title={initiator(row)} translate={isPerson(row) ? 'no' : undefined} className={TWO_LINES}>
        {shortInitiator(row)}
      </span>
    ),
  },
  {
    id: 'createdAtMs',
    header: t.created,
    width: '8rem',
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
]
