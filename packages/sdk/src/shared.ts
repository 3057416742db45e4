import { Galla } from './client.ts'
import type { GallaConfig } from './config.ts'
import { GallaError } from './errors/galla-error.ts'

/** The one shared client of this process: the only state here that belongs to no instance. */
let shared: { readonly credentials: string; readonly galla: Galla } | undefined

/**
 * The same client for the same credentials, wherever in the process it is asked for.
 * @throws GallaError kind `re-initialize` when it was made with other credentials.
 */
export function sharedGalla(config: GallaConfig): Galla {
  const { clientId, clientSecret, clientVersion, environment = 'SANDBOX' } = config
  const credentials = JSON.stringify([clientId, clientSecret, String(clientVersion), environment])
  shared ??= { credentials, galla: new Galla(config) }
  if (shared.credentials !== credentials) throw reInitialize('Galla')
  return shared.galla
}

export function reInitialize(client: string): GallaError {
  return new GallaError({
    kind: 're-initialize',
    message: `Cannot re-initialize ${client}. Please utilize the existing client object with required credentials`,
    outcome: 'not-sent',
  })
}
