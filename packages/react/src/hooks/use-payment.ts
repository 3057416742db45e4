import { useSyncExternalStore } from 'react'
import type { PaymentSession } from '../core/payment-session.ts'
import { INITIAL_STATE, type PaymentState } from '../core/payment-state.ts'
import { useGalla } from './provider.tsx'

/** Result of `usePayment`. */
export interface UsePaymentResult extends PaymentState {
  /**
   * Starts a payment; one request at a time. Resolves with the order's view, or with undefined when the request was
   * refused (`refusal` says why), got no answer, or another request is in flight.
   */
  readonly pay: PaymentSession['pay']
  /** Requests the order's status now. Never rejects: a failure shows in `connection`. */
  readonly refresh: PaymentSession['refresh']
}

/**
 * Live state of one order. All components and hooks with the same token share one connection to the gateway. On a server
 * the phase is `loading`.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * const { payment, connection, refresh } = usePayment(payerToken)
 * if (payment.phase === 'done') return <Receipt amount={payment.view.amount} />
 * ```
 */
export function usePayment(payerToken: string): UsePaymentResult {
  const session = useGalla().sessionOf(payerToken)
  const state = useSyncExternalStore(session.subscribe, session.snapshot, () => INITIAL_STATE)
  return { ...state, pay: session.pay, refresh: session.refresh }
}
