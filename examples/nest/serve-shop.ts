import 'reflect-metadata'
import { jsonLog } from '@galla/gateway'
import { gatewaySettings } from '../starter/gateway-settings.ts'
import { readSettings } from '../starter/settings.ts'
import { createShop } from './shop.ts'

async function serve(): Promise<void> {
  const settings = readSettings()
  const { port, shopUrl, consolePassword } = settings
  // Nest removes the mount path.
  const shop = await createShop({ ...gatewaySettings(settings), path: '', log: jsonLog({ level: 'warn' }) }, shopUrl)
  await shop.listen(port, '127.0.0.1')
  console.log(`Shop: ${shopUrl}/`)
  if (consolePassword) console.log(`Console: ${shopUrl}/admin/payments/`)
}

void serve()
