import { openPayments } from '../starter/open-payments.ts'
import { readSettings } from '../starter/settings.ts'
import { createApp } from './app.ts'

const settings = readSettings()
const { port, shopUrl } = settings

await createApp(openPayments(settings)).listen({ port, host: '127.0.0.1' })
console.log(`Shop: ${shopUrl}/`)
