import type { ReactElement } from 'react'
import { remainingMs } from '../core/countdown.ts'
import type { Known } from '../core/payment-state.ts'
import { Countdown } from '../parts/countdown.tsx'
import { useDesk } from './desk.ts'

/** The time left on the server's clock, for an order that ends. */
export function TimeLeft({ known }: { known: Known }): ReactElement | null {
  const { words } = useDesk()
  if (known.view.expiresAtMs === undefined) return null
  return (
    <p className="galla-time">
      <span className="galla-soft">{words.timeLeft}</span>{' '}
      <Countdown words={words} leftAt={(nowMs) => remainingMs(known, nowMs) ?? 0} />
    </p>
  )
}
