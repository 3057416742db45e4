import type { Overview } from '@galla/contract/gateway-api/overview'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNow } from '../../api/browser.ts'
import { BarChart } from '../../components/bar-chart.tsx'
import { FiguresTable } from '../../components/figures-table.tsx'
import { rangeParams } from '../../components/filters.tsx'
import { Amount } from '../../components/records.tsx'
import { amountText, durationText, momentText, shortAmount } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { paymentModeLabel } from '../../i18n/terms.ts'
import { chartsEnglish } from './english.ts'
import { attemptSuccess, fillGaps, rateText } from './overview-span.ts'

const t = messages('overview/charts', chartsEnglish)

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

const NO_ORDERS = { completed: 0, failed: 0, pending: 0, amount: 0 as Overview['grossVolume'] }
const NO_CALLS = { calls: 0, errors: 0, medianMs: 0, p95Ms: 0 }

/** Opens the list of orders that were created in a step. */
function useOpenOrders() {
  const navigate = useNavigate()
  return (fromMs: number, toMs: number) => void navigate({ to: '/orders', search: rangeParams(fromMs, toMs) })
}

export function GrossVolumeChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.series, NO_ORDERS)
  const best = points.reduce((best, point) => (point.amount > best.amount ? point : best))
  return (
    <BarChart
      label={t.volume.title}
      summary={
        best.amount === 0
          ? t.volume.none
          : t.volume.summary(amountText(overview.grossVolume), amountText(best.amount), momentText(best.atMs))
      }
      at={points.map(({ atMs }) => atMs)}
      stepMs={overview.stepMs}
      series={[{ name: t.grossVolume, values: points.map(({ amount }) => amount), tone: 'data' }]}
      format={shortAmount}
      formatExact={amountText}
      onOpen={useOpenOrders()}
      table={
        <FiguresTable
          caption={t.volume.title}
          headers={[t.from, t.grossVolume, t.completed, t.failed]}
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
  const { completed, failed, pending } = overview
  const points = usePoints(overview, overview.series, NO_ORDERS)
  return (
    <BarChart
      label={t.orders.title}
      summary={t.orders.summary(completed, failed, pending)}
      at={points.map(({ atMs }) => atMs)}
      stepMs={overview.stepMs}
      series={[
        { name: t.completed, values: points.map((point) => point.completed), tone: 'good' },
        { name: t.failed, values: points.map((point) => point.failed), tone: 'bad' },
        { name: t.open, values: points.map((point) => point.pending), tone: 'wait' },
      ]}
      format={axisCount}
      onOpen={useOpenOrders()}
      table={
        <FiguresTable
          caption={t.orders.title}
          headers={[t.from, t.completed, t.failed, t.open]}
          rows={points.map((point) => ({
            key: String(point.atMs),
            cells: [momentText(point.atMs), point.completed, point.failed, point.pending],
          }))}
        />
      }
    />
  )
}

/** Latency and errors of the provider. A step without a call is a gap, not a zero. */
export function ProviderChart({ overview }: { overview: Overview }) {
  const navigate = useNavigate()
  const points = usePoints(overview, overview.provider, NO_CALLS)
  const measured = (pick: (point: (typeof points)[number]) => number) =>
    points.map((point) => (point.calls === 0 ? null : pick(point)))
  const calls = points.reduce((sum, point) => sum + point.calls, 0)
  const errors = points.reduce((sum, point) => sum + point.errors, 0)
  const slowest = Math.max(...points.map(({ p95Ms }) => p95Ms))
  return (
    <>
      <p className="mb-3 text-sm">
        {phrase(
          t.latency.calls(countText(calls), countText(errors), (text) => (
            <Link
              to="/api-log"
              search={{ outcome: 'failed', ...rangeParams(overview.fromMs, overview.toMs) }}
              className={`underline underline-offset-4 ${errors === 0 ? '' : 'font-strong text-bad'}`}
            >
              {text}
            </Link>
          )),
        )}
      </p>
      <BarChart
        label={t.latency.title}
        summary={t.latency.summary(calls, errors, durationText(slowest))}
        at={points.map(({ atMs }) => atMs)}
        stepMs={overview.stepMs}
        series={[
          { name: t.latency.p95, values: measured(({ p95Ms }) => p95Ms), tone: 'data' },
          { name: t.latency.median, values: measured(({ medianMs }) => medianMs), tone: 'ink' },
        ]}
        shape="over"
        format={durationText}
        onOpen={(fromMs, toMs) => void navigate({ to: '/api-log', search: rangeParams(fromMs, toMs) })}
        table={
          <FiguresTable
            caption={t.latency.title}
            headers={[t.from, t.latency.header, t.failed, t.latency.median, t.latency.p95]}
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

/** Attempt success and gross volume of each payment mode. */
export function PaymentModeTable({ overview }: { overview: Overview }) {
  const { byPaymentMode, fromMs, toMs } = overview
  if (byPaymentMode.length === 0) return <p className="text-soft">{t.modes.none}</p>
  return (
    <>
      <FiguresTable
        caption={t.modes.title}
        wideOnly={[2, 4]}
        headers={[t.modes.mode, t.modes.success, t.completed, t.failed, t.open, t.grossVolume]}
        rows={byPaymentMode.map((mode) => ({
          key: mode.paymentMode,
          cells: [
            mode.paymentMode === 'not chosen' ? (
              t.modes.notChosen
            ) : (
              <Link
                key="mode"
                to="/orders"
                search={{ paymentMode: mode.paymentMode, ...rangeParams(fromMs, toMs) }}
                className="text-brass underline underline-offset-4"
              >
                {paymentModeLabel(mode.paymentMode)}
              </Link>
            ),
            rateText(attemptSuccess(mode)),
            countText(mode.completed),
            countText(mode.failed),
            countText(mode.pending),
            <Amount key="amount" paise={mode.amount} />,
          ],
        }))}
      />
      <p className="mt-2 text-sm text-soft max-sm:hidden">{t.modes.note}</p>
    </>
  )
}
