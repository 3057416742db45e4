import type { ComingDay } from '@galla/contract/gateway-api/console-subscriptions'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { FiguresTable } from '../../components/figures-table.tsx'
import { EmptyState, QueryView } from '../../components/page.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, DAY_MS, dayText, shortAmount, startOfDate } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { comingEnglish } from './english.ts'

const t = messages('subscriptions/coming', comingEnglish)

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
    <QueryView query={query} what={t.what} lines={8}>
      {({ days }) => <ComingWeek days={days} />}
    </QueryView>
  )
}

function ComingWeek({ days }: { days: readonly ComingDay[] }) {
  const debits = total(days, (day) => day.debits)
  const amount = total(days, (day) => day.amount)
  if (debits === 0)
    return (
      <EmptyState title={t.none.title}>
        <p>{t.none.text}</p>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-4 text-lg">
        {phrase(
          t.sum(
            <strong className="tabular-nums">{amountText(amount)}</strong>,
            debits,
            dayText(atOf(days.at(-1) as ComingDay)),
          ),
        )}
      </p>
      <BarChart
        label={t.title}
        summary={t.summary(debits, amountText(amount))}
        at={days.map(atOf)}
        stepMs={DAY_MS}
        series={[{ name: t.planned, values: days.map((day) => day.amount), tone: 'data' }]}
        format={shortAmount}
        formatExact={amountText}
        table={
          <FiguresTable
            caption={t.title}
            headers={[t.day, t.debits, t.amount]}
            rows={days.map((day) => ({
              key: day.day,
              cells: [dayText(atOf(day)), countText(day.debits), <Amount key="amount" paise={day.amount} />],
            }))}
          />
        }
      />
      <p className="mt-2 text-sm text-soft">{t.note}</p>
    </>
  )
}
