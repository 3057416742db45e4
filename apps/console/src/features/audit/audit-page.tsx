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
import { messages } from '../../i18n/messages.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { actionText } from './audit-actions.ts'
import { AuditDialog } from './audit-dialog.tsx'
import { changeText, checkNote, KIND_LABELS, subjectOf, whoLabel } from './audit-messages.ts'
import { auditEnglish } from './english.ts'

const t = messages('audit/list', auditEnglish)

const KINDS = [
  { value: '', label: t.kinds.all },
  { value: 'session', label: t.kinds.session },
  { value: 'order', label: t.kinds.order },
  { value: 'refund', label: t.kinds.refund },
  { value: 'callback', label: t.kinds.callback },
  { value: 'delivery', label: t.kinds.delivery },
  { value: 'payer', label: t.kinds.payer },
  { value: 'export', label: t.kinds.export },
  { value: 'user', label: t.kinds.user },
  { value: 'setting', label: t.kinds.setting },
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
      title={t.title}
      aside={t.aside}
      actions={
        <Button busy={check.isFetching} onClick={() => void check.refetch()}>
          <ShieldCheck size={16} aria-hidden />
          {t.check}
        </Button>
      }
      menu={[
        {
          label: (
            <>
              CSV<span className="sr-only">{t.csv}</span>
            </>
          ),
          Icon: Download,
          href: consoleUrl(buildPath('api/audit.csv', { query: filters })),
        },
      ]}
      views={{ label: t.about, value: kind, onChange: (next) => setSearch({ kind: next }), options: KINDS }}
      filters={
        <>
          {check.data && (
            <div className="mb-4">
              <Note tone={checkNote(check.data).tone} role="status">
                <p className="wrap-anywhere">{checkNote(check.data).text}</p>
              </Note>
            </div>
          )}
          {check.error && <ErrorNote error={check.error} what={t.unchecked} />}
          <FilterBar count={narrowed} onClear={() => setSearch({ ...NO_FILTERS, kind })}>
            <DateRange chip from={from} to={to} onChange={setSearch} />
            <TextFilter
              label={t.filters.who}
              value={who}
              onCommit={(next) => setSearch({ who: next })}
              placeholder={t.filters.whoExample}
            />
            <TextFilter
              label={t.filters.what}
              value={what}
              onCommit={(next) => setSearch({ what: next })}
              placeholder={t.filters.whatExample}
            />
            <TextFilter
              label={t.filters.id}
              value={id}
              onCommit={(next) => setSearch({ id: next })}
              placeholder={t.filters.idExample}
            />
          </FilterBar>
        </>
      }
      columns={COLUMNS}
      list={list}
      idOf={idOf}
      onOpen={({ auditId }) => setSearch({ open: auditId }, { push: true })}
      nameOf={({ auditId, what }) => t.open(auditId, actionText(visibleText(what)).text)}
      hrefOf={({ auditId }) => consoleUrl(`audit?open=${auditId}`)}
      noMatch={
        (kind !== '' || narrowed > 0) && {
          title: t.noMatch,
          clearLabel: t.clear,
          onClear: () => setSearch(NO_FILTERS),
        }
      }
      empty={{ title: t.empty, text: t.emptyText }}
    >
      {opened && <AuditDialog entry={opened} onClose={() => setSearch({ open: '' })} />}
    </ListPage>
  )
}

/** Ids of refunds from this length on are shortened, where the words around them wrap. */
const LONG_ID = 13

function What({ what }: { what: string }) {
  const { text, refundId = '', lang } = actionText(visibleText(what))
  const [before, ...rest] = refundId.length < LONG_ID ? [text] : text.split(refundId)
  return (
    <span title={text} lang={lang} className={TWO_LINES}>
      {before}
      {rest.length > 0 && <IdText value={refundId} />}
      {rest.join(refundId)}
    </span>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    header: t.columns.what,
    phone: 'head',
    width: 'minmax(13rem, 1.2fr)',
    cell: ({ what }) => <What what={what} />,
  },
  {
    id: 'subject',
    header: t.columns.subject,
    width: 'minmax(9rem, 1fr)',
    cell: ({ kind }) => KIND_LABELS[kind],
    second: (entry) =>
      entry.kind === 'reconciliation' ? (
        <span title={subjectOf(entry)}>{subjectOf(entry)}</span>
      ) : (
        subjectOf(entry) && <IdText value={subjectOf(entry)} />
      ),
    copy: ({ kind, id }) =>
      kind === 'session' || kind === 'reconciliation' ? undefined : { value: id, what: t.copied },
  },
  {
    id: 'detail',
    header: t.columns.detail,
    width: 'minmax(9.5rem, 1.2fr)',
    cell: (entry) => {
      const text = changeText(entry)
      return (
        <span title={text} translate="no" className={TWO_LINES}>
          {text || '–'}
        </span>
      )
    },
  },
  {
    id: 'who',
    header: t.columns.who,
    width: 'minmax(10.5rem, 0.8fr)',
    cell: (entry) => (
      <span title={whoLabel(entry)} translate="no">
        {whoLabel(entry)}
      </span>
    ),
    second: ({ address }) => address && <span title={address}>{address}</span>,
  },
  { id: 'atMs', header: t.columns.when, phone: 'end', width: '8rem', cell: ({ atMs }) => <Time atMs={atMs} /> },
]
