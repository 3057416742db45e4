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
import { messages } from '../../i18n/messages.ts'
import { ACCOUNTS_HINT, accountsText, ledgerText, signedAmount, TIMES_HINT } from '../orders/ledger-messages.ts'
import { LedgerTime } from '../orders/ledger-time.tsx'
import { entriesEnglish, financeEnglish } from './english.ts'

const t = messages('finance/entries', entriesEnglish)
const { groups } = messages('finance', financeEnglish)

const GROUPS = [
  { value: '', label: groups.all },
  { value: 'collected', label: groups.collected },
  { value: 'late-or-twice', label: groups['late-or-twice'] },
  { value: 'refunded', label: groups.refunded },
  { value: 'automatic', label: groups.automatic },
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
      <ToggleGroup label={t.show} value={known} onChange={onGroup} options={GROUPS} />
      <RecordTable
        label={t.label}
        columns={COLUMNS}
        list={list}
        idOf={idOf}
        onOpen={({ merchantOrderId }) => void navigate({ to: '/orders/$merchantOrderId', params: { merchantOrderId } })}
        nameOf={(entry) => t.open(entry.merchantOrderId, ledgerText(entry))}
        hrefOf={({ merchantOrderId }) => consoleUrl(`orders/${encodeURIComponent(merchantOrderId)}`)}
        noMatch={
          known !== '' && {
            title: t.noMatch.title,
            clearLabel: t.noMatch.clear,
            onClear: () => onGroup(''),
          }
        }
        empty={t.none}
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
    header: t.columns.entry,
    phone: 'head',
    width: 'minmax(12rem, 1fr)',
    cell: ledgerText,
    second: accountsText,
  },
  {
    id: 'amount',
    header: t.columns.amount,
    phone: 'end',
    align: 'end',
    width: '9rem',
    cell: (entry) => signedAmount(entry),
  },
  {
    id: 'merchantOrderId',
    header: t.columns.order,
    width: '11rem',
    cell: ({ merchantOrderId }) => <IdText value={merchantOrderId} />,
    copy: ({ merchantOrderId }) => ({ value: merchantOrderId, what: t.copy }),
  },
  {
    id: 'merchantRefundId',
    header: t.columns.refund,
    width: '11rem',
    cell: ({ merchantRefundId }) =>
      merchantRefundId === undefined ? '–' : <RefundLink merchantRefundId={merchantRefundId} />,
  },
  {
    id: 'valueAtMs',
    header: t.columns.at,
    width: '10.5rem',
    cell: (entry) => <LedgerTime entry={entry} />,
  },
]
