import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { useMemo } from 'react'
import { momentText } from '../../lib/when.ts'
import { Chart, type Series } from '../../ui/chart.tsx'
import { FiguresTable } from '../../ui/figures-table.tsx'
import { rateText, successRate } from './spans.ts'
import { usePoints } from './use-points.ts'

const NOTHING = { completed: 0, failed: 0, amount: 0 as Overview['grossVolume'] }

const count = (value: number) => (Number.isInteger(value) ? value.toLocaleString('en-IN') : '')

export function OrdersChart({ overview }: { overview: Overview }) {
  const { completed, failed } = overview
  const points = usePoints(overview, overview.series, NOTHING)
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
