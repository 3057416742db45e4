import { qrPath } from '@galla/react/parts'
import { useMemo } from 'react'

/** A QR code, dark on white in every theme: cameras expect it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text])
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
