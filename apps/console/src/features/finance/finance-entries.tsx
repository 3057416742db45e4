import type { LedgerEntry } from '@galla/contract/gateway-api/ledger'
import { useNavigate } from '@tanstack/react-router'
import { consoleUrl } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { ToggleGroup } from '../../components/controls.tsx'
import { IdText } from '../../components/copy.tsx'
import type { DaySpan } from '../../components/date-span.ts'
import { RecordTable } from '../../components/list-page.tsx'
import { RefundLink } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { ACCOUNTS_HINT, accountsText, ledgerText, signedAmount, TIMES_HINT } from '../orders/ledger-messages.ts'
import { LedgerTime } from '../orders/ledger-time.tsx'

const GROUPS = [
  { value: '', label: 'All' },
  { value: 'collected', label: 'Collected' },
  { value: 'late-or-twice', label: 'Paid twice or late' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'automatic', label: 'Automatic refunds' },
] as const

interface FinanceEntriesProps {
  days: DaySpan
  /** As in the address. */
  group: string
  onGroup(group: string): void
}

const idOf = ({ entryId }: LedgerEntry) => String(entryId)

/** The entries behind a sum, newest first. */
export function FinanceEntries({ days, group, onGroup }: FinanceEntriesProps) {
  const navigate = useNavigate()
  const known = GROUPS.find(({ value }) => value === group)?.value ?? ''
  const query = { ...days, ...(known === '' ? {} : { group: known }) }
  const list = useKeysetList(
    queryKeys.ledger(query),
    ({ after, signal }) => consoleApi('GET /ledger', { query: { ...query, after }, signal }),
    idOf,
  )
  return (
    <>
      <ToggleGroup label="Entries to show" value={known} onChange={onGroup} options={GROUPS} />
      <RecordTable
        label="Ledger entries"
        columns={COLUMNS}
        list={list}
        idOf={idOf}
        onOpen={({ merchantOrderId }) => void navigate({ to: '/orders/$merchantOrderId', params: { merchantOrderId } })}
        nameOf={(entry) => `Open order ${entry.merchantOrderId}: ${ledgerText(entry)}`}
        hrefOf={({ merchantOrderId }) => consoleUrl(`orders/${encodeURIComponent(merchantOrderId)}`)}
        noMatch={
          known !== '' && {
            title: 'No such entry in these days',
            clearLabel: 'Show all entries',
            onClear: () => onGroup(''),
          }
        }
        empty={{
          title: 'No entry in these days',
          text: 'Every payment and every refund is an entry of its order’s ledger.',
        }}
      />
      <p className="mt-2 max-w-prose text-sm text-soft">
        {ACCOUNTS_HINT} {TIMES_HINT}
      </p>
    </>
  )
}

const COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    id: 'kind',
    header: 'Entry',
    phone: 'head',
    width: 'minmax(12rem, 1fr)',
    cell: ledgerText,
    second: accountsText,
  },
  {
    id: 'amount',
    header: 'Amount',
    phone: 'end',
    align: 'end',
    width: '9rem',
    cell: (entry) => signedAmount(entry),
  },
  {
    id: 'merchantOrderId',
    header: 'Order',
    width: '11rem',
    cell: ({ merchantOrderId }) => <IdText value={merchantOrderId} />,
    copy: ({ merchantOrderId }) => ({ value: merchantOrderId, what: 'order id' }),
  },
  {
    id: 'merchantRefundId',
    header: 'Refund',
    width: '11rem',
    cell: ({ merchantRefundId }) =>
      merchantRefundId === undefined ? '–' : <RefundLink merchantRefundId={merchantRefundId} />,
  },
  {
    id: 'valueAtMs',
    header: 'When',
    width: '10.5rem',
    cell: (entry) => <LedgerTime entry={entry} />,
  },
]
