/** Runs a statement and returns its rows. */
type Rows = (text: string) => Promise<readonly object[]>

/** Resolves when `work` has ended, or a session of the database waits for a lock: then nothing more happens before the lock is free. */
export async function untilEndedOrWaiting(work: Promise<unknown>, rows: Rows): Promise<void> {
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  work.then(end, end)
  const waiting = `select from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
  while (!isEnded && (await rows(waiting)).length === 0) await new Promise(setImmediate)
}
