import { serve } from '@hono/node-server'
import { openPayments } from '../starter/open-payments.ts'
import { readSettings } from '../starter/settings.ts'
import { createApp } from './app.ts'

const settings = readSettings()
const { port, shopUrl } = settings

serve({ fetch: createApp(openPayments(settings)).fetch, port, hostname: '127.0.0.1' })
console.log(`Shop: ${shopUrl}/`)
