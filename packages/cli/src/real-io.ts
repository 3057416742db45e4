import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from './io.ts'

/** The terminal, the clock and the signals of this process. */
export function realIo(): Io {
  const stopping = new AbortController()
  // Once: a second Ctrl-C ends the program at once, as people expect.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  if (process.env.npm_command !== undefined) onOrphaned(() => stopping.abort())
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

const LOOK_MS = 500

/** npm ends at a signal without telling what it started: a server whose npm is gone was meant to end as well. */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), LOOK_MS).unref()
}
