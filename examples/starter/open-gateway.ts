import { createGateway, type Gateway, jsonLog } from '@galla/gateway'
import { gatewaySettings } from './gateway-settings.ts'
import { readSettings } from './settings.ts'

/** Opens the gateway and starts its workers. Call `stop()` before the process ends. */
export async function openGateway(settings = readSettings()): Promise<Gateway> {
  const gateway = await createGateway({ ...gatewaySettings(settings), log: jsonLog({ level: 'warn' }) })
  await gateway.start()
  return gateway
}
