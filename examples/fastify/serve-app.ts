import { formatInr, Galla } from '@galla/sdk'
import { createPayments } from '../starter/payments.ts'
import { readSettings } from '../starter/settings.ts'
import { createApp } from './app.ts'

const { client, hosts, callbackCredentials, port, shopUrl } = readSettings()
const galla = new Galla({ ...client, hosts, callbackCredentials })
const payments = createPayments(galla, shopUrl, ({ cart, amount }) => console.log(`${cart}: ${formatInr(amount)} paid`))

await createApp(payments).listen({ port, host: '127.0.0.1' })
console.log(`Shop: ${shopUrl}/`)
