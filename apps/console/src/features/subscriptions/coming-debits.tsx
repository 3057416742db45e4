import type { ComingDay } from '@galla/contract/gateway-api/console-subscriptions'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, QueryView } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, DAY_MS, dayText, shortAmount, startOfDate } from '../../i18n/format.ts'
import { countText, plural } from '../../i18n/plural.ts'

const atOf = ({ day }: ComingDay): number => startOfDate(day) ?? 0
const total = (days: readonly ComingDay[], value: (day: ComingDay) => number) =>
  days.reduce((sum, day) => sum + value(day), 0)

/** The debits that are planned for today and the six days after it. */
export function ComingDebits() {
  const query = useQuery({
    queryKey: queryKeys.comingDebits,
    queryFn: ({ signal }) => consoleApi('GET /plan-subscriptions/coming', { signal }),
  })
  return (
    <QueryView query={query} what="the coming debits" lines={8}>
      {({ days }) => <ComingWeek days={days} />}
    </QueryView>
  )
}

function ComingWeek({ days }: { days: readonly ComingDay[] }) {
  const debits = total(days, (day) => day.debits)
  const amount = total(days, (day) => day.amount)
  if (debits === 0)
    return (
      <EmptyState title="No debit in the next seven days">
        <p>The next debit of a subscription is on its own page.</p>
      </EmptyState>
    )
  const summary = `Planned debits of seven days: ${plural(debits, 'debit')}, ${amountText(amount)}.`
  return (
    <>
      <p className="mb-4 text-lg">
        <strong className="tabular-nums">{amountText(amount)}</strong> by {plural(debits, 'debit')} until{' '}
        {dayText(atOf(days.at(-1) as ComingDay))}
      </p>
      <BarChart
        label="Planned debits by day"
        summary={summary}
        at={days.map(atOf)}
        stepMs={DAY_MS}
        series={[{ name: 'Planned', values: days.map((day) => day.amount), tone: 'data' }]}
        format={shortAmount}
        formatExact={amountText}
        table={
          <FiguresTable
            caption="Planned debits by day"
            headers={['Day', 'Debits', 'Amount']}
            rows={days.map((day) => ({
              key: day.day,
              cells: [dayText(atOf(day)), countText(day.debits), <Amount key="amount" paise={day.amount} />],
            }))}
          />
        }
      />
      <p className="mt-2 text-sm text-soft">
        As planned now, in Indian time. Announced debits, repetitions of failed ones and the first days of the next
        periods count. Payers who pause or cancel are debited less.
      </p>
    </>
  )
}
