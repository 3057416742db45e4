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
import { countText, plural } from '../../i18n/plural.ts'
import { BankStatements } from './bank-statements.tsx'
import { DayCloses } from './day-closes.tsx'
import { SettlementImport } from './settlement-import.tsx'
import { bankDaysText, findingTitle, linesText } from './settlement-messages.ts'
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
      <QueryView query={query} what="the settlements" lines={6}>
        {(report) => (
          <>
            <Equation report={report} />
            <Findings report={report} />
            <Ageing report={report} />
          </>
        )}
      </QueryView>
      <Section
        title="Settlements"
        actions={
          <Allowed to="POST /settlements/reports">
            <SettlementImport />
          </Allowed>
        }
      >
        <TextFilter label="UTR or settlement id" value={search} onCommit={onSearch} placeholder="516600000421" />
        <RecordTable
          label="Settlements"
          columns={COLUMNS}
          list={list}
          idOf={idOf}
          noMatch={
            search !== '' && {
              title: 'No settlement has this UTR or id',
              clearLabel: 'Show all settlements',
              onClear: () => onSearch(''),
            }
          }
          empty={{
            title: 'No settlement yet',
            text: 'The gateway reads the provider’s settlements each hour, and when a webhook about one arrives.',
          }}
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
    <section aria-label="Captured less refunded less settled">
      <dl className="max-w-xl tabular-nums">
        <StatementLine name="Captured" note="payments of the ledger">
          {amountText(captured)}
        </StatementLine>
        <StatementLine name="Refunded" note="refunds of the ledger" sign="−">
          {amountText(refunded)}
        </StatementLine>
        <StatementLine name="Settled" note="paid out to your bank" sign="−">
          {amountText(settled)}
        </StatementLine>
        <StatementLine
          name="Difference"
          note={differenceSince === undefined ? '' : `since ${dayInWords(differenceSince)}`}
          strong
        >
          {amountText(difference)}
        </StatementLine>
        {explained && (
          <>
            <StatementLine name="of which fees and taxes" inner note="of imported reports">
              {amountText(explained.fees + explained.taxes)}
            </StatementLine>
            {explained.deductions !== 0 && (
              <StatementLine name="of which deductions" inner note="of imported reports, of no order">
                {amountText(explained.deductions)}
              </StatementLine>
            )}
            <StatementLine name="of which still to come" inner note="not settled, or in no report yet">
              {amountText(explained.remaining)}
            </StatementLine>
          </>
        )}
      </dl>
      {untied && (
        <p className="mt-2 max-w-xl text-sm text-soft">
          {plural(untied.count, 'row')} of reports, {amountText(untied.amount)}, belong to no known settlement: they
          name none by its id or UTR, or one that is not known yet.
        </p>
      )}
      <p className="mt-2 max-w-xl text-sm text-soft">
        {onTheWay.count > 0 && `On the way to your bank: ${amountText(onTheWay.amount)}. `}
        {explained
          ? 'Only rows of imported reports say what is a fee.'
          : 'The difference holds what is not settled yet, fees and taxes. Import the settlement report of the provider’s dashboard to tell them apart.'}
      </p>
    </section>
  )
}

function Findings({ report: { findings, more } }: { report: SettlementReport }) {
  if (findings.length === 0) return null
  return (
    <Section title="What differs">
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
                {settlementId !== undefined && <span className="text-soft">{settlementId}</span>}
              </span>
              <span className="tabular-nums sm:text-right">
                {amountText(amount)}{' '}
                <span className="text-sm text-soft">
                  since <Time atMs={sinceMs} />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {more && <p className="mt-2 text-sm text-soft">The first 100 of each kind are listed.</p>}
    </Section>
  )
}

function Ageing({ report: { ageing, covered } }: { report: SettlementReport }) {
  if (!ageing || !covered) return null
  return (
    <Section title={`Payments in no settlement by ${dayInWords(covered.until)}`}>
      <div className="max-w-xl">
        <FiguresTable
          caption="Payments in no settlement by age"
          headers={['Age', 'Payments', 'Amount']}
          rows={ageing.map(({ count, amount }, at) => {
            const name = bankDaysText(ageing, at)
            return { key: name, cells: count === 0 ? [name, '–', '–'] : [name, countText(count), amountText(amount)] }
          })}
        />
      </div>
      <p className="mt-2 text-sm text-soft">
        Of the days from {dayInWords(covered.from)} that imported reports cover: a later report may have them. Bank days
        are without Sundays and every second and fourth Saturday; holidays are not known here.
      </p>
    </Section>
  )
}

const COLUMNS: readonly Column<Settlement>[] = [
  {
    id: 'utr',
    header: 'UTR',
    phone: 'head',
    width: 'minmax(9rem, 1fr)',
    cell: ({ utr }) => utr ?? 'no UTR yet',
    copy: ({ utr }) => (utr === undefined ? undefined : { value: utr, what: 'UTR' }),
    second: linesText,
  },
  {
    id: 'amount',
    header: 'Amount',
    phone: 'end',
    align: 'end',
    width: '9rem',
    cell: ({ amount }) => (amount === undefined ? '–' : amountText(amount)),
  },
  {
    id: 'state',
    header: 'State',
    phone: 'foot',
    width: '9rem',
    cell: ({ state }) => <StateBadge kind="settlement" state={state} />,
    second: ({ refusal }) => (refusal === undefined ? undefined : `status refused: ${refusal}`),
  },
  {
    id: 'settlementId',
    header: 'Settlement',
    width: '13rem',
    cell: ({ settlementId }) => <IdText value={settlementId} />,
    copy: ({ settlementId }) => ({ value: settlementId, what: 'settlement id' }),
  },
  {
    id: 'updatedAtMs',
    header: 'Changed',
    phone: 'foot-end',
    width: '9rem',
    cell: ({ updatedAtMs, foundAtMs }) => <Time atMs={updatedAtMs ?? foundAtMs} />,
  },
]
