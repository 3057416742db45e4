import type { Settlement, SettlementReport } from '@galla/contract/gateway-api/settlements'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { useKeysetList } from '../../api/keyset-list.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { IdText } from '../../components/copy.tsx'
import { dayInWords } from '../../components/date-span.ts'
import { FiguresTable } from '../../components/figures-table.tsx'
import { TextFilter } from '../../components/filters.tsx'
import { RecordTable } from '../../components/list-page.tsx'
import { QueryView, Section } from '../../components/page.tsx'
import { OrderLink, StateBadge, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { amountText } from '../../i18n/format.ts'
import { phrase } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { BankStatements } from './bank-statements.tsx'
import { DayCloses } from './day-closes.tsx'
import { SettlementImport } from './settlement-import.tsx'
import { bankDaysText, findingTitle, linesText, settlementsMessages as t } from './settlement-messages.ts'
import { StatementLine } from './statement-line.tsx'

interface FinanceSettlementsProps {
  /** Part of an id or UTR, as in the address. */
  search: string
  onSearch(search: string): void
}

const idOf = ({ settlementId }: Settlement) => settlementId

/** Shows the provider's payouts to the bank, the differences, and the closed days. */
export function FinanceSettlements({ search, onSearch }: FinanceSettlementsProps) {
  const query = useQuery({
    queryKey: queryKeys.settlementReport,
    queryFn: ({ signal }) => consoleApi('GET /settlements/summary', { signal }),
  })
  const filters = search === '' ? {} : { search }
  const list = useKeysetList(
    queryKeys.settlements(filters),
    ({ after, signal }) => consoleApi('GET /settlements', { query: { ...filters, after }, signal }),
    idOf,
  )
  return (
    <>
      <QueryView query={query} what={t.what} lines={6}>
        {(report) => (
          <>
            <Equation report={report} />
            <Findings report={report} />
            <Ageing report={report} />
          </>
        )}
      </QueryView>
      <Section
        title={t.title}
        actions={
          <Allowed to="POST /settlements/reports">
            <SettlementImport />
          </Allowed>
        }
      >
        <TextFilter label={t.find} value={search} onCommit={onSearch} placeholder="516600000421" />
        <RecordTable
          label={t.title}
          columns={COLUMNS}
          list={list}
          idOf={idOf}
          noMatch={
            search !== '' && {
              title: t.noMatch.title,
              clearLabel: t.noMatch.clear,
              onClear: () => onSearch(''),
            }
          }
          empty={t.none}
        />
      </Section>
      <BankStatements />
      <DayCloses />
    </>
  )
}

function Equation({ report }: { report: SettlementReport }) {
  const { captured, refunded, settled, onTheWay, difference, differenceSince, explained, untied } = report
  return (
    <section aria-label={t.equation.title}>
      <dl className="max-w-xl tabular-nums">
        <StatementLine {...t.equation.captured}>{amountText(captured)}</StatementLine>
        <StatementLine {...t.equation.refunded} sign="−">
          {amountText(refunded)}
        </StatementLine>
        <StatementLine {...t.equation.settled} sign="−">
          {amountText(settled)}
        </StatementLine>
        <StatementLine
          name={t.equation.difference}
          note={differenceSince === undefined ? '' : t.sinceDay(dayInWords(differenceSince))}
          strong
        >
          {amountText(difference)}
        </StatementLine>
        {explained && (
          <>
            <StatementLine inner {...t.equation.fees}>
              {amountText(explained.fees + explained.taxes)}
            </StatementLine>
            {explained.deductions !== 0 && (
              <StatementLine inner {...t.equation.deductions}>
                {amountText(explained.deductions)}
              </StatementLine>
            )}
            <StatementLine inner {...t.equation.remaining}>
              {amountText(explained.remaining)}
            </StatementLine>
          </>
        )}
      </dl>
      {untied && (
        <p className="mt-2 max-w-xl text-sm text-soft">{t.equation.untied(untied.count, amountText(untied.amount))}</p>
      )}
      <p className="mt-2 max-w-xl text-sm text-soft">
        {onTheWay.count > 0 && t.equation.onTheWay(amountText(onTheWay.amount))}
        {explained ? t.equation.explained : t.equation.unexplained}
      </p>
    </section>
  )
}

function Findings({ report: { findings, more } }: { report: SettlementReport }) {
  if (findings.length === 0) return null
  return (
    <Section title={t.findings}>
      <ul className="max-w-3xl border-t border-rule">
        {findings.map((finding) => {
          const { kind, settlementId, merchantOrderId, amount, sinceMs } = finding
          return (
            <li
              key={`${kind} ${settlementId} ${merchantOrderId}`}
              className="grid gap-x-4 gap-y-0.5 border-b border-rule py-2 sm:grid-cols-[1fr_auto]"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="text-bad">{findingTitle(finding)}</span>{' '}
                {merchantOrderId !== undefined && <OrderLink merchantOrderId={merchantOrderId} />}{' '}
                {settlementId !== undefined && (
                  <span translate="no" className="text-soft">
                    {settlementId}
                  </span>
                )}
              </span>
              <span className="tabular-nums sm:text-right">
                {amountText(amount)}{' '}
                <span className="text-sm text-soft">{phrase(t.since(<Time atMs={sinceMs} />))}</span>
              </span>
            </li>
          )
        })}
      </ul>
      {more && <p className="mt-2 text-sm text-soft">{t.first}</p>}
    </Section>
  )
}

function Ageing({ report: { ageing, covered } }: { report: SettlementReport }) {
  if (!ageing || !covered) return null
  return (
    <Section title={t.ageing.title(dayInWords(covered.until))}>
      <div className="max-w-xl">
        <FiguresTable
          caption={t.ageing.caption}
          headers={[t.ageing.age, t.ageing.payments, t.columns.amount]}
          rows={ageing.map(({ count, amount }, at) => {
            const name = bankDaysText(ageing, at)
            return { key: name, cells: count === 0 ? [name, '–', '–'] : [name, countText(count), amountText(amount)] }
          })}
        />
      </div>
      <p className="mt-2 text-sm text-soft">{t.ageing.note(dayInWords(covered.from))}</p>
    </Section>
  )
}

const COLUMNS: readonly Column<Settlement>[] = [
  {
    id: 'utr',
    header: 'UTR',
    phone: 'head',
    width: 'minmax(9rem, 1fr)',
    cell: ({ utr }) => utr ?? t.noUtr,
    copy: ({ utr }) => (utr === undefined ? undefined : { value: utr, what: t.copy.utr }),
    second: linesText,
  },
  {
    id: 'amount',
    header: t.columns.amount,
    phone: 'end',
    align: 'end',
    width: '9rem',
    cell: ({ amount }) => (amount === undefined ? '–' : amountText(amount)),
  },
  {
    id: 'state',
    header: t.columns.state,
    phone: 'foot',
    width: '9rem',
    cell: ({ state }) => <StateBadge kind="settlement" state={state} />,
    second: ({ refusal }) => (refusal === undefined ? undefined : t.refused(refusal)),
  },
  {
    id: 'settlementId',
    header: t.columns.settlement,
    width: '13rem',
    cell: ({ settlementId }) => <IdText value={settlementId} />,
    copy: ({ settlementId }) => ({ value: settlementId, what: t.copy.id }),
  },
  {
    id: 'updatedAtMs',
    header: t.columns.changed,
    phone: 'foot-end',
    width: '9rem',
    cell: ({ updatedAtMs, foundAtMs }) => <Time atMs={updatedAtMs ?? foundAtMs} />,
  },
]
