import type { GatewaySettings } from '@galla/gateway'
import { formatInr, Galla } from '@galla/sdk'
import { readSettings } from './settings.ts'

/** Settings of the gateway, which keeps orders in PostgreSQL and fulfils each paid cart once. */
export function gatewaySettings(settings = readSettings()): GatewaySettings {
  const { client, callbackCredentials, hosts, database, consolePassword } = settings
  return {
    ...client,
    client: ({ tokenStore }) => new Galla({ ...client, hosts, tokenStore }),
    database, // a folder is a real PostgreSQL on this machine; in production perhaps postgres://…
    callbackCredentials,
    on: {
      // Runs once per payment. What you write through `tx` is committed together with the delivery of the event.
      'order.completed': ({ order }) => console.log(`${order.reference}: ${formatInr(order.amount)} paid`),
    },
    path: '/payments',
    ...(consolePassword && {
      console: { password: consolePassword, path: '/admin/payments', ...(hosts && { providerUrl: hosts }) },
    }),
  }
}
