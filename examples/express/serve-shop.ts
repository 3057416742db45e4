import { openGateway } from '../starter/open-gateway.ts'
import { readSettings } from '../starter/settings.ts'
import { createShop } from './shop.ts'

const settings = readSettings()
const { port, shopUrl, consolePassword } = settings

const gateway = await openGateway(settings)

const server = createShop(gateway, shopUrl).listen(port, '127.0.0.1')
console.log(`Shop: ${shopUrl}/`)
if (consolePassword) console.log(`Console: ${shopUrl}/admin/payments/`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close()
    await gateway.stop()
  })
}
