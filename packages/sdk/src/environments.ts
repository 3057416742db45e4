import type { HostName } from '@galla/contract/provider/endpoints'
import type { Environment } from './config.ts'

/** provider-protocol §1.1. Telemetry is for production only, so the sandbox's events host is never called. */
export const ENVIRONMENT_HOSTS: { readonly [Name in Environment]: { readonly [Host in HostName]: string } } = {
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
