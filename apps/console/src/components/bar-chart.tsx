import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { DAY_MS, timeSpanText } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { ScrollRegion } from './controls.tsx'
import { listEnglish } from './english.ts'
import { axisLabels } from './time-axis.ts'

const t = messages('components/list', listEnglish)

export interface Series {
  name: string
  /** One value for each entry of `at`; null where nothing was measured. */
  values: readonly (number | null)[]
  /** `data`: a figure. `good`, `wait` and `bad` are for payment states only. */
  tone: Tone
}

type Tone = 'ink' | 'data' | 'good' | 'wait' | 'bad'

const FILLS: { readonly [Key in Tone]: string } = {
  ink: 'bg-ink',
  data: 'bg-data',
  good: 'bg-good',
  wait: 'bg-wait',
  // Hatched, so that no information depends on colour alone.
  bad: 'bg-bad hatched',
}

interface BarChartProps {
  /** Title of the chart: `Orders over time`. */
  label: string
  /** Text alternative with the main values. */
  summary: string
  /** Starts of the steps. Epoch milliseconds. */
  at: readonly number[]
  stepMs: number
  /** Names of the steps, for steps of unequal length: months. @default the time of each step */
  names?: readonly string[]
  series: readonly Series[]
  /** `stacked`: the values add up. `over`: each is drawn over the one before, so the largest comes first. @default 'stacked' */
  shape?: 'stacked' | 'over'
  /** A value on the axis: `₹1.5k`. */
  format(value: number): string
  /** A value in the readout. @default format */
  formatExact?(value: number): string
  /** Opens what a step counts. */
  onOpen?(fromMs: number, toMs: number): void
  /** The same data as a table. */
  table: ReactNode
}

