import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import type { Presence } from '@galla/react/components'
import type { Answer, PageClient } from './page-client.ts'
import { nextCheckMs, type PageEvent, type PageState, reduce, START } from './session-state.ts'

export interface DriverPorts {
  client: PageClient
  /** False when the address of the page lacks its token: there is nothing to ask for. */
  hasToken: boolean
  presence: Presence
  /** The device's steady clock in milliseconds, `performance.now()`. */
  now: () => number
  /** Runs the work later; returns the way to call it off. */
  later: (work: () => void, ms: number) => () => void
}

/** Pauses after failed looks, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** Keeps one order's state in step with the provider: looks, waits, looks again, and passes on what the payer asks for. */
export class SessionDriver {
  #state = START
  #listeners = new Set<() => void>()
  #callOff = () => {}
  #asked = 0
  #answered = 0
  #failures = 0
  readonly #ports: DriverPorts

  constructor(ports: DriverPorts) {
    this.#ports = ports
  }

  readonly snapshot = (): PageState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to look. Returns the way to stop, so that it can be started again. */
  start(): () => void {
    if (!this.#ports.hasToken) {
      this.#dispatch({ type: 'broken', why: 'no-token' })
      return () => {}
    }
    const stopWatching = this.#ports.presence.watch(() => this.#presenceChanged())
    void this.look()
    return () => {
      stopWatching()
      this.#callOff()
    }
  }

  /** Asks the provider now. */
  async look(): Promise<void> {
    this.#callOff()
    await this.#settle('look', this.#ports.client.call('GET /view'))
  }

  /**
   * Sends what the payer asked for, one thing at a time. Reports whether it was taken.
   * `leaveBehind` names an attempt that the payer gives up: its failure needs no step of its own.
   */
  async act(send: (client: PageClient) => Promise<Answer<PageView>>, leaveBehind?: string): Promise<boolean> {
    if (this.#state.sending) return false
    this.#callOff()
    this.#dispatch({ type: 'sent' })
    return this.#settle('act', send(this.#ports.client), leaveBehind)
  }

  tryAgain(): void {
    this.#dispatch({ type: 'try-again' })
  }

  async #settle(why: 'look' | 'act', call: Promise<Answer<PageView>>, leaveBehind?: string): Promise<boolean> {
    const number = ++this.#asked
    const answer = await call
    // An older look may come home after a newer answer: what it saw is history.
    if (number < this.#answered) return false
    this.#answered = number
    if (answer.kind === 'lost') this.#failures += 1
    else this.#failures = 0
    this.#dispatch(eventOf(why, answer, this.#ports.now(), leaveBehind))
    // What was asked for may have been refused because the order moved on: look where it stands.
    if (why === 'act' && answer.kind === 'refused') void this.look()
    else this.#plan()
    return answer.kind === 'answer'
  }

  #plan(): void {
    this.#callOff()
    if (!this.#ports.presence.here) return
    const wait = this.#waitMs()
    if (wait !== undefined) this.#callOff = this.#ports.later(() => void this.look(), wait)
  }

  #waitMs(): number | undefined {
    const { session } = this.#state
    if (this.#failures > 0) return BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length) - 1]
    return 'view' in session ? nextCheckMs(session, this.#ports.now()) : undefined
  }

  #presenceChanged(): void {
    this.#callOff()
    if (!this.#ports.presence.online) this.#dispatch({ type: 'lost' })
    if (!this.#ports.presence.here) return
    const { session } = this.#state
    const over = 'view' in session && session.view.pollAfterMs === undefined
    if (!over && !this.#state.sending) void this.look()
  }

  #dispatch(event: PageEvent): void {
    this.#state = reduce(this.#state, event)
    for (const listener of this.#listeners) listener()
  }
}

function eventOf(why: 'look' | 'act', answer: Answer<PageView>, atMs: number, leaveBehind?: string): PageEvent {
  if (answer.kind === 'lost') return { type: 'lost' }
  if (answer.kind === 'refused') {
    const refusal = { code: answer.code, message: answer.message }
    return why === 'act' ? { type: 'refused', refusal } : { type: 'broken', why: 'not-found' }
  }
  const heard = { type: 'heard' as const, view: answer.reply, atMs }
  return leaveBehind === undefined ? heard : { ...heard, leaveBehind }
}
