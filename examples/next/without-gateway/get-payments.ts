import { openPayments } from '../../starter/open-payments.ts'
import type { Payments } from '../../starter/payments.ts'

/** Next loads this module once per bundle and again on every hot reload, so the payments are kept in a global. */
const server = globalThis as typeof globalThis & { payments?: Payments }

/** Returns the same payments on each call. Server only: it holds secrets. */
export function getPayments(): Payments {
  server.payments ??= openPayments()
  return server.payments
}
