import { formatInr, Galla } from '@galla/sdk'
import { createPayments, type Payments } from '../../starter/payments.ts'
import { readSettings } from '../../starter/settings.ts'

/** Next loads this module once per bundle and again on every hot reload, so the payments are kept in a global. */
const server = globalThis as typeof globalThis & { payments?: Payments }

/** Returns the same payments on each call. Server only: it holds secrets. */
export function getPayments(): Payments {
  server.payments ??= open()
  return server.payments
}

function open(): Payments {
  const { client, hosts, callbackCredentials, shopUrl } = readSettings()
  const galla = new Galla({ ...client, hosts, callbackCredentials })
  return createPayments(galla, shopUrl, ({ cart, amount }) => console.log(`${cart}: ${formatInr(amount)} paid`))
}
