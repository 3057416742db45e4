import { useSyncExternalStore } from 'react'
import { browserEffects } from '../core/poller.ts'
import { type GatewayOfSessions, useGalla } from '../hooks/provider.tsx'
import { subscriptionClient } from './subscription-client.ts'
import {
  createSubscriptionSession,
  INITIAL_SUBSCRIPTION,
  type SubscriptionSession,
  type SubscriptionState,
} from './subscription-session.ts'

/** Result of `useSubscription`. */
export interface UseSubscriptionResult extends SubscriptionState {
  /** Changes the subscription as the payer asks: pause, resume or cancel. */
  readonly change: SubscriptionSession['change']
  /** Updates this result at once, without waiting for the next reply. */
  readonly refresh: SubscriptionSession['refresh']
}

/** The sessions below one provider, by token: components with the same token share one. */
const SESSIONS = new WeakMap<GatewayOfSessions, Map<string, SubscriptionSession>>()

function sessionOf(gateway: GatewayOfSessions, payerToken: string): SubscriptionSession {
  const sessions = SESSIONS.get(gateway) ?? new Map<string, SubscriptionSession>()
  SESSIONS.set(gateway, sessions)
  const existing = sessions.get(payerToken)
  if (existing) return existing
  const session = createSubscriptionSession({
    client: subscriptionClient({ ...gateway, payerToken }),
    ...browserEffects,
  })
  sessions.set(payerToken, session)
  return session
}

/**
 * Live state of one subscription, and its changes. `<SubscriptionPanel>` is this hook with a page. When a server renders the page, the
 * phase is `loading`.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * const { subscription, change, sending } = useSubscription(payerToken)
 * const canPause = subscription?.changes.includes('pause')
 * ```
 */
export function useSubscription(payerToken: string): UseSubscriptionResult {
  const session = sessionOf(useGalla().gateway, payerToken)
  const state = useSyncExternalStore(session.subscribe, session.snapshot, () => INITIAL_SUBSCRIPTION)
  return { ...state, change: session.change, refresh: session.refresh }
}
