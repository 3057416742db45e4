import type { AgeGroup, FinanceReport, FinanceSums, LedgerGroup } from '@galla/contract/gateway-api/finance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defined } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import type { DaySpan } from '../../components/date-span.ts'
import { dayInWords, spanInWords } from '../../components/date-span.ts'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, Note, QueryView, Section } from '../../components/page.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { financeEnglish, totalsEnglish } from './english.ts'
import { ageText, hasEntries } from './finance-span.ts'
import { StatementLine } from './statement-line.tsx'

const { groups } = messages('finance', financeEnglish)
const t = messages('finance/totals', totalsEnglish)

/** The statement of some days, their sums, and what is open now. */
export function FinanceTotals({ days }: { days: DaySpan }) {
  const query = useQuery({
    queryKey: queryKeys.finance({ ...days }),
    queryFn: ({ signal }) => consoleApi('GET /finance', { query: { ...days }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={query} what={t.what} lines={10}>
      {(report) => (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <Statement report={report} />
          {report.overdrawn.orders > 0 && (
            <Note tone="bad">{t.overdrawn(report.overdrawn.orders, amountText(report.overdrawn.amount))}</Note>
          )}
          <Days report={report} />
          <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
            <Section title={t.pending.title}>
              <Ages
                words={t.pending}
                groups={report.pendingRefunds}
                linkOf={(span) => ({ to: '/refunds', search: { state: 'OPEN', ...span } }) as const}
              />
            </Section>
            <Section title={t.owed.title}>
              <Ages
                words={t.owed}
                groups={report.owedToPayers}
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

function EntriesLink({ group, days, children }: { group: LedgerGroup; days: DaySpan; children: string }) {
  return (
    <Link to="/finance" search={{ ...days, tab: 'entries', group }} className={LINK}>
      {children}
      <span className="sr-only">{` ${groups[group]}, ${spanInWords(days)}`}</span>
    </Link>
  )
}

function Statement({ report }: { report: FinanceReport }) {
  const { openingBalance, closingBalance, totals, lateOrTwice, from, to } = report
  const days = { from, to }
  const { payments, refunds, automaticRefunds } = totals
  return (
    <section aria-label={t.statement.title}>
      <dl className="max-w-xl tabular-nums">
        <StatementLine name={t.statement.opening.name} note={t.statement.opening.note(dayInWords(from))}>
          {amountText(openingBalance)}
        </StatementLine>
        <StatementLine name={groups.collected} note={t.statement.payments(payments)}>
          <Sum name="collected" sums={totals} days={days} />
        </StatementLine>
        {lateOrTwice > 0 && (
          <StatementLine inner {...t.statement.lateOrTwice}>
            <EntriesLink group="late-or-twice" days={days}>
              {amountText(lateOrTwice)}
            </EntriesLink>
          </StatementLine>
        )}
        <StatementLine
          name={groups.refunded}
          {...(refunds > 0 ? { sign: '−' } : {})}
          note={t.statement.refunds(refunds)}
        >
          <Sum name="refunded" sums={totals} days={days} />
        </StatementLine>
        {automaticRefunds > 0 && (
          <StatementLine inner sign="−" {...t.statement.automatic}>
            <Sum name="automatic" sums={totals} days={days} />
          </StatementLine>
        )}
        <StatementLine name={t.statement.closing.name} note={t.statement.closing.note(dayInWords(to))} strong>
          {amountText(closingBalance)}
        </StatementLine>
      </dl>
      <p className="mt-2 max-w-xl text-sm text-soft">{t.statement.note}</p>
    </section>
  )
}

function Days({ report: { days } }: { report: FinanceReport }) {
  return (
    <Section title={t.days.title}>
      {days.length === 0 ? (
        <EmptyState title={t.days.none.title}>
          <p>{t.days.none.text}</p>
        </EmptyState>
      ) : (
        <FiguresTable
          caption={t.days.caption}
          headers={[t.days.day, t.days.payments, groups.collected, groups.refunded, t.days.automatic, t.days.balance]}
          wideOnly={[1, 4, 5]}
          rows={days.map((sums) => {
            const span = { from: sums.day, to: sums.day }
            return {
              key: sums.day,
              cells: [
                <span key="day">
                  {dayInWords(sums.day)}
                  <span className="block text-soft sm:hidden">{t.days.balanceOf(amountText(sums.balance))}</span>
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
  words: typeof t.pending
  groups: readonly AgeGroup[]
  linkOf(span: Partial<DaySpan>): { to: '/refunds' | '/orders'; search: { [name: string]: string } }
}

function Ages({ words, groups, linkOf }: AgesProps) {
  const whole = groups.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
    count: 0,
    amount: 0,
  })
  if (whole.count === 0) return <p className="text-soft">{words.none}</p>
  const row = (name: string, { count, amount }: typeof whole, span: Partial<DaySpan>) => {
    const opened = (
      <Link key="count" {...linkOf(span)} className={LINK}>
        {countText(count)}
        <span className="sr-only">{words.opens(count, name)}</span>
      </Link>
    )
    return { key: name, cells: count === 0 ? [name, '–', '–'] : [name, opened, amountText(amount)] }
  }
  return (
    <>
      <FiguresTable
        caption={words.caption}
        headers={[t.age, words.column, t.amount]}
        rows={[
          ...groups.map((group) => row(ageText(defined(group)), group, defined({ from: group.from, to: group.to }))),
          row(t.all, whole, {}),
        ]}
      />
      <p className="mt-2 text-sm text-soft">{words.hint}</p>
    </>
  )
}
