import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNow } from '../../api/browser.ts'
import { Chart, FiguresTable } from '../../components/chart.tsx'
import type { Series } from '../../components/plot.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, countText, durationText, momentText, shortAmount } from '../../i18n/format.ts'
import { paymentModeLabel } from '../../i18n/terms.ts'
import { fillGaps, rateText, successRate } from './overview-span.ts'

/** A series with its gaps filled, up to now. */
function usePoints<Point extends { atMs: number }>(
  { fromMs, toMs, stepMs }: Overview,
  points: readonly Point[],
  empty: Omit<Point, 'atMs'>,
): Point[] {
  const now = useNow()
  // Rounded to a step, so that the series changes once a step and not with every tick of the clock.
  const untilMs = Math.ceil(Math.min(now, toMs) / stepMs) * stepMs
  return useMemo(
    () => fillGaps(points, { fromMs, toMs, stepMs, nowMs: untilMs }, empty),
    [points, fromMs, toMs, stepMs, untilMs, empty],
  )
}

const NO_ORDERS = { completed: 0, failed: 0, amount: 0 as Overview['grossVolume'] }
const NO_CALLS = { calls: 0, errors: 0, medianMs: 0, p95Ms: 0 }

export function GrossVolumeChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.series, NO_ORDERS)
  const at = useMemo(() => points.map(({ atMs }) => atMs), [points])
  const series = useMemo<Series[]>(
    () => [{ name: 'Gross volume', values: points.map(({ amount }) => amount), tone: 'brass', shape: 'bars' }],
    [points],
  )
  const best = points.reduce((best, point) => (point.amount > best.amount ? point : best))
  return (
    <Chart
      summary={
        best.amount === 0
          ? 'Gross volume over time: none.'
          : `Gross volume over time: ${amountText(overview.grossVolume)} in total, at most ${amountText(best.amount)} from ${momentText(best.atMs)}.`
      }
      at={at}
      span={[overview.fromMs, overview.toMs]}
      series={series}
      format={shortAmount}
      table={
        <FiguresTable
          caption="Gross volume over time"
          headers={['From', 'Gross volume', 'Completed', 'Failed']}
          rows={points.map(({ atMs, amount, completed, failed }) => ({
            key: String(atMs),
            cells: [momentText(atMs), <Amount key="amount" paise={amount} />, completed, failed],
          }))}
        />
      }
    />
  )
}

/** Axis labels of counts: integers only. */
const axisCount = (value: number) => (Number.isInteger(value) ? countText(value) : '')

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
      format={axisCount}
      table={
        <FiguresTable
          caption="Orders over time"
          headers={['From', 'Completed', 'Failed', 'Success rate']}
          rows={points.map((point) => ({
            key: String(point.atMs),
            cells: [momentText(point.atMs), point.completed, point.failed, rateText(successRate(point))],
          }))}
        />
      }
    />
  )
}

/** Latency and errors of the provider. A step without a call is a gap, not a zero. */
export function ProviderChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.provider, NO_CALLS)
  const at = useMemo(() => points.map(({ atMs }) => atMs), [points])
  const series = useMemo<Series[]>(() => {
    const measured = (pick: (point: (typeof points)[number]) => number) =>
      points.map((point) => (point.calls === 0 ? null : pick(point)))
    return [
      { name: 'Median', values: measured(({ medianMs }) => medianMs), tone: 'ink' },
      { name: '95th percentile', values: measured(({ p95Ms }) => p95Ms), tone: 'brass', dashed: true },
    ]
  }, [points])
  const calls = points.reduce((sum, point) => sum + point.calls, 0)
  const errors = points.reduce((sum, point) => sum + point.errors, 0)
  const slowest = Math.max(...points.map(({ p95Ms }) => p95Ms))
  return (
    <>
      <p className="mb-3 text-sm">
        {countText(calls)} calls,{' '}
        <Link
          to="/api-log"
          search={{ outcome: 'failed' }}
          className={`underline underline-offset-4 ${errors === 0 ? '' : 'font-strong text-bad'}`}
        >
          {countText(errors)} failed
        </Link>
      </p>
      <Chart
        summary={`Latency of the provider: ${calls} calls, ${errors} failed, 95th percentile at most ${durationText(slowest)}.`}
        at={at}
        span={[overview.fromMs, overview.toMs]}
        series={series}
        format={durationText}
        table={
          <FiguresTable
            caption="Latency of the provider over time"
            headers={['From', 'Calls', 'Failed', 'Median', '95th percentile']}
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

/** Success rate and gross volume of each payment mode. */
export function PaymentModeTable({ overview: { byPaymentMode } }: { overview: Overview }) {
  if (byPaymentMode.length === 0) return <p className="text-soft">No order in these days.</p>
  return (
    <FiguresTable
      caption="Success by payment mode"
      wideOnly={[2, 4]}
      headers={['Mode', 'Success', 'Completed', 'Failed', 'Open', 'Gross volume']}
      rows={byPaymentMode.map((mode) => ({
        key: mode.paymentMode,
        cells: [
          mode.paymentMode === 'not chosen' ? (
            'No attempt'
          ) : (
            <Link
              key="mode"
              to="/orders"
              search={{ paymentMode: mode.paymentMode }}
              className="text-brass underline underline-offset-4"
            >
              {paymentModeLabel(mode.paymentMode)}
            </Link>
          ),
          rateText(successRate(mode)),
          countText(mode.completed),
          countText(mode.failed),
          countText(mode.pending),
          <Amount key="amount" paise={mode.amount} />,
        ],
      }))}
    />
  )
}
