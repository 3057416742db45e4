import { Galla, type GallaConfig } from '@galla/sdk'
import type { Clock, Ports } from '@galla/sdk/testing'

/** The system clock with Node's timers. */
const realClock: Clock = {
  now: () => Date.now(),
  tick: () => performance.now(),
  setTimer(run, ms, background) {
    const timer = setTimeout(run, ms)
    if (background) timer.unref()
    return timer
  },
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

export interface ClientConfig extends Partial<Omit<GallaConfig, 'clock'>> {
  clock?: Clock
  /** Receives what would go to the console. */
  warnings?: string[]
}

/** A client whose hosts are all at one origin, without randomness. */
export function clientOf(origin: string, { clock = realClock, warnings = [], ...config }: ClientConfig = {}): Galla {
  const ports: Ports = { clock, random: () => 0, warn: (message) => warnings.push(message) }
  return new Galla(
    { clientId: 'shop', clientSecret: 'a-secret-of-the-shop', clientVersion: 1, hosts: origin, ...config },
    ports,
  )
}
