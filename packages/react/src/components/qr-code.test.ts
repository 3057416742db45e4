import { expect, it } from 'vitest'
import { qrPath } from './qr-code.tsx'

it('qrPath draws a finder pattern in three corners, inside a quiet zone of four modules', () => {
  const { path, size } = qrPath('upi://pay?pa=shop@ybl&am=499.00&cu=INR')
  const last = size - 4 - 7
  for (const corner of [`M4 4h7v1`, `M${last} 4h7v1`, `M4 ${last}h7v1`]) expect(path).toContain(corner)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, run]) => [Number(x), Number(y), Number(run)])
  for (const [x = 0, y = 0, run = 0] of runs) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
    expect(Math.max(x + run, y + 1)).toBeLessThanOrEqual(size - 4)
  }
})
