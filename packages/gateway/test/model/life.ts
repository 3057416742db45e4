import { Client } from 'pg'

/**
 * The life of one simulated process. Each of its database and provider calls is a step; at a chosen step the process is killed: that
 * call and all later ones never return, as after SIGKILL.
 */
export interface Life {
  readonly name: string
  readonly isDead: boolean
  /** Resolves when the process is killed. */
  readonly died: Promise<void>
  /** Kills the process at the `steps`-th step from now: before the call leaves, or after it is done and before its result arrives. */
  killIn(steps: number, when: 'before' | 'after'): void
  /** Runs one call as a step. */
  step<Result>(call: () => Promise<Result>): Promise<Result>
  /** Decides how far the next call gets: for callers with callbacks. `done` is called after a call that the process does not survive. */
  next(): { readonly execution: 'complete' | 'result-lost' | 'none'; readonly done: () => void }
}

const never = <Result>() => new Promise<Result>(() => {})

export function createLife(name: string): Life {
  let isDead = false
  let die = () => {}
  const died = new Promise<void>((resolve) => {
    die = () => {
      isDead = true
      resolve()
    }
  })
  let left = Number.POSITIVE_INFINITY
  let when: 'before' | 'after' = 'before'
  const life: Life = {
    name,
    died,
    get isDead() {
      return isDead
    },
    killIn(steps, phase) {
      left = steps
      when = phase
    },
    next() {
      left -= 1
      if (isDead) return { execution: 'none', done: die }
      if (left > 0) return { execution: 'complete', done: die }
      if (when === 'after' && left === 0) return { execution: 'result-lost', done: die }
      die()
      return { execution: 'none', done: die }
    },
    async step(call) {
      const { execution, done } = life.next()
      if (execution === 'none') return never()
      if (execution === 'complete') return call()
      await call().catch(() => {})
      done()
      return never()
    },
  }
  return life
}

type Callback = (error: unknown, result: unknown) => void

/** A class of `pg` clients that belong to a process: a dead one opens no connection and gets no result. */
export function clientOf(life: Life): new () => Client {
  return class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's methods have many overloads, and every argument is passed on
    override connect(...given: any[]): any {
      return life.isDead ? never() : (super.connect as (...all: unknown[]) => unknown).apply(this, given)
    }

    // biome-ignore lint/suspicious/noExplicitAny: as above
    override query(...given: any[]): any {
      const { execution, done } = life.next()
      const run = super.query.bind(this) as (...all: unknown[]) => Promise<unknown>
      if (execution === 'none') return never()
      if (execution === 'complete') return run(...given)
      const last = given.at(-1) as Callback | unknown
      if (typeof last === 'function') return run(...given.slice(0, -1), done)
      run(...given).then(done, done)
      return never()
    }
  }
}
