import { lazy, type ReactNode, Suspense } from 'react'
import { ScrollBox } from './controls.tsx'
import type { ChartProps } from './plot.tsx'

const Plot = lazy(() => import('./plot.tsx').then(({ Plot }) => ({ default: Plot })))

/** A picture of figures over time, and the figures themselves behind it. */
export function Chart(props: ChartProps & { table: ReactNode }) {
  const { summary, series, table, height = 200 } = props
  return (
    <figure className="grid gap-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        {series.map(({ name, tone, dashed }) => (
          <li key={name} className="flex items-center gap-2">
            <span className={`w-4 border-t-2 ${dashed ? 'border-dashed' : ''} ${KEYS[tone]}`} />
            {name}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={summary} style={{ height }}>
        <Suspense>
          <Plot {...props} height={height} />
        </Suspense>
      </div>
      <details>
        <summary className="w-fit rounded-edge text-sm text-brass underline underline-offset-4">
          Show the figures
        </summary>
        <ScrollBox label={summary}>{table}</ScrollBox>
      </details>
    </figure>
  )
}

const KEYS = {
  ink: 'border-ink',
  brass: 'border-brass',
  soft: 'border-soft',
  good: 'border-good',
  wait: 'border-wait',
  bad: 'border-bad',
} as const

interface FiguresTableProps {
  caption: string
  /** The first names the row; the others are figures, right-aligned. */
  heads: readonly string[]
  /** Numbers of the columns that a phone has no room for. */
  wideOnly?: readonly number[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small table that is read, not walked through. */
export function FiguresTable({ caption, heads, rows, wideOnly = [] }: FiguresTableProps) {
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr className="border-b border-rule-strong">
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={`px-2 py-1.5 text-soft ${at === 0 ? 'text-left' : 'text-right'} ${wideOnly.includes(at) ? 'max-sm:hidden' : ''}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-b border-rule last:border-b-0">
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={heads[at]} scope="row" className="px-2 py-1.5 text-left font-normal">
                  {cell}
                </th>
              ) : (
                <td
                  key={heads[at]}
                  className={`px-2 py-1.5 text-right ${wideOnly.includes(at) ? 'max-sm:hidden' : ''}`}
                >
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
