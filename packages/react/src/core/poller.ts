import { browserPresence, type Presence } from './browser.ts'
import type { Reply } from './payer-calls.ts'

/** The device, as a poller uses it. */
export interface PollerEffects {
  /** Called at the first subscription, so that a session can be created where there is no `window`. */
  presence: () => Presence
  /** Runs `work` after `ms` milliseconds; returns a function that cancels it. */
  schedule: (work: () => void, ms: number) => () => void
}

/** The effects in a browser. */
export const browserEffects: PollerEffects = {
  presence: browserPresence,
  schedule(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** The record that a poller follows. */
export interface Polled<View> {
  /** Requests the record. Undefined when there is no usable token: the poller then sends nothing. */
  readonly status: (() => Promise<Reply<View>>) | undefined
  /**
   * Stores a reply. `isChange`: the reply belongs to a change. `isChanging`: a change is in flight.
   * Returns false for a reply that cannot be used: the record is requested again, with growing pauses.
   */
  receive(reply: Reply<View>, isChange: boolean, isChanging: boolean): boolean
  /** True when the record does not change any more. */
  isOver(): boolean
  /** Milliseconds until the next request; undefined when no change is expected. */
  nextMs(): number | undefined
  /** Called when the page comes into use or goes out of use, and at the end. */
  onPresence?(isActive: boolean): void
  /** Called after a usable reply while the page is in use. */
  onAnswer?(): void
}

/** Requests one record again and again, for as long as there are listeners and the page is in use. */
export interface Poller<View> {
  /** Adds a listener; the first one starts the poller. Returns a function that removes it; the last one stops the poller. */
  subscribe(listener: () => void): () => void
  /** Calls every listener. */
  notify(): void
  /** Requests the record now. Never rejects. */
  check(): Promise<void>
  /** Sends a change. Resolves with its view, or with undefined when the change was refused or got no usable answer. */
  change(send: () => Promise<Reply<View>>): Promise<View | undefined>
  /** Stores a view that came without a request. It is newer than the replies to all requests that were sent before. */
  push(view: View): void
  /** Schedules the next request anew. */
  plan(): void
}

/** Delays after requests without a usable reply, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** A server of another kind may name any interval. */
const MIN_POLL_MS = 500

export function createPoller<View>(polled: Polled<View>, effects: PollerEffects): Poller<View> {
  const listeners = new Set<() => void>()
  let presence: Presence | undefined
  let unsubscribePresence = () => {}
  let cancelPoll = () => {}
  let cancelStop = () => {}
  let isChanging = false
  let lastRequest = 0
  let newestReply = 0
  let failures = 0

  const receive = (number: number, reply: Reply<View>, isChange: boolean): boolean => {
    newestReply = Math.max(newestReply, number)
    const isUsable = polled.receive(reply, isChange, isChanging)
    failures = isUsable ? 0 : failures + 1
    return isUsable
  }

  const plan = () => {
    cancelPoll()
    if (!presence?.active) return
    const wait = failures > 0 ? BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] : polled.nextMs()
    if (wait !== undefined) cancelPoll = effects.schedule(() => void check(), Math.max(Number(wait) || 0, MIN_POLL_MS))
  }

  const goOn = () => {
    if (presence?.active && failures === 0) polled.onAnswer?.()
    plan()
  }

  const check = async () => {
    cancelPoll()
    if (!polled.status) return
    const number = ++lastRequest
    const reply = await polled.status()
    // A newer reply has overtaken this one.
    if (number < newestReply) return
    receive(number, reply, false)
    goOn()
  }

  const onPresenceChange = () => {
    cancelPoll()
    const isActive = presence?.active === true
    if (!presence?.online) polled.receive({ kind: 'no-answer' }, false, isChanging)
    polled.onPresence?.(isActive)
    if (isActive && !isChanging && !polled.isOver()) void check()
  }

  const start = () => {
    presence = effects.presence()
    unsubscribePresence = presence.subscribe(onPresenceChange)
    onPresenceChange()
  }

  const stop = () => {
    unsubscribePresence()
    cancelPoll()
    presence = undefined
    polled.onPresence?.(false)
  }

  return {
    subscribe(listener) {
      cancelStop()
      cancelStop = () => {}
      listeners.add(listener)
      if (polled.status && !presence) start()
      return () => {
        listeners.delete(listener)
        // React's strict mode unsubscribes and subscribes again at once: that must not cost a second request.
        if (presence && listeners.size === 0) cancelStop = effects.schedule(stop, 0)
      }
    },
    notify() {
      for (const listener of listeners) listener()
    },
    check,
    async change(send) {
      cancelPoll()
      isChanging = true
      const number = ++lastRequest
      const reply = await send()
      isChanging = false
      const isUsable = receive(number, reply, true)
      // The record may have changed meanwhile, which is why the change was refused.
      if (reply.kind === 'refused') void check()
      else goOn()
      return isUsable && reply.kind === 'view' ? reply.view : undefined
    },
    push(view) {
      receive(++lastRequest, { kind: 'view', view }, false)
      plan()
    },
    plan,
  }
}
