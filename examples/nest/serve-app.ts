import 'reflect-metadata'
import { openPayments } from '../starter/open-payments.ts'
import { readSettings } from '../starter/settings.ts'
import { createApp } from './app.ts'

async function serve(): Promise<void> {
  const settings = readSettings()
  const { port, shopUrl } = settings
  const app = await createApp(openPayments(settings))
  await app.listen(port, '127.0.0.1')
  console.log(`Shop: ${shopUrl}/`)
}

void serve()
