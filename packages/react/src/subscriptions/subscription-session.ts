import type { PayerChange, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { Presence } from '../core/browser.ts'
import type { SubscriptionClient, SubscriptionResponse } from './subscription-client.ts'

/** State of a subscription on the page. Only replies of the gateway change `subscription`. */
export interface SubscriptionState {
  /** `loading`: no reply yet. `unavailable`: the token opens no subscription, or not any more. */
  readonly phase: 'loading' | 'unavailable' | 'shown'
  /** The newest reply, in the phase `shown`. */
  readonly subscription?: PayerSubscription
  /** `down` while the gateway does not answer. */
  readonly connection: 'up' | 'down'
  /** The change whose result is not known yet. */
  readonly sending?: PayerChange
  /** True when the last change was refused, because the subscription has changed meanwhile. */
  readonly refused: boolean
}

/** Follows one subscription for as long as it has subscribers. */
export interface SubscriptionSession {
  /** Calls `listener` after every change of `snapshot()`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The current state. The same object until the state changes. */
  snapshot(): SubscriptionState
  /** Requests the subscription now. Never rejects: a failure shows in `snapshot().connection`. */
  refresh(): Promise<void>
  /** Asks for a change; one request at a time. Never rejects: the state says what became of the change. */
  change(change: PayerChange): Promise<void>
}

export interface SessionDependencies {
  /** Undefined when there is no usable token. */
  client: SubscriptionClient | undefined
  /** Called at the first subscription, so that a session can be created where there is no `window`. */
  presence: () => Presence
  /** Runs `work` after `ms` milliseconds; returns a function that cancels it. */
  schedule: (work: () => void, ms: number) => () => void
}

export const INITIAL_SUBSCRIPTION: SubscriptionState = { phase: 'loading', connection: 'up', refused: false }

/** Delays after failed requests, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** A server of another kind may name any interval. */
const MIN_POLL_MS = 500

export function createSubscriptionSession({ client, ...effects }: SessionDependencies): SubscriptionSession {
  const listeners = new Set<() => void>()
  let state: SubscriptionState = client ? INITIAL_SUBSCRIPTION : { ...INITIAL_SUBSCRIPTION, phase: 'unavailable' }
  let presence: Presence | undefined
  let unsubscribePresence = () => {}
  let cancelPoll = () => {}
  let cancelStop = () => {}
  let failures = 0
  let lastRequest = 0
  let newestReply = 0
  let isChanging = false

  const show = (next: SubscriptionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const schedulePoll = () => {
    cancelPoll()
    if (!presence?.active || state.phase === 'unavailable') return
    const backoff = failures > 0 ? BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] : undefined
    const wait = backoff ?? state.subscription?.pollAfterMs
    if (wait !== undefined)
      cancelPoll = effects.schedule(() => void refresh(), Math.max(Number(wait) || 0, MIN_POLL_MS))
  }

  const receive = (response: SubscriptionResponse, isChange: boolean) => {
    // The next reply shows the result of a change whose answer was lost.
    const { sending: _, ...settled } = state
    if (response.kind === 'view') {
      failures = 0
      return show({ ...settled, phase: 'shown', connection: 'up', subscription: response.view })
    }
    if (response.kind === 'no-answer') {
      failures += 1
      return show({ ...state, connection: 'down' })
    }
    failures = 0
    if (isChange && response.status !== 401) return show({ ...settled, refused: true })
    const { subscription: __, ...without } = settled
    show({ ...without, phase: 'unavailable', connection: 'up' })
  }

  const refresh = async () => {
    cancelPoll()
    if (!client) return
    const number = ++lastRequest
    const response = await client.status()
    // A newer reply has overtaken this one, or a change is in flight, after which the subscription is read again.
    if (number < newestReply || isChanging) return
    newestReply = number
    receive(response, false)
    if (listeners.size > 0) schedulePoll()
  }

  const onPresenceChange = () => {
    cancelPoll()
    if (!presence?.online) show({ ...state, connection: 'down' })
    if (presence?.active && state.phase !== 'unavailable') void refresh()
  }
  const start = () => {
    if (!client) return
    presence = effects.presence()
    unsubscribePresence = presence.subscribe(onPresenceChange)
    onPresenceChange()
  }
  const stop = () => {
    unsubscribePresence()
    cancelPoll()
    presence = undefined
  }

  return {
    subscribe(listener) {
      cancelStop()
      cancelStop = () => {}
      listeners.add(listener)
      if (listeners.size === 1 && !presence) start()
      return () => {
        listeners.delete(listener)
        // React's strict mode unsubscribes and subscribes again at once: that must not cost a second request.
        if (listeners.size === 0) cancelStop = effects.schedule(stop, 0)
      }
    },
    snapshot: () => state,
    refresh,
    async change(change) {
      if (!client || state.sending !== undefined) return
      cancelPoll()
      const number = ++lastRequest
      isChanging = true
      show({ ...state, sending: change, refused: false })
      const response = await client.change(change)
      isChanging = false
      newestReply = number
      receive(response, true)
      // A refusal and a lost answer leave the question what the subscription is now.
      if (response.kind === 'refused') await refresh()
      else schedulePoll()
    },
  }
}
