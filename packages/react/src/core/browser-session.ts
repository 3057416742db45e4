import { orderOfToken } from './order-token.ts'
import { payerClient } from './payer-client.ts'
import { createSession, type PaymentSession } from './payment-session.ts'
import { browserPresence } from './presence.ts'

export interface PaymentSessionOptions {
  /** The `payerToken` that the server gave out for one order. */
  payerToken: string
  /** Where the gateway is mounted, for example `/payments`. */
  gatewayUrl: string
  /** Default: the browser's. */
  fetch?: typeof fetch
}

/**
 * Follows one payment in a browser, without React. It does nothing until `subscribe` is called, and stops soon after
 * the last listener has gone.
 */
export function paymentSession(options: PaymentSessionOptions): PaymentSession {
  const merchantOrderId = orderOfToken(options.payerToken)
  return createSession({
    client: merchantOrderId === undefined ? undefined : payerClient({ ...options, merchantOrderId }),
    presence: browserPresence,
    now: () => performance.now(),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
}
