import { formatInr, Galla } from '@galla/sdk'
import { createPayments, type Payments } from './payments.ts'
import { readSettings } from './settings.ts'

/** Opens the payments of the shop with a client of the provider. In your shop: the last argument sends the goods. */
export function openPayments({ client, hosts, callbackCredentials, shopUrl } = readSettings()): Payments {
  const galla = new Galla({ ...client, hosts, callbackCredentials })
  return createPayments(galla, shopUrl, ({ cart, amount }) => console.log(`${cart}: ${formatInr(amount)} paid`))
}