const KEYS: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Bars over time. Hover, or the arrow keys, show the values of a step below the bars; a press or Enter opens it. */
export function BarChart(props: BarChartProps) {
  const { label, summary, at, stepMs, series, shape = 'stacked', format, formatExact = format, onOpen, table } = props
  const [pointedAtMs, setPointedAtMs] = useState<number>()
  const totals = at.map((_, step) => {
    const values = series.map(({ values }) => values[step] ?? 0)
    return shape === 'stacked' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  })
  const highest = Math.max(...totals)
  const peak = totals.indexOf(highest)
  const top = niceTop(highest)
  const step = pointedAtMs === undefined ? undefined : stepAt(at, pointedAtMs)
  const open = (index: number) => onOpen?.(at[index] ?? 0, (at[index] ?? 0) + stepMs)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey || event.ctrlKey || event.metaKey ? undefined : KEYS[event.key]
    if (move) setPointedAtMs(at[move(step ?? -1, at.length)])
    else if (event.key === 'Enter' && step !== undefined) open(step)
    else return
    event.preventDefault()
  }
  return (
    <figure className="grid gap-2">
      {series.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
          {series.map(({ name, tone }) => (
            <li key={name} className="flex items-center gap-2">
              <span className={`size-3 rounded-[2px] ${FILLS[tone]}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        role="group"
        aria-label={t.chart.keys(label, onOpen !== undefined)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointedAtMs(undefined)}
        onBlur={() => setPointedAtMs(undefined)}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-5"
      >
        <div
          aria-hidden="true"
          className="flex h-44 flex-col justify-between text-right text-xs text-soft tabular-nums"
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-my-2.5 min-w-10 whitespace-nowrap">
              {format(value)}
            </span>
          ))}
        </div>
        <div role="img" aria-label={summary} className="relative h-44">
          {[0, 1, 2].map((line) => (
            <span key={line} className={`absolute inset-x-0 border-t border-rule ${LINES[line]}`} />
          ))}
          <div className="absolute inset-0 flex items-stretch">
            {at.map((atMs, index) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the group handles the keys
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <span
                key={atMs}
                onPointerEnter={() => setPointedAtMs(atMs)}
                onClick={onOpen && (() => open(index))}
                className={`relative flex min-w-0 flex-1 flex-col-reverse px-px ${onOpen ? 'cursor-pointer' : ''} ${index === step ? 'bg-brass-wash' : ''}`}
              >
                {series.map(({ name, values, tone }) => (
                  <span
                    key={name}
                    style={{ height: `${(100 * (values[index] ?? 0)) / top}%` }}
                    className={`mx-auto w-full max-w-6 ${FILLS[tone]} ${shape === 'over' ? 'absolute inset-x-px bottom-0' : ''}`}
                  />
                ))}
              </span>
            ))}
          </div>
          {highest > 0 && (
            <span
              aria-hidden="true"
              style={{ bottom: `${(100 * highest) / top}%`, left: `${(100 * (peak + 0.5)) / at.length}%` }}
              className={`pointer-events-none absolute text-xs whitespace-nowrap tabular-nums ${LABEL_SHIFTS[labelEdge(peak, at.length)]}`}
            >
              {formatExact(highest)}
            </span>
          )}
        </div>
        <span />
        <div aria-hidden="true" className="relative h-6 pt-1 text-xs text-soft tabular-nums">
          {stepLabels(props).map(({ text, share, isUnderBar }) => (
            <span
              key={share}
              style={{ left: `${100 * share}%` }}
              className={`absolute whitespace-nowrap ${isUnderBar ? '-translate-x-1/2' : ''}`}
            >
              {text}
            </span>
          ))}
        </div>
      </div>
      <p role="status" className="min-h-11 text-sm text-soft sm:min-h-5.5">
        {step === undefined ? t.chart.hint : readout(props, step, formatExact)}
      </p>
      <details>
        <summary className="w-fit rounded-edge text-sm text-brass underline underline-offset-4">
          {t.chart.table}
        </summary>
        <ScrollRegion label={summary}>{table}</ScrollRegion>
      </details>
    </figure>
  )
}

/** The step of a time. New figures may begin and end elsewhere, or have other steps: what was read stays the one that is read. */
export function stepAt(at: readonly number[], timeMs: number): number | undefined {
  if (at.length === 0) return undefined
  const next = at.findIndex((startMs) => startMs > timeMs)
  return next === -1 ? at.length - 1 : Math.max(next - 1, 0)
}

/** The label of the highest bar stays within the chart. */
const LABEL_SHIFTS = { start: '', middle: '-translate-x-1/2', end: '-translate-x-full' }

function labelEdge(index: number, count: number): keyof typeof LABEL_SHIFTS {
  if (index < count * 0.15) return 'start'
  return index >= count * 0.85 ? 'end' : 'middle'
}

const LINES = ['top-0', 'top-1/2', 'bottom-0']

/**
 * Labels of the steps. A name and a day stand under the middle of the bar, and an hour under its beginning.
 * @returns Each text with its place: 0 is the left end of the axis, 1 the right.
 */
export function stepLabels({
  at,
  stepMs,
  names,
}: Pick<BarChartProps, 'at' | 'stepMs' | 'names'>): { text: string; share: number; isUnderBar: boolean }[] {
  const labels = names?.map((text, index) => ({ text, share: index / names.length })) ?? axisLabels(at, stepMs)
  const isUnderBar = names !== undefined || stepMs >= DAY_MS
  const shift = isUnderBar ? 0.5 / at.length : 0
  return labels.map(({ text, share }) => ({ text, share: share + shift, isUnderBar }))
}

function readout(
  { at, stepMs, names, series }: BarChartProps,
  step: number,
  format: (value: number) => string,
): string {
  const atMs = at[step] ?? 0
  const values = series.map(({ name, values }) => {
    const value = values[step]
    return `${name} ${value === null || value === undefined ? '–' : format(value)}`
  })
  return `${names?.[step] ?? timeSpanText(atMs, atMs + stepMs)}: ${values.join(', ')}`
}

/** A round number of which half is round as well, not much above the largest value. */
export function niceTop(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  return power * ([1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].find((factor) => factor * power >= max) ?? 10)
}
