import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from './io.ts'

/** The terminal, the clock and the signals of this process. */
export function realIo(): Io {
  const stopping = new AbortController()
  // Once: a second Ctrl-C ends the program at once, as people expect.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    env: process.env,
    fetch,
    nowMs: Date.now,
    pause: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
    stop: stopping.signal,
  }
}
