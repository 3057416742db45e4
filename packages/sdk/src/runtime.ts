/** Time, as the client sees it. The real one is made in `ports.ts`; tests bring their own. */
export interface Clock {
  /** Wall clock, epoch milliseconds: token lives, event times. */
  now(): number
  /** Milliseconds that only go forward: deadlines. */
  tick(): number
  /** A `background` timer does not keep the process alive. */
  setTimer(run: () => void, ms: number, background?: boolean): unknown
  clearTimer(timer: unknown): void
}

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

interface ProcessLike {
  getBuiltinModule?: (name: string) => unknown
}

/**
 * A module of the runtime's own, or undefined where there is none. Asked for at run time, so that bundlers and
 * web-standard runtimes never see an import of it.
 */
export function builtin<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: ProcessLike }
  return process?.getBuiltinModule?.(name) as Module | undefined
}
