/** The clock of a client: wall time, monotonic time and timers. Replace it in tests. */
export interface Clock {
  /** Wall clock, epoch milliseconds: token lifetimes, event times. */
  now(): number
  /** Monotonic milliseconds: deadlines and durations. */
  tick(): number
  /** Runs `run` once after `ms` milliseconds. A `background` timer does not keep the process alive. */
  setTimer(run: () => void, ms: number, background?: boolean): unknown
  /** Cancels a timer of `setTimer`; ignores `undefined`. */
  clearTimer(timer: unknown): void
  /** Moves the time of a test forward; waits then take no real time. */
  skip?(ms: number): Promise<unknown>
}

/** The parts of the environment that a client uses besides the network. Replace them in tests. */
export interface Ports {
  /** Time and timers. */
  readonly clock: Clock
  /** A number from 0 up to, not including, 1; spreads retry pauses. */
  random(): number
  /** Receives one warning, without a prefix. Default: `console.warn`. */
  warn(message: string): void
}

export function realPorts(): Ports {
  return {
    clock: {
      now: () => Date.now(),
      tick: () => performance.now(),
      setTimer,
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    random: Math.random,
    warn: (message) => console.warn(`galla: ${message}`),
  }
}

function setTimer(run: () => void, ms: number, background?: boolean): unknown {
  const timer: { unref?(): unknown } = setTimeout(run, ms)
  if (background) timer.unref?.()
  return timer
}

/** Deno sends a request again when a reused connection ends before the reply, a payment too: there no connection is reused. */
export const isDeno = (): boolean => 'Deno' in globalThis

/**
 * Cloudflare Workers: what one incoming request has started ends with it, and never settles for another that waits for it. Its `node:http`
 * differs from Node's.
 */
export const isWorkerd = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'

interface ProcessLike {
  getBuiltinModule?: (name: string) => unknown
}

/**
 * A built-in module of the runtime, or undefined where the runtime has none.
 * Looked up at run time, so that bundlers and web-standard runtimes never see an import of it.
 */
export function builtin<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: ProcessLike }
  return process?.getBuiltinModule?.(name) as Module | undefined
}
