import { formatInr, Galla } from '@galla/sdk'
import { serve } from '@hono/node-server'
import { createPayments } from '../starter/payments.ts'
import { readSettings } from '../starter/settings.ts'
import { createApp } from './app.ts'

const { client, hosts, callbackCredentials, port, shopUrl } = readSettings()
const galla = new Galla({ ...client, hosts, callbackCredentials })
const payments = createPayments(galla, shopUrl, ({ cart, amount }) => console.log(`${cart}: ${formatInr(amount)} paid`))

serve({ fetch: createApp(payments).fetch, port, hostname: '127.0.0.1' })
console.log(`Shop: ${shopUrl}/`)
