import { Galla, type GallaConfig } from '@galla/sdk'
import type { Clock, Ports } from '@galla/sdk/testing'

/** Time as it is, and a timer that Node's own kind of test may hold. */
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

export interface Given extends Partial<GallaConfig> {
  clock?: Clock
  /** Collects what would go to the console. */
  warnings?: string[]
}

/** A client for everything at one address, with a random that is none. */
export function clientOf(origin: string, { clock = realClock, warnings = [], ...config }: Given = {}): Galla {
  const ports: Ports = { clock, random: () => 0, warn: (sentence) => warnings.push(sentence) }
  return new Galla(
    { clientId: 'shop', clientSecret: 'a-secret-of-the-shop', clientVersion: 1, hosts: origin, ...config },
    ports,
  )
}
