import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNow } from '../../api/browser.ts'
import { Chart, FiguresTable } from '../../components/chart.tsx'
import type { Series } from '../../components/plot.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, durationText, momentText, shortAmount } from '../../i18n/format.ts'
import { modeWord } from '../../i18n/terms.ts'
import { filled, rateText, successRate } from './overview-span.ts'

const NO_ORDERS = { completed: 0, failed: 0, amount: 0 as Overview['grossVolume'] }

export function TakingsChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.series, NO_ORDERS)
  const at = useMemo(() => points.map(({ atMs }) => atMs), [points])
  const series = useMemo<Series[]>(
    () => [{ name: 'Takings', values: points.map(({ amount }) => amount), tone: 'brass', shape: 'bars' }],
    [points],
  )
  const best = points.reduce((best, point) => (point.amount > best.amount ? point : best))
  return (
    <Chart
      summary={
        best.amount === 0
          ? 'Takings over time: none.'
          : `Takings over time: ${amountText(overview.grossVolume)} in all, most of it, ${amountText(best.amount)}, from ${momentText(best.atMs)}.`
      }
      at={at}
      span={[overview.fromMs, overview.toMs]}
      series={series}
      format={shortAmount}
      table={
        <FiguresTable
          caption="Takings over time"
          heads={['From', 'Takings', 'Completed', 'Failed']}
          rows={points.map(({ atMs, amount, completed, failed }) => ({
            key: String(atMs),
            cells: [momentText(atMs), <Amount key="amount" paise={amount} />, completed, failed],
          }))}
        />
      }
    />
  )
}

const count = (value: number) => (Number.isInteger(value) ? value.toLocaleString('en-IN') : '')

export function OrdersChart({ overview }: { overview: Overview }) {
  const { completed, failed } = overview
  const points = usePoints(overview, overview.series, NO_ORDERS)
  const at = useMemo(() => points.map(({ atMs }) => atMs), [points])
  const series = useMemo<Series[]>(
    () => [
      { name: 'Completed', values: points.map((point) => point.completed), tone: 'good' },
      { name: 'Failed', values: points.map((point) => point.failed), tone: 'bad', dashed: true },
    ],
    [points],
  )
  return (
    <Chart
      summary={`Orders over time: ${completed} completed, ${failed} failed, a success rate of ${rateText(successRate(overview))}.`}
      at={at}
      span={[overview.fromMs, overview.toMs]}
      series={series}
      format={count}
      table={
        <FiguresTable
          caption="Orders over time"
          heads={['From', 'Completed', 'Failed', 'Success rate']}
          rows={points.map((point) => ({
            key: String(point.atMs),
            cells: [momentText(point.atMs), point.completed, point.failed, rateText(successRate(point))],
          }))}
        />
      }
    />
  )
}

const NO_CALLS = { calls: 0, errors: 0, medianMs: 0, p95Ms: 0 }

/** How fast the provider answered us, and how often it did not. A step without a call is a gap, not a zero. */
export function ProviderChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.provider, NO_CALLS)
  const at = useMemo(() => points.map(({ atMs }) => atMs), [points])
  const series = useMemo<Series[]>(() => {
    const measured = (pick: (point: (typeof points)[number]) => number) =>
      points.map((point) => (point.calls === 0 ? null : pick(point)))
    return [
      { name: 'Median', values: measured(({ medianMs }) => medianMs), tone: 'ink' },
      { name: '95 of 100 within', values: measured(({ p95Ms }) => p95Ms), tone: 'brass', dashed: true },
    ]
  }, [points])
  const calls = points.reduce((sum, point) => sum + point.calls, 0)
  const errors = points.reduce((sum, point) => sum + point.errors, 0)
  const slowest = Math.max(...points.map(({ p95Ms }) => p95Ms))
  return (
    <>
      <p className="mb-3 text-sm">
        {calls.toLocaleString('en-IN')} calls,{' '}
        <Link
          to="/api-log"
          search={{ outcome: 'failed' }}
          className={
            errors === 0 ? 'underline underline-offset-4' : 'font-strong text-bad underline underline-offset-4'
          }
        >
          {errors.toLocaleString('en-IN')} failed
        </Link>
      </p>
      <Chart
        summary={`How long the provider took to answer: ${calls} calls, ${errors} failed, 95 of 100 within ${durationText(slowest)} at the slowest.`}
        at={at}
        span={[overview.fromMs, overview.toMs]}
        series={series}
        format={durationText}
        table={
          <FiguresTable
            caption="The provider's answers over time"
            heads={['From', 'Calls', 'Failed', 'Median', '95 of 100 within']}
            rows={points.map(({ atMs, calls, errors, medianMs, p95Ms }) => ({
              key: String(atMs),
              cells: [
                momentText(atMs),
                calls,
                errors,
                ...(calls === 0 ? ['–', '–'] : [durationText(medianMs), durationText(p95Ms)]),
              ],
            }))}
          />
        }
      />
    </>
  )
}

/** How well each way of paying worked. */
export function ByMode({ overview }: { overview: Overview }) {
  const { byPaymentMode } = overview
  if (byPaymentMode.length === 0) return <p className="text-soft">No order in these days.</p>
  return (
    <FiguresTable
      caption="Success by payment mode"
      wideOnly={[2, 4]}
      heads={['Mode', 'Success', 'Done', 'Failed', 'Open', 'Takings']}
      rows={byPaymentMode.map((mode) => ({
        key: mode.paymentMode,
        cells: [
          mode.paymentMode === 'not chosen' ? (
            'Not chosen yet'
          ) : (
            <Link
              key="mode"
              to="/orders"
              search={{ paymentMode: mode.paymentMode }}
              className="text-brass underline underline-offset-4"
            >
              {modeWord(mode.paymentMode)}
            </Link>
          ),
          rateText(successRate(mode)),
          mode.completed.toLocaleString('en-IN'),
          mode.failed.toLocaleString('en-IN'),
          mode.pending.toLocaleString('en-IN'),
          <Amount key="amount" paise={mode.amount} />,
        ],
      }))}
    />
  )
}

/** A series with its gaps filled, up to now. */
export function usePoints<Point extends { atMs: number }>(
  { fromMs, toMs, stepMs }: Overview,
  points: readonly Point[],
  nothing: Omit<Point, 'atMs'>,
): Point[] {
  const now = useNow()
  // Anew when another step begins, not with every tick.
  const untilMs = Math.ceil(Math.min(now, toMs) / stepMs) * stepMs
  return useMemo(
    () => filled(points, { fromMs, toMs, stepMs, nowMs: untilMs }, nothing),
    [points, fromMs, toMs, stepMs, untilMs, nothing],
  )
}
