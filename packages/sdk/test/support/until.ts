import { setImmediate as turn } from 'node:timers/promises'

/** Runs the event loop until the condition holds; the test's timeout is the limit. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn()
}
