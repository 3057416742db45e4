import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { useMemo } from 'react'
import { momentText } from '../../lib/when.ts'
import { Amount, amountText, shortAmount } from '../../ui/amount.tsx'
import { Chart, type Series } from '../../ui/chart.tsx'
import { FiguresTable } from '../../ui/figures-table.tsx'
import { usePoints } from './use-points.ts'

const NOTHING = { completed: 0, failed: 0, amount: 0 as Overview['grossVolume'] }

export function TakingsChart({ overview }: { overview: Overview }) {
  const points = usePoints(overview, overview.series, NOTHING)
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
