import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { FrameLink } from '../frame/frame-messages.ts'
import type { PageClient, PageResponse } from './page-client.ts'
import type { PageSession } from './session.ts'
import type { PageState } from './session-state.ts'

/** State and actions for every step. */
export interface PaymentContextValue {
  state: PageState
  client: PageClient
  link: FrameLink
  /** Sends a request of the payer; resolves with true when the provider accepted it. */
  act: (send: (client: PageClient) => Promise<PageResponse<PageView>>, dismissedAttemptId?: string) => Promise<boolean>
  refresh: () => Promise<void>
  tryAgain: () => void
  openOutcomePanel: () => void
}

export const PaymentContext = createContext<PaymentContextValue | undefined>(undefined)

export function usePayment(): PaymentContextValue {
  const value = useContext(PaymentContext)
  if (!value) throw new Error('usePayment: the component must be inside <PaymentContext>')
  return value
}

/** Runs the session while the component is mounted. */
export function useRunning(session: PageSession): void {
  useEffect(() => session.start(), [session])
}

export function useSession(session: PageSession): PageState {
  return useSyncExternalStore(session.subscribe, session.snapshot)
}
