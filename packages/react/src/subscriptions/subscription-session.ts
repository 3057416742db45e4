import type { PayerChange, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import { createPoller, type PollerEffects } from '../core/poller.ts'
import type { SubscriptionClient } from './subscription-client.ts'

/** State of a subscription on the page. Only replies of the gateway change `subscription`. */
export interface SubscriptionState {
  /** `loading`: no reply yet. `unavailable`: the token opens no subscription, or no longer does. `shown`: a reply arrived. */
  readonly phase: 'loading' | 'unavailable' | 'shown'
  /** The newest reply; present in the phase `shown`. */
  readonly subscription?: PayerSubscription
  /** `down` while the gateway does not answer. */
  readonly connection: 'up' | 'down'
  /** The change whose result is not known yet. */
  readonly sending?: PayerChange
  /** True when the gateway refused the last change because the subscription had changed meanwhile. */
  readonly refused: boolean
}

/** Follows one subscription while the session has subscribers. */
export interface SubscriptionSession {
  /** Calls `listener` after every change of `snapshot()`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** The current state. Returns the same object until the state changes. */
  snapshot(): SubscriptionState
  /** Requests the subscription now. The promise never rejects: after a failure, the state's `connection` is `down`. */
  refresh(): Promise<void>
  /** Requests a change; only one request can be in flight. The promise never rejects: the state shows the result of the change. */
  change(change: PayerChange): Promise<void>
}

export interface SessionDependencies extends PollerEffects {
  /** Undefined when there is no usable token. */
  client: SubscriptionClient | undefined
}

export const INITIAL_SUBSCRIPTION: SubscriptionState = { phase: 'loading', connection: 'up', refused: false }

export function createSubscriptionSession({ client, ...effects }: SessionDependencies): SubscriptionSession {
  let state: SubscriptionState = client ? INITIAL_SUBSCRIPTION : { ...INITIAL_SUBSCRIPTION, phase: 'unavailable' }
  const show = (next: SubscriptionState) => {
    state = next
    poller.notify()
  }

  const poller = createPoller<PayerSubscription>(
    {
      status: client && (() => client.status()),
      receive(reply, isChange, isChanging) {
        if (reply.kind === 'no-answer') {
          show({ ...state, connection: 'down' })
          return false
        }
        // A reply to a request from before the change says nothing about it; the first one after a lost answer does.
        const { sending: _, ...rest } = state
        const settled = isChanging ? state : rest
        if (reply.kind === 'view') show({ ...settled, phase: 'shown', connection: 'up', subscription: reply.view })
        else if (isChange && reply.status !== 401) show({ ...settled, connection: 'up', refused: true })
        else {
          const { subscription: __, ...without } = settled
          show({ ...without, phase: 'unavailable', connection: 'up' })
        }
        return true
      },
      isOver: () => state.phase === 'unavailable',
      nextMs: () => state.subscription?.pollAfterMs,
    },
    effects,
  )

  return {
    subscribe: poller.subscribe,
    snapshot: () => state,
    refresh: poller.check,
    async change(change) {
      if (!client || state.sending !== undefined) return
      show({ ...state, sending: change, refused: false })
      await poller.change(() => client.change(change))
    },
  }
}
