import UPlot from 'uplot'
import { clockText, dayText } from '../../lib/when.ts'
import type { Series } from '../chart.tsx'

const COLOURS: { readonly [Key in Series['tone']]: string } = {
  ink: '--galla-ink',
  brass: '--galla-brass',
  soft: '--galla-ink-soft',
  good: '--galla-good',
  wait: '--galla-wait',
  bad: '--galla-bad',
}

const DAY_SEC = 86_400

interface Drawn {
  series: readonly Series[]
  format(value: number): string
  span: readonly [number, number] | undefined
  width: number
  height: number
  style: CSSStyleDeclaration
}

/** Hairlines, ink, no frame: a ledger's margin drawing. Times are Indian, whatever the browser's zone. */
export function optionsOf({ series, format, span, width, height, style }: Drawn): UPlot.Options {
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--galla-ink-soft'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--galla-rule'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    // The words beside the picture are ours.
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 24, 0, 0],
    scales: {
      ...(span ? { x: { range: [span[0] / 1_000, span[1] / 1_000] as [number, number] } } : {}),
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_, splits) => timesOf(splits), space: 64, size: 28 },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => format(value)) },
    ],
    series: [
      {},
      ...series.map(({ name, tone, shape, dashed }): UPlot.Series => {
        const stroke = colour(COLOURS[tone])
        const bars = shape === 'bars' && UPlot.paths.bars
        return {
          label: name,
          stroke,
          width: bars ? 0 : 2,
          points: { show: !bars, size: 5 },
          ...(dashed ? { dash: [6, 4] } : {}),
          ...(bars ? { fill: stroke, paths: bars({ size: [0.7, 24] }) } : {}),
        }
      }),
    ],
  }
}

function timesOf(splits: readonly number[]): string[] {
  const [first = 0] = splits
  const long = (splits.at(-1) ?? first) - first > 2 * DAY_SEC
  return splits.map((sec) => (long ? dayText(sec * 1_000).replace(/ \d{4}$/, '') : clockText(sec * 1_000)))
}
