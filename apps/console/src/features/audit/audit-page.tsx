import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Download, ShieldCheck } from 'lucide-react'
import { consoleUrl, useSetSearch } from '../../api/browser.ts'
import { buildPath, consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { IdText } from '../../components/copy.tsx'
import { DateRange } from '../../components/date-range.tsx'
import { dayRange, FilterBar, TextFilter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { ErrorNote, Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { type Column, TWO_LINES } from '../../components/table-row.tsx'
import { visibleText } from '../../i18n/visible-text.ts'
import { AuditDialog } from './audit-dialog.tsx'
import { changeText, checkNote, KIND_LABELS, subjectOf, whoLabel } from './audit-messages.ts'

const KINDS = [
  { value: '', label: 'All' },
  { value: 'session', label: 'Logins' },
  { value: 'order', label: 'Orders' },
  { value: 'refund', label: 'Refunds' },
  { value: 'callback', label: 'Webhooks' },
  { value: 'delivery', label: 'Deliveries' },
  { value: 'payer', label: 'Payers' },
  { value: 'export', label: 'Exports' },
  { value: 'user', label: 'Users' },
  { value: 'setting', label: 'Settings' },
]

const NO_FILTERS = { kind: '', id: '', who: '', what: '', from: '', to: '' }

const idOf = ({ auditId }: AuditEntry) => auditId

/** Shows the audit log of the console, with the check that nobody changed the log. */
export function AuditPage() {
  const { kind = '', id = '', who = '', what = '', from = '', to = '', open } = useSearch({ from: '/audit' })
  const setSearch = useSetSearch<typeof NO_FILTERS & { open: string }>()
  const filters = { kind, id, who, what, ...dayRange({ from, to }) }
  const narrowed = [id, who, what, from || to].filter((one) => one !== '').length
  const list = useKeysetList(
    queryKeys.audit(filters),
    ({ after, signal }) => consoleApi('GET /audit', { query: { ...filters, after }, signal }),
    idOf,
    { isLive: false },
  )
  const opened = list.rows?.find(({ auditId }) => auditId === open)
  const check = useQuery({
    queryKey: queryKeys.auditCheck,
    queryFn: ({ signal }) => consoleApi('GET /audit/check', { signal }),
    enabled: false,
  })
  return (
    <ListPage
      title="Audit log"
      aside="Who did what. “Check the chain” finds changed or removed entries."
      actions={
        <Button busy={check.isFetching} onClick={() => void check.refetch()}>
          <ShieldCheck size={16} aria-hidden />
          Check the chain
        </Button>
      }
      menu={[
        {
          label: (
            <>
              CSV<span className="sr-only"> of these entries</span>
            </>
          ),
          Icon: Download,
          href: consoleUrl(buildPath('api/audit.csv', { query: filters })),
        },
      ]}
      views={{ label: 'About', value: kind, onChange: (next) => setSearch({ kind: next }), options: KINDS }}
      filters={
        <>
          {check.data && (
            <div className="mb-4">
              <Note tone={checkNote(check.data).tone} role="status">
                <p className="wrap-anywhere">{checkNote(check.data).text}</p>
              </Note>
            </div>
          )}
          {check.error && <ErrorNote error={check.error} what="The chain could not be checked." />}
          <FilterBar count={narrowed} onClear={() => setSearch({ ...NO_FILTERS, kind })}>
            <DateRange chip from={from} to={to} onChange={setSearch} />
            <TextFilter label="Who" value={who} onCommit={(next) => setSearch({ who: next })} placeholder="Name" />
            <TextFilter
              label="What"
              value={what}
              onCommit={(next) => setSearch({ what: next })}
              placeholder="approved, revealed …"
            />
            <TextFilter
              label="Id"
              value={id}
              onCommit={(next) => setSearch({ id: next })}
              placeholder="Order, webhook …"
            />
          </FilterBar>
        </>
      }
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ auditId }) => setSearch({ open: auditId }, { push: true })}
      nameOf={({ auditId, what }) => `Open entry ${auditId}: ${what}`}
      hrefOf={({ auditId }) => consoleUrl(`audit?open=${auditId}`)}
      noMatch={
        (kind !== '' || narrowed > 0) && {
          title: 'No entry matches',
          clearLabel: 'Show all entries',
          onClear: () => setSearch(NO_FILTERS),
        }
      }
      empty={{ title: 'No entry yet', text: 'Logins, status checks, refunds, reveals and exports are listed here.' }}
    >
      {opened && <AuditDialog entry={opened} onClose={() => setSearch({ open: '' })} />}
    </ListPage>
  )
}

/** A long id of a refund in a text: it is shortened, where the words around it wrap. */
const REFUND_ID = /(\brefund )([^\s:,]{13,})/

function What({ text }: { text: string }) {
  // The groups are parts of what `split` returns.
  const [before, word, id, after] = text.split(REFUND_ID)
  return (
    <span title={text} className={TWO_LINES}>
      {before}
      {word}
      {id && <IdText value={id} />}
      {after}
    </span>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    header: 'What',
    phone: 'head',
    width: 'minmax(13rem, 1.2fr)',
    cell: ({ what }) => <What text={visibleText(what)} />,
  },
  {
    id: 'subject',
    header: 'Resource',
    width: 'minmax(9rem, 1fr)',
    cell: ({ kind }) => KIND_LABELS[kind],
    second: (entry) =>
      entry.kind === 'reconciliation' ? (
        <span title={subjectOf(entry)}>{subjectOf(entry)}</span>
      ) : (
        subjectOf(entry) && <IdText value={subjectOf(entry)} />
      ),
    copy: ({ kind, id }) => (kind === 'session' || kind === 'reconciliation' ? undefined : { value: id, what: 'id' }),
  },
  {
    id: 'detail',
    header: 'Change or note',
    width: 'minmax(9.5rem, 1.2fr)',
    cell: (entry) => {
      const text = changeText(entry)
      return (
        <span title={text} className={TWO_LINES}>
          {text || '–'}
        </span>
      )
    },
  },
  {
    id: 'who',
    header: 'Who, from where',
    width: 'minmax(10.5rem, 0.8fr)',
    cell: (entry) => <span title={whoLabel(entry)}>{whoLabel(entry)}</span>,
    second: ({ address }) => address && <span title={address}>{address}</span>,
  },
  { id: 'atMs', header: 'When', phone: 'end', width: '8rem', cell: ({ atMs }) => <Time atMs={atMs} /> },
]
