import type { About } from '@galla/contract/gateway-api/console-routes'
import type { HostName } from '@galla/contract/provider/endpoints'

/** Where a copied call goes: an environment of the provider's, or a sandbox on one address. */
export interface Target {
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  /** One address for every host. */
  readonly sandboxUrl?: string
}

export function targetOf({ environment, sandbox, providerHost }: About): Target {
  const known = environment === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX'
  return sandbox ? { environment: known, sandboxUrl: `http://${providerHost}` } : { environment: known }
}

/** provider-protocol §1.1. The sandbox takes no telemetry. */
const BASES: { readonly [Name in Target['environment']]: { readonly [Host in HostName]: string } } = {
  PRODUCTION: {
    pg: 'https://api.phonepe.com/apis/pg',
    cards: 'https://cards.phonepe.com/apis/pg',
    identity: 'https://api.phonepe.com/apis/identity-manager',
    events: 'https://api.phonepe.com/apis/pg-ingestion',
  },
  SANDBOX: {
    pg: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    cards: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    identity: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    events: 'http://localhost',
  },
}

export function baseOf({ environment, sandboxUrl }: Target, host: HostName): string {
  return sandboxUrl ?? BASES[environment][host]
}
