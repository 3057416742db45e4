import type { Clock, Log } from '../context.ts'
import { clocksAgree } from '../domain/clocks.ts'

/** A clock that shows the database's time, so that all replicas agree on what is due and on deadlines. */
export interface DatabaseClock extends Clock {
  /** Milliseconds by which the database's clock is ahead of the local clock, as measured last. */
  offsetMs(): number
  /** Asks the database for its time. Call it before the first use: until then the local clock counts. */
  measure(): Promise<void>
  /** Measures again every ten seconds, or within a second of a step of the local clock, until the returned function is called. */
  keepMeasuring(): () => void
}

interface DatabaseClockParts {
  /** The clock of this machine. */
  readonly local: Clock
  /** The monotonic clock of this machine. Milliseconds. */
  readonly monotonicMs: () => number
  /** The database's time, epoch milliseconds. */
  readonly ask: () => Promise<number>
  readonly log: Log
}

const INTERVAL_MS = 10_000

/** Interval of the check for a local clock that was set. Milliseconds. */
const LOOK_MS = 1_000

/** A local clock that is off by more is logged, and one that moves by more beside the monotonic clock was set. Milliseconds. */
const NOTABLE_MS = 10_000

/** The shown time moves to the middle of what is possible, but no further beyond its nearest end. Milliseconds. */
const MAX_WITHIN_MS = 50

/**
 * Shows the database's time as measured last plus what the monotonic clock has run since, so that setting the clock of this machine changes
 * nothing. The database read its clock at some time of the question, so its time is known up to the time that the question took, and what is
 * shown stays as it is while it is within. A question that waited seconds for a free connection moves the clock no further than it is known
 * to be off. While a machine is suspended its monotonic clock stands still: the next measurement makes up for it.
 */
export function databaseClock({ local, monotonicMs, ask, log }: DatabaseClockParts): DatabaseClock {
  /** The shown time is that of the monotonic clock plus this. */
  let aheadMs = Math.round(local.now() - monotonicMs())
  let offsetMs = 0
  const now = () => Math.floor(monotonicMs() + aheadMs)
  const currentOffsetMs = () => now() - local.now()

  const measure = async (): Promise<void> => {
    const askedMs = monotonicMs()
    const theirsMs = await ask()
    const answeredMs = monotonicMs()
    const leastMs = Math.floor(theirsMs - answeredMs)
    const mostMs = Math.ceil(theirsMs - askedMs)
    const withinMs = Math.min((mostMs - leastMs) / 2, MAX_WITHIN_MS)
    if (aheadMs < leastMs) aheadMs = Math.round(leastMs + withinMs)
    if (aheadMs > mostMs) aheadMs = Math.round(mostMs - withinMs)
    report(currentOffsetMs())
  }
  const report = (measuredMs: number): void => {
    const before = offsetMs
    offsetMs = measuredMs
    if (Math.abs(offsetMs - before) > NOTABLE_MS)
      log.warn({ offsetMs }, 'The clock of this machine differs from the clock of the database, which decides')
    if (clocksAgree(offsetMs) === clocksAgree(before)) return
    if (clocksAgree(offsetMs))
      log.info(
        { offsetMs },
        'The clocks of this machine and of the database agree within a day: data is deleted by age again',
      )
    else
      log.error(
        { offsetMs },
        'The clocks of this machine and of the database differ by more than a day: nothing is deleted or erased by age',
      )
  }
  return {
    now,
    offsetMs: () => offsetMs,
    measure,
    keepMeasuring() {
      let dueMs = monotonicMs() + INTERVAL_MS
      let isMeasuring = false
      const look = async () => {
        const wasSet = Math.abs(currentOffsetMs() - offsetMs) > NOTABLE_MS
        if (isMeasuring || (!wasSet && monotonicMs() < dueMs)) return
        isMeasuring = true
        dueMs = monotonicMs() + INTERVAL_MS
        // An unreachable database is reported by those who need it.
        await measure().catch(() => {})
        isMeasuring = false
      }
      const timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
