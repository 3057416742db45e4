import { type ReactElement, useEffect, useRef, useState } from 'react'
import { clockText, spokenStep } from '../core/clock.ts'
import type { Words } from '../i18n/en.ts'
import { fill } from '../i18n/messages.ts'

const TICK_MS = 250

export interface CountdownProps {
  words: Words
  /** Milliseconds left at a moment of the device's steady clock, `performance.now()`. */
  leftAt: (nowMs: number) => number
}

/** The time left, kept current while it is shown. Spoken only at three minutes, one minute and thirty seconds. */
export function Countdown({ words, leftAt }: CountdownProps): ReactElement {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const left = leftAt(now)
  const before = useRef(left)
  const [spoken, setSpoken] = useState('')

  useEffect(() => {
    const step = spokenStep(before.current, left)
    before.current = left
    if (step !== undefined) setSpoken(spokenText(words, step))
  }, [left, words])

  return (
    <>
      <span role="timer" className={left < 60_000 ? 'galla-timer galla-time-short' : 'galla-timer'}>
        {left > 0 ? clockText(left) : words.lastLook}
      </span>
      <span className="galla-unseen" aria-live="polite">
        {spoken}
      </span>
    </>
  )
}

function spokenText(words: Words, seconds: number): string {
  if (seconds < 60) return fill(words, 'secondsLeft', { count: String(seconds) })
  return seconds < 120 ? words.oneMinuteLeft : fill(words, 'minutesLeft', { count: String(Math.floor(seconds / 60)) })
}
