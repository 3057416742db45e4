import { setImmediate as turn } from 'node:timers/promises'

/** Lets the event loop run until something has come true; the test's own time limit is the way out. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn()
}
