import { useNow } from '../lib/use-now.ts'
import { momentText, relativeText } from '../lib/when.ts'

/** How long ago, with the moment itself behind it; `full` shows both. Indian time. */
export function Time({ atMs, full = false }: { atMs: number; full?: boolean }) {
  const now = useNow()
  const moment = momentText(atMs)
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={moment}
      className={full ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}
    >
      {full ? (
        <>
          {moment} <span className="whitespace-nowrap">({relativeText(atMs, now)})</span>
        </>
      ) : (
        relativeText(atMs, now)
      )}
    </time>
  )
}
