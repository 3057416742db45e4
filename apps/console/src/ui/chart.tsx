import { lazy, type ReactNode, Suspense } from 'react'
import { ScrollBox } from './scroll-box.tsx'

export interface Series {
  name: string
  /** One a point of `at`; null leaves a gap. */
  values: readonly (number | null)[]
  /** `good`, `wait` and `bad` are states of money; everything else is ink or brass. */
  tone: 'ink' | 'brass' | 'soft' | 'good' | 'wait' | 'bad'
  /** Bars for what is counted, a line for what is measured. Default line. */
  shape?: 'bars' | 'line'
  dashed?: boolean
}

export interface ChartProps {
  /** What it shows, in one sentence with its figures: it is the picture's name. */
  summary: string
  /** Epoch milliseconds. */
  at: readonly number[]
  series: readonly Series[]
  /** First and last moment of the picture, where it is wider than the points. */
  span?: readonly [fromMs: number, toMs: number]
  /** A value as text: `₹1,499`, `120 ms`. */
  format(value: number): string
  height?: number
}

const Plot = lazy(() => import('./chart/plot.tsx').then(({ Plot }) => ({ default: Plot })))

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
