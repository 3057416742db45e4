import { type ReactElement, useMemo } from 'react'
import { encode } from 'uqr'

export interface QrCodeProps {
  text: string
  /** What it is for, to those who cannot scan it. */
  label: string
  className?: string
}

/** A QR code, dark on white in every theme: cameras expect it so. Drawn here; no image is asked for. */
export function QrCode({ text, label, className = 'galla-qr' }: QrCodeProps): ReactElement {
  const { path, size } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** Quiet zone around the code, in modules: what the standard asks of a printed one. */
const BORDER = 4

/** The code as one SVG path over a square of `size` modules: a run of dark modules is one stroke of the pen. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: BORDER })
  const strokes: string[] = []
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      strokes.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
    }
  })
  return { path: strokes.join(''), size }
}
