import { type ReactElement, useMemo } from 'react'
import { encode } from 'uqr'

/** Props of `<QrCode>`. */
export interface QrCodeProps {
  /** The text to encode, at most 2953 bytes. */
  text: string
  /** Accessible name: what the code is for. */
  label: string
  /**
   * Class of the `<svg>`.
   * @default 'galla-qr'
   */
  className?: string | undefined
}

/**
 * A QR code as an inline SVG, dark on white in every colour scheme, as scanners expect. No image is requested.
 *
 * @example
 * ```tsx
 * <QrCode text="upi://pay?pa=shop@ybl&am=499.00&cu=INR" label="QR code to pay ₹499.00 by UPI" />
 * ```
 */
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

/** Quiet zone around the code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code as the `d` of one SVG path. */
export interface QrPath {
  /** The `d` attribute. */
  path: string
  /** Width and height of the view box, with the quiet zone. */
  size: number
}

/** A QR code as one SVG path in a square of `size` modules, quiet zone included. A run of dark modules is one rectangle. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET_ZONE })
  const rectangles: string[] = []
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      rectangles.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
    }
  })
  return { path: rectangles.join(''), size }
}
