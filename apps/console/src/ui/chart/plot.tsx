import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartProps } from '../chart.tsx'
import { optionsOf } from './options.ts'

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
