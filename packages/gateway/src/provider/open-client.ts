import { Galla, type GallaConfig, type TokenStore } from '@galla/sdk'
import { defined } from '../domain/defined.ts'
import type { GatewaySettings } from '../options.ts'
import { checkClient, type ProviderPort } from './provider-port.ts'

export interface OpenClient {
  readonly client: ProviderPort
  /** Closes a client that the gateway made. A client that was given stays open. */
  close(): Promise<void>
}

type OwnClient = ProviderPort & { close(): Promise<void> }

/** The client that was given; without one, a client of the gateway's own, made from its credentials. */
export function openClient(
  settings: GatewaySettings,
  tokenStore: TokenStore,
  create: (config: GallaConfig) => OwnClient = (config) => new Galla(config),
): OpenClient {
  const { client, clientId, clientSecret, clientVersion = 1, environment, callbackCredentials } = settings
  if (client !== undefined) {
    const given = typeof client === 'function' ? client({ tokenStore }) : client
    checkClient(given)
    return { client: given, close: async () => {} }
  }
  const config = { clientId, clientSecret, clientVersion, environment, tokenStore }
  const own = create({ ...config, ...defined({ callbackCredentials }) })
  return { client: own, close: () => own.close() }
}
