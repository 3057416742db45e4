import { type ReactElement, useEffect, useRef, useState } from 'react'
import { clockText, spokenStep } from '../core/clock-text.ts'
import { remainingMs } from '../core/countdown.ts'
import type { Known } from '../core/payment-state.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import { useDesk } from './desk.ts'

const TICK_MS = 250

/** The time left on the server's clock. Spoken only at three minutes, one minute and thirty seconds. */
export function TimeLeft({ known }: { known: Known }): ReactElement | null {
  const { words } = useDesk()
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const left = remainingMs(known, Math.max(now, known.heardAtMs))
  const before = useRef(left)
  const [spoken, setSpoken] = useState('')

  useEffect(() => {
    if (left === undefined) return
    const step = spokenStep(before.current ?? left, left)
    before.current = left
    if (step !== undefined) setSpoken(spokenText(words, step))
  }, [left, words])

  if (left === undefined) return null
  return (
    <p className="galla-time">
      <span className="galla-soft">{words.timeLeft}</span>{' '}
      <span role="timer" className={left < 60_000 ? 'galla-time-short' : undefined}>
        {left > 0 ? clockText(left) : words.lastLook}
      </span>
      <span className="galla-unseen" aria-live="polite">
        {spoken}
      </span>
    </p>
  )
}

function spokenText(words: Words, seconds: number): string {
  if (seconds < 60) return fill(words, 'secondsLeft', { count: String(seconds) })
  return seconds < 120 ? words.oneMinuteLeft : fill(words, 'minutesLeft', { count: String(Math.floor(seconds / 60)) })
}
