import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { durationText, momentText } from '../../lib/when.ts'
import { Chart, type Series } from '../../ui/chart.tsx'
import { FiguresTable } from '../../ui/figures-table.tsx'
import { usePoints } from './use-points.ts'

const NOTHING = { calls: 0, errors: 0, medianMs: 0, p95Ms: 0 }

/** How fast the provider answered us, and how often it did not. A step without a call is a gap, not a zero. */
export function ProviderChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.provider, NOTHING)
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
