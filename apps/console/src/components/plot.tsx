import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { clockText, dayText } from '../i18n/format.ts'

export interface Series {
  name: string
  /** One value for each entry of `at`; null is a gap. */
  values: readonly (number | null)[]
  /** `good`, `wait` and `bad` are for payment states only. */
  tone: 'ink' | 'brass' | 'soft' | 'good' | 'wait' | 'bad'
  /** Bars for counts and sums, a line for measurements. @default 'line' */
  shape?: 'bars' | 'line'
  dashed?: boolean
}

export interface ChartProps {
  /** Text alternative: what the chart shows, with its main values. */
  summary: string
  /** Epoch milliseconds. */
  at: readonly number[]
  series: readonly Series[]
  /** First and last moment of the x axis. @default first and last of `at` */
  span?: readonly [fromMs: number, toMs: number]
  /** A value as text: `₹1,499`, `120 ms`. */
  format(value: number): string
  /** Pixels. @default 200 */
  height?: number
}

/** A uPlot chart. It is drawn on a canvas, so it is drawn again when the theme changes. */
export function Plot({ at, series, format, span, height = 200 }: ChartProps) {
  const [from, to] = span ?? []
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = container.current
    if (!element) return
    const data: UPlot.AlignedData = [at.map((ms) => ms / 1_000), ...series.map(({ values }) => [...values])]
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      const options = plotOptions({
        series,
        format,
        span: from === undefined || to === undefined ? undefined : [from, to],
        width: element.clientWidth,
        height,
        style: getComputedStyle(element),
      })
      plot = new UPlot(options, data, element)
    }
    draw()
    const resizeObserver = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    resizeObserver.observe(element)
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const systemTheme = matchMedia('(prefers-color-scheme: dark)')
    systemTheme.addEventListener('change', draw)
    return () => {
      resizeObserver.disconnect()
      themeObserver.disconnect()
      systemTheme.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [at, series, format, from, to, height])

  return <div ref={container} className="h-full w-full overflow-hidden" />
}

const COLOUR_TOKENS: { readonly [Key in Series['tone']]: string } = {
  ink: '--galla-ink',
  brass: '--galla-brass',
  soft: '--galla-ink-soft',
  good: '--galla-good',
  wait: '--galla-wait',
  bad: '--galla-bad',
}

interface PlotInput {
  series: readonly Series[]
  format(value: number): string
  span: readonly [number, number] | undefined
  width: number
  height: number
  style: CSSStyleDeclaration
}

/** Options of uPlot with the colours of the theme. Times are Indian, in any time zone of the browser. */
function plotOptions({ series, format, span, width, height, style }: PlotInput): UPlot.Options {
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
    // `Chart` renders the legend as HTML.
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 24, 0, 0],
    scales: {
      ...(span ? { x: { range: [span[0] / 1_000, span[1] / 1_000] as [number, number] } } : {}),
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_, splits) => timeLabels(splits), space: 64, size: 28 },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => format(value)) },
    ],
    series: [
      {},
      ...series.map(({ name, tone, shape, dashed }): UPlot.Series => {
        const stroke = colour(COLOUR_TOKENS[tone])
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

const TWO_DAYS_SEC = 172_800

/** Days on an axis of more than two days, otherwise times. */
function timeLabels(splits: readonly number[]): string[] {
  const [first = 0] = splits
  const showDays = (splits.at(-1) ?? first) - first > TWO_DAYS_SEC
  return splits.map((sec) => (showDays ? dayText(sec * 1_000).replace(/ \d{4}$/, '') : clockText(sec * 1_000)))
}
