import { useSyncExternalStore } from 'react'
import type { PaymentSession } from '../core/payment-session.ts'
import { type PaymentState, START } from '../core/payment-state.ts'
import { useDesk } from './provider.tsx'

export interface UsePayment extends PaymentState {
  /** Begins a payment; the view that came of it, or nothing when it was refused or lost. */
  readonly pay: PaymentSession['pay']
  /** Asks the server now. */
  readonly look: PaymentSession['look']
}

/**
 * One order, live: what the server last said of it, and the ways to act. Parts that show the same order share one line
 * to the server. On the server itself it is `loading`.
 */
export function usePayment(payerToken: string): UsePayment {
  const session = useDesk().sessionOf(payerToken)
  const state = useSyncExternalStore(session.subscribe, session.snapshot, () => START)
  return { ...state, pay: session.pay, look: session.look }
}
