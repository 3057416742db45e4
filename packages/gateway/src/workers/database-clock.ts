import type { Clock, Log } from '../context.ts'
import { clocksAgree } from '../domain/clocks.ts'

/** A clock that shows the database's time, so that all replicas agree on what is due and on deadlines. */
export interface DatabaseClock extends Clock {
  /** How far the database's clock is ahead of the local one, as measured last. Milliseconds. */
  offsetMs(): number
  /** Measures how far the local clock is off. Call it before the first use. */
  measure(): Promise<void>
  /** Measures again every ten seconds, until the returned function is called. */
  keepMeasuring(): () => void
}

interface DatabaseClockParts {
  /** The clock of this machine. */
  readonly local: Clock
  /** A clock that only runs forward, for the time that the question takes. Milliseconds. */
  readonly monotonicMs: () => number
  /** The database's time, epoch milliseconds. */
  readonly ask: () => Promise<number>
  readonly log: Log
}

const INTERVAL_MS = 10_000

/** A local clock that is off by more is logged. Milliseconds. */
const NOTABLE_MS = 10_000

/** The offset moves to the middle of what is possible, but no further beyond its nearest end. Milliseconds. */
const MAX_WITHIN_MS = 50

/**
 * Shows the local time plus an offset. The database read its clock at some time of the question, so the offset is known up to the time
 * that the question took, and stays as it is while it is within: 0 for clocks that agree. A question that waited seconds for a free
 * connection moves the clock no further than it is known to be off.
 */
export function databaseClock({ local, monotonicMs, ask, log }: DatabaseClockParts): DatabaseClock {
  let offsetMs = 0
  const measure = async (): Promise<void> => {
    const askedMs = monotonicMs()
    const theirsMs = await ask()
    const uncertainMs = Math.ceil(monotonicMs() - askedMs)
    const leastMs = theirsMs - local.now()
    if (offsetMs >= leastMs && offsetMs <= leastMs + uncertainMs) return
    const before = offsetMs
    const withinMs = Math.min(uncertainMs / 2, MAX_WITHIN_MS)
    offsetMs = Math.round(offsetMs < leastMs ? leastMs + withinMs : leastMs + uncertainMs - withinMs)
    if (Math.abs(offsetMs - before) > NOTABLE_MS)
      log.warn({ offsetMs }, 'The clock of this machine differs from that of the database, which counts')
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
    now: () => local.now() + offsetMs,
    offsetMs: () => offsetMs,
    measure,
    keepMeasuring() {
      // An unreachable database is reported by those who need it.
      const timer = setInterval(() => void measure().catch(() => {}), INTERVAL_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
