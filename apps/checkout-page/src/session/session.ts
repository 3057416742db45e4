import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import type { Presence } from '@galla/react/components'
import type { PageClient, PageResponse } from './page-client.ts'
import { INITIAL_STATE, nextPollDelayMs, type PageEvent, type PageState, reduce } from './session-state.ts'

export interface SessionDependencies {
  client: PageClient
  /** False when the page's URL has no token. */
  hasToken: boolean
  presence: Presence
  /** The device's monotonic clock, `performance.now()`. Milliseconds. */
  now: () => number
  /** Runs `work` after `ms` milliseconds; returns a function that cancels it. */
  schedule: (work: () => void, ms: number) => () => void
}

/** Delays after failed status checks, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** Follows one order by polling and sends the payer's requests. */
export class PageSession {
  #state = INITIAL_STATE
  #listeners = new Set<() => void>()
  #cancelPoll = () => {}
  /** A request of the payer is in flight. */
  #acting = false
  #lastRequest = 0
  #newestReply = 0
  #failures = 0
  readonly #dependencies: SessionDependencies

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
  }

  readonly snapshot = (): PageState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts polling. Returns a function that stops it; it can be started again. */
  start(): () => void {
    if (!this.#dependencies.hasToken) {
      this.#dispatch({ type: 'unavailable', reason: 'no-token' })
      return () => {}
    }
    const unsubscribe = this.#dependencies.presence.subscribe(() => this.#onPresenceChange())
    void this.refresh()
    return () => {
      unsubscribe()
      this.#cancelPoll()
    }
  }

  /** Requests the order's status now. */
  async refresh(): Promise<void> {
    this.#cancelPoll()
    await this.#request('status', this.#dependencies.client.call('GET /view'))
  }

  /**
   * Sends a request of the payer, one at a time. Resolves with true when it was accepted.
   * `dismissedAttemptId` names the attempt that the payer cancels: its failure is not shown.
   */
  async act(
    send: (client: PageClient) => Promise<PageResponse<PageView>>,
    dismissedAttemptId?: string,
  ): Promise<boolean> {
    if (this.#state.sending) return false
    this.#cancelPoll()
    this.#acting = true
    this.#dispatch({ type: 'request-sent' })
    return this.#request('action', send(this.#dependencies.client), dismissedAttemptId)
  }

  tryAgain(): void {
    this.#dispatch({ type: 'try-again' })
  }

  async #request(
    kind: 'status' | 'action',
    call: Promise<PageResponse<PageView>>,
    dismissedAttemptId?: string,
  ): Promise<boolean> {
    const number = ++this.#lastRequest
    const response = await call
    if (kind === 'action') this.#acting = false
    if (number < this.#newestReply) {
      // A newer reply has overtaken this one: its view is out of date.
      if (kind === 'action') void this.refresh()
      return false
    }
    this.#newestReply = number
    const isRead = this.#receive(eventOf(kind, response, this.#dependencies.now(), !this.#acting, dismissedAttemptId))
    this.#failures = isRead ? 0 : this.#failures + 1
    // The order may have moved on, which is why the request was refused: read its status.
    if (kind === 'action' && response.kind === 'refused') void this.refresh()
    else this.#schedulePoll()
    return isRead && response.kind === 'answer'
  }

  /** False for no answer, and for one that cannot be read: the status is asked again in either case. */
  #receive(event: PageEvent): boolean {
    if (event.type !== 'no-answer') {
      try {
        this.#dispatch(event)
        return true
      } catch {
        // As no answer.
      }
    }
    this.#dispatch({ type: 'no-answer' })
    return false
  }

  #schedulePoll(): void {
    this.#cancelPoll()
    if (!this.#dependencies.presence.active) return
    const delay = this.#pollDelayMs()
    if (delay !== undefined) this.#cancelPoll = this.#dependencies.schedule(() => void this.refresh(), delay)
  }

  #pollDelayMs(): number | undefined {
    const { session } = this.#state
    if (this.#failures > 0) return BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length) - 1]
    return 'view' in session ? nextPollDelayMs(session, this.#dependencies.now()) : undefined
  }

  #onPresenceChange(): void {
    this.#cancelPoll()
    if (!this.#dependencies.presence.online) this.#dispatch({ type: 'no-answer' })
    if (!this.#dependencies.presence.active) return
    const { session } = this.#state
    const final = 'view' in session && session.view.pollAfterMs === undefined
    if (!final && !this.#acting) void this.refresh()
  }

  #dispatch(event: PageEvent): void {
    this.#state = reduce(this.#state, event)
    for (const listener of this.#listeners) listener()
  }
}

function eventOf(
  kind: 'status' | 'action',
  response: PageResponse<PageView>,
  atMs: number,
  endsRequest: boolean,
  dismissedAttemptId: string | undefined,
): PageEvent {
  if (response.kind === 'no-answer') return { type: 'no-answer' }
  if (response.kind === 'refused') {
    const refusal = { code: response.code, message: response.message }
    return kind === 'action' ? { type: 'request-refused', refusal } : { type: 'unavailable', reason: 'not-found' }
  }
  return { type: 'view', view: response.body, atMs, endsRequest, dismissedAttemptId }
}
