import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { clockText, dayText } from '../i18n/format.ts'

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

/** uPlot draws on a canvas, so it is drawn anew when the colours or the width change. */
export function Plot({ at, series, format, span, height = 200 }: ChartProps) {
  const [from, to] = span ?? []
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const here = place.current
    if (!here) return
    const data: UPlot.AlignedData = [at.map((ms) => ms / 1_000), ...series.map(({ values }) => [...values])]
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = new UPlot(
        optionsOf({
          series,
          format,
          span: from === undefined || to === undefined ? undefined : [from, to],
          width: here.clientWidth,
          height,
          style: getComputedStyle(here),
        }),
        data,
        here,
      )
    }
    draw()
    const resized = new ResizeObserver(() => plot?.setSize({ width: here.clientWidth, height }))
    resized.observe(here)
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      themed.disconnect()
      dark.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [at, series, format, from, to, height])

  return <div ref={place} className="h-full w-full overflow-hidden" />
}

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
