import type { SubscriptionFigures, SubscriptionMonth } from '@galla/contract/gateway-api/console-subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { FiguresTable } from '../../components/figures-table.tsx'
import { QueryView, Section } from '../../components/page.tsx'
import { Amount, StateBadge } from '../../components/records.tsx'
import { amountText, DAY_MS, percentText, startOfDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { figuresEnglish } from './english.ts'
import { monthText } from './subscription-messages.ts'

const t = messages('subscriptions/figures', figuresEnglish)

/** Active subscriptions, monthly revenue, cancellations and failed debits by month. */
export function SubscriptionFiguresView() {
  const query = useQuery({
    queryKey: queryKeys.subscriptionFigures,
    queryFn: ({ signal }) => consoleApi('GET /plan-subscriptions/figures', { signal }),
  })
  return (
    <QueryView query={query} what={t.what} lines={10}>
      {(figures) => <Figures figures={figures} />}
    </QueryView>
  )
}

/** A share in percent; a dash where there is nothing to have a share of. */
const shareText = (part: number, whole: number): string => (whole === 0 ? '–' : percentText(part / whole))

function Figures({ figures }: { figures: SubscriptionFigures }) {
  const { active, trials, ending, monthlyRevenue, months, states } = figures
  const now = months.at(-1)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-4">
        <Figure name={t.active.name} value={countText(active)}>
          {[trials > 0 && t.active.trials(trials), ending > 0 && t.active.ending(ending)].filter(Boolean).join(' · ')}
        </Figure>
        <Figure name={t.revenue.name} value={amountText(monthlyRevenue)}>
          {t.revenue.note}
        </Figure>
        <Figure name={t.cancelled.name} value={shareText(now?.cancelled ?? 0, now?.before ?? 0)}>
          {t.cancelled.note(now?.cancelled ?? 0, now?.before ?? 0)}
        </Figure>
        <Figure name={t.recovered.name} value={shareText(now?.recovered ?? 0, now?.failed ?? 0)}>
          {t.recovered.note(now?.recovered ?? 0, now?.failed ?? 0)}
        </Figure>
      </dl>
      <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
        <Section title={t.cancelled.title}>
          <CancellationsChart months={months} />
        </Section>
        <Section title={t.recovered.title}>
          <RecoveryChart months={months} />
        </Section>
      </div>
      <Section title={t.states.title}>
        <FiguresTable
          caption={t.states.caption}
          headers={[t.states.state, t.states.count]}
          rows={states.map(({ state, subscriptions }) => ({
            key: state,
            cells: [
              <StateBadge key="state" kind="subscription" state={state} />,
              subscriptions === 0 ? (
                '–'
              ) : (
                <Link key="count" to="/subscriptions" search={{ state }} className="underline underline-offset-4">
                  {countText(subscriptions)}
                </Link>
              ),
            ],
          }))}
        />
      </Section>
    </>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd>
        <span className="block text-xl font-strong tabular-nums">{value}</span>
        <span className="block text-sm text-soft">{children}</span>
      </dd>
    </div>
  )
}

/** Axis labels of counts: integers only. */
const axisCount = (value: number) => (Number.isInteger(value) ? countText(value) : '')

const axisOf = (months: readonly SubscriptionMonth[]) => ({
  at: months.map(({ month }) => startOfDate(`${month}-01`) ?? 0),
  // Without the year: of six months it is known, and a phone has no room for it.
  names: months.map(({ month }) => monthText(month).slice(0, -5)),
  // Months differ; each has its name.
  stepMs: 30 * DAY_MS,
  format: axisCount,
  formatExact: countText,
})

function CancellationsChart({ months }: { months: readonly SubscriptionMonth[] }) {
  const cancelled = months.reduce((sum, month) => sum + month.cancelled, 0)
  return (
    <BarChart
      label={t.cancelled.title}
      summary={t.cancelled.summary(cancelled)}
      {...axisOf(months)}
      series={[{ name: t.columns.cancelled, values: months.map((month) => month.cancelled), tone: 'ink' }]}
      table={
        <FiguresTable
          caption={t.cancelled.title}
          headers={[t.columns.month, t.columns.before, t.columns.cancelled, t.columns.share]}
          rows={months.map(({ month, before, cancelled }) => ({
            key: month,
            cells: [monthText(month), countText(before), countText(cancelled), shareText(cancelled, before)],
          }))}
        />
      }
    />
  )
}

function RecoveryChart({ months }: { months: readonly SubscriptionMonth[] }) {
  const failed = months.reduce((sum, month) => sum + month.failed, 0)
  const recovered = months.reduce((sum, month) => sum + month.recovered, 0)
  return (
    <BarChart
      label={t.recovered.title}
      summary={t.recovered.summary(failed, recovered)}
      {...axisOf(months)}
      series={[
        { name: t.columns.paid, values: months.map((month) => month.recovered), tone: 'good' },
        {
          name: t.columns.notPaid,
          values: months.map(({ failed, recovered, open }) => failed - recovered - open),
          tone: 'bad',
        },
        { name: t.columns.tried, values: months.map((month) => month.open), tone: 'wait' },
      ]}
      table={
        <FiguresTable
          caption={t.recovered.title}
          headers={[t.columns.month, t.columns.failed, t.columns.paid, t.columns.tried, t.columns.recovered]}
          wideOnly={[3]}
          rows={months.map(({ month, failed, recovered, open, recoveredAmount }) => ({
            key: month,
            cells: [
              monthText(month),
              countText(failed),
              countText(recovered),
              countText(open),
              <Amount key="amount" paise={recoveredAmount} />,
            ],
          }))}
        />
      }
    />
  )
}
