import { useSyncExternalStore } from 'react'
import type { PaymentSession } from '../core/payment-session.ts'
import { INITIAL_STATE, type PaymentState } from '../core/payment-state.ts'
import { useGalla } from './provider.tsx'

/** Result of `usePayment`. */
export interface UsePaymentResult extends PaymentState {
  /**
   * Sends the payer's choice of a payment mode to the gateway. After a refusal, `refusal` has the gateway's reason.
   */
  readonly pay: PaymentSession['pay']
  /** Updates this result at once, without waiting for the next report. */
  readonly refresh: PaymentSession['refresh']
}

/**
 * Live state of one order. All components and hooks with the same token share one connection to the gateway. When a server renders
 * the page, the phase is `loading`.
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
