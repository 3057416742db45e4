import { objectField } from './checks/fields.ts'
import { Galla } from './client.ts'
import type { GallaConfig } from './config.ts'
import { shareClient } from './registry.ts'

/**
 * The same client for the same credentials, wherever in the process it is asked for.
 * @throws GallaError kind `re-initialize` when it was made with other credentials.
 */
export function sharedGalla(config: GallaConfig): Galla {
  const { clientId, clientSecret, clientVersion, environment } = objectField(config, 'config') as GallaConfig
  // Every other name ends in SANDBOX, so it is one client with it.
  const known = environment === 'PRODUCTION' ? environment : 'SANDBOX'
  return shareClient('Galla', [clientId, clientSecret, clientVersion, known], () => new Galla(config))
}
