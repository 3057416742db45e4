import type { AgeGroup, FinanceReport, FinanceSums, LedgerGroup } from '@galla/contract/gateway-api/finance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defined } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import type { DaySpan } from '../../components/date-span.ts'
import { dayInWords } from '../../components/date-span.ts'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, Note, QueryView, Section } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { countText, plural } from '../../i18n/plural.ts'
import { ageText, hasEntries } from './finance-span.ts'
import { StatementLine } from './statement-line.tsx'

/** The statement of some days, their sums, and what is open now. */
export function FinanceTotals({ days }: { days: DaySpan }) {
  const query = useQuery({
    queryKey: queryKeys.finance({ ...days }),
    queryFn: ({ signal }) => consoleApi('GET /finance', { query: { ...days }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={query} what="the totals" lines={10}>
      {(report) => (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <Statement report={report} />
          {report.overdrawn.orders > 0 && (
            <Note tone="bad">
              {plural(report.overdrawn.orders, 'order')} had more refunded than was paid, by{' '}
              {amountText(report.overdrawn.amount)} together, as by refunds in the provider’s dashboard. Their refunds
              are in review until you accept it.
            </Note>
          )}
          <Days report={report} />
          <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
            <Section title="Pending refunds, now">
              <Ages
                caption="Pending refunds by age"
                noun="refund"
                groups={report.pendingRefunds}
                none="No refund is pending."
                hint="By the age of the request. The amount is held until the refund is completed or has failed."
                linkOf={(span) => ({ to: '/refunds', search: { state: 'OPEN', ...span } }) as const}
              />
            </Section>
            <Section title="Owed to payers, now">
              <Ages
                caption="Owed to payers by age"
                noun="order"
                groups={report.owedToPayers}
                none="Nothing is owed."
                hint="Late and duplicate payments until they are refunded, and second payments in review, by the age of the order. Those with a pending refund are in both tables."
                linkOf={(span) => ({ to: '/orders', search: { owed: 'true', ...span } }) as const}
              />
            </Section>
          </div>
        </div>
      )}
    </QueryView>
  )
}

const LINK = 'underline decoration-rule-strong decoration-1 underline-offset-4 hover:text-brass'

interface SumProps {
  name: Exclude<LedgerGroup, 'late-or-twice'>
  sums: FinanceSums
  days: DaySpan
}

/** A sum that opens its entries; a dash when there are none. */
function Sum({ name, sums, days }: SumProps) {
  if (!hasEntries[name](sums)) return <span className="text-soft">–</span>
  return (
    <EntriesLink group={name} days={days}>
      {amountText(sums[name])}
    </EntriesLink>
  )
}

const SUM_LABELS = {
  collected: 'Collected',
  'late-or-twice': 'Paid twice or late',
  refunded: 'Refunded',
  automatic: 'Automatic refunds',
} as const

function EntriesLink({ group, days, children }: { group: LedgerGroup; days: DaySpan; children: string }) {
  return (
    <Link to="/finance" search={{ ...days, tab: 'entries', group }} className={LINK}>
      {children}
      <span className="sr-only">
        {' '}
        {SUM_LABELS[group]},{' '}
        {days.from === days.to ? dayInWords(days.from) : `${dayInWords(days.from)} to ${dayInWords(days.to)}`}
      </span>
    </Link>
  )
}

function Statement({ report }: { report: FinanceReport }) {
  const { openingBalance, closingBalance, totals, lateOrTwice, from, to } = report
  const days = { from, to }
  const { payments, refunds, automaticRefunds } = totals
  return (
    <section aria-label="Statement">
      <dl className="max-w-xl tabular-nums">
        <StatementLine name="Opening balance" note={`before ${dayInWords(from)}`}>
          {amountText(openingBalance)}
        </StatementLine>
        <StatementLine name="Collected" note={plural(payments, 'payment')}>
          <Sum name="collected" sums={totals} days={days} />
        </StatementLine>
        {lateOrTwice > 0 && (
          <StatementLine name="of which paid twice or late" inner note="not in the gross volume of the overview">
            <EntriesLink group="late-or-twice" days={days}>
              {amountText(lateOrTwice)}
            </EntriesLink>
          </StatementLine>
        )}
        <StatementLine name="Refunded" {...(refunds > 0 ? { sign: '−' } : {})} note={plural(refunds, 'refund')}>
          <Sum name="refunded" sums={totals} days={days} />
        </StatementLine>
        {automaticRefunds > 0 && (
          <StatementLine name="of which automatic" inner sign="−" note="for late and duplicate payments">
            <Sum name="automatic" sums={totals} days={days} />
          </StatementLine>
        )}
        <StatementLine name="Closing balance" note={`end of ${dayInWords(to)}`} strong>
          {amountText(closingBalance)}
        </StatementLine>
      </dl>
      <p className="mt-2 max-w-xl text-sm text-soft">
        Days of payment in Indian time. The balance is what was collected less what was refunded since the first
        payment. What the provider has paid out to your bank, and its fees, are under Settlements.
      </p>
    </section>
  )
}

function Days({ report: { days } }: { report: FinanceReport }) {
  return (
    <Section title="Days">
      {days.length === 0 ? (
        <EmptyState title="No payment and no refund in these days">
          <p>A day is listed as soon as it has one. Choose other days above.</p>
        </EmptyState>
      ) : (
        <FiguresTable
          caption="Totals of each day"
          headers={['Day', 'Payments', 'Collected', 'Refunded', 'Automatic', 'Balance']}
          wideOnly={[1, 4, 5]}
          rows={days.map((sums) => {
            const span = { from: sums.day, to: sums.day }
            return {
              key: sums.day,
              cells: [
                <span key="day">
                  {dayInWords(sums.day)}
                  <span className="block text-soft sm:hidden">Balance {amountText(sums.balance)}</span>
                </span>,
                countText(sums.payments),
                <Sum key="collected" name="collected" sums={sums} days={span} />,
                <Sum key="refunded" name="refunded" sums={sums} days={span} />,
                <Sum key="automatic" name="automatic" sums={sums} days={span} />,
                amountText(sums.balance),
              ],
            }
          })}
        />
      )}
    </Section>
  )
}

interface AgesProps {
  caption: string
  noun: string
  groups: readonly AgeGroup[]
  none: string
  hint: string
  linkOf(span: Partial<DaySpan>): { to: '/refunds' | '/orders'; search: { [name: string]: string } }
}

function Ages({ caption, noun, groups, none, hint, linkOf }: AgesProps) {
  const whole = groups.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
    count: 0,
    amount: 0,
  })
  if (whole.count === 0) return <p className="text-soft">{none}</p>
  const row = (name: string, { count, amount }: typeof whole, span: Partial<DaySpan>) => {
    const opened = (
      <Link key="count" {...linkOf(span)} className={LINK}>
        {countText(count)}
        <span className="sr-only">
          {' '}
          {noun}
          {count === 1 ? '' : 's'}, {name}
        </span>
      </Link>
    )
    return { key: name, cells: count === 0 ? [name, '–', '–'] : [name, opened, amountText(amount)] }
  }
  return (
    <>
      <FiguresTable
        caption={caption}
        headers={['Age', noun === 'order' ? 'Orders' : 'Refunds', 'Amount']}
        rows={[
          ...groups.map((group) => row(ageText(defined(group)), group, defined({ from: group.from, to: group.to }))),
          row('All', whole, {}),
        ]}
      />
      <p className="mt-2 text-sm text-soft">{hint}</p>
    </>
  )
}
