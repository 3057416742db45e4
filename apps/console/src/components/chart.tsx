import { type ReactNode, Suspense } from 'react'
import { ScrollRegion } from './controls.tsx'
import { lazyPart } from './lazy.tsx'
import type { ChartProps } from './plot.tsx'

const Plot = lazyPart(() => import('./plot.tsx').then(({ Plot }) => Plot))

/** A chart over time with the same data as a table. uPlot is loaded with the first chart. */
export function Chart(props: ChartProps & { table: ReactNode }) {
  const { summary, series, table, height = 200 } = props
  return (
    <figure className="grid gap-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        {series.map(({ name, tone, dashed }) => (
          <li key={name} className="flex items-center gap-2">
            <span className={`w-4 border-t-2 ${dashed ? 'border-dashed' : ''} ${LEGEND_CLASSES[tone]}`} />
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
        <summary className="w-fit rounded-edge text-sm text-brass underline underline-offset-4">Show as table</summary>
        <ScrollRegion label={summary}>{table}</ScrollRegion>
      </details>
    </figure>
  )
}

const LEGEND_CLASSES = {
  ink: 'border-ink',
  brass: 'border-brass',
  soft: 'border-soft',
  good: 'border-good',
  wait: 'border-wait',
  bad: 'border-bad',
} as const

interface FiguresTableProps {
  caption: string
  /** The first column names the row; the others are right-aligned numbers. */
  headers: readonly string[]
  /** Indexes of the columns that are hidden on a phone. */
  wideOnly?: readonly number[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small static table of numbers. */
export function FiguresTable({ caption, headers, rows, wideOnly = [] }: FiguresTableProps) {
  const hidden = (at: number) => (wideOnly.includes(at) ? 'max-sm:hidden' : '')
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-rule-strong">
          {headers.map((header, at) => (
            <th
              key={header}
              scope="col"
              className={`px-2 py-1.5 text-soft ${at === 0 ? 'text-left' : 'text-right'} ${hidden(at)}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key} className="border-b border-rule last:border-b-0">
            <th scope="row" className="px-2 py-1.5 text-left font-normal">
              {name}
            </th>
            {values.map((value, at) => (
              <td key={headers[at + 1]} className={`px-2 py-1.5 text-right ${hidden(at + 1)}`}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
