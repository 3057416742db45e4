import 'reflect-metadata'
import { formatInr, Galla } from '@galla/sdk'
import { createPayments } from '../starter/payments.ts'
import { readSettings } from '../starter/settings.ts'
import { createApp } from './app.ts'

async function serve(): Promise<void> {
  const { client, hosts, callbackCredentials, port, shopUrl } = readSettings()
  const galla = new Galla({ ...client, hosts, callbackCredentials })
  const payments = createPayments(galla, shopUrl, ({ cart, amount }) =>
    console.log(`${cart}: ${formatInr(amount)} paid`),
  )
  const app = await createApp(payments)
  await app.listen(port, '127.0.0.1')
  console.log(`Shop: ${shopUrl}/`)
}

void serve()
