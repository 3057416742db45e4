import type { Clock } from './clock.ts'

/** What the client takes from outside, besides the network. */
export interface Ports {
  readonly clock: Clock
  /** From 0 up to, not including, 1. */
  random(): number
  warn(sentence: string): void
}

export function realPorts(): Ports {
  return {
    clock: {
      now: () => Date.now(),
      tick: () => performance.now(),
      setTimer: startTimer,
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    random: Math.random,
    warn: (sentence) => console.warn(`galla: ${sentence}`),
  }
}

function startTimer(run: () => void, ms: number, background?: boolean): unknown {
  const timer: { unref?(): unknown } = setTimeout(run, ms)
  if (background) timer.unref?.()
  return timer
}
