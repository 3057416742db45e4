import { type ReactElement, useMemo } from 'react'
import { qrPath } from './qr-path.ts'

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
