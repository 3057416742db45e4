import { type ReactElement, useEffect, useRef, useState } from 'react'
import { formatTimeLeft, secondsToAnnounce } from '../core/clock.ts'
import type { ComponentMessages } from '../i18n/component-messages.ts'
import { formatMessage } from '../i18n/messages.ts'

const TICK_MS = 250

/** Props of `<Countdown>`. */
export interface CountdownProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** Milliseconds left at a reading of the device's monotonic clock, `performance.now()`. */
  remainingMsAt: (nowMs: number) => number
}

/**
 * The time left, updated while it is shown. Screen readers announce three minutes, one minute and thirty seconds only.
 *
 * @example
 * ```tsx
 * <Countdown messages={en} remainingMsAt={(nowMs) => endMs - nowMs} />
 * ```
 */
export function Countdown({ messages, remainingMsAt }: CountdownProps): ReactElement {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const left = remainingMsAt(now)
  const before = useRef(left)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const seconds = secondsToAnnounce(before.current, left)
    before.current = left
    if (seconds !== undefined) setAnnouncement(announcementOf(messages, seconds))
  }, [left, messages])

  return (
    <>
      <span role="timer" className={left < 60_000 ? 'galla-timer galla-time-short' : 'galla-timer'}>
        {left > 0 ? formatTimeLeft(left) : messages.lastCheck}
      </span>
      <span className="galla-visually-hidden" aria-live="polite">
        {announcement}
      </span>
    </>
  )
}

function announcementOf(messages: ComponentMessages, seconds: number): string {
  if (seconds < 60) return formatMessage(messages, 'secondsLeft', { count: String(seconds) })
  if (seconds < 120) return messages.oneMinuteLeft
  return formatMessage(messages, 'minutesLeft', { count: String(Math.floor(seconds / 60)) })
}
