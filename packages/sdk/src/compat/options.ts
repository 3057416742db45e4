import type { HostName } from '@galla/contract/provider/endpoints'
import type { GallaConfig } from '../options.ts'
import { getDefaults, setDefaults } from '../shared-clients.ts'

/** What the official API has no place for. */
export interface CompatOptions
  extends Pick<
    GallaConfig,
    | 'hosts'
    | 'fetch'
    | 'tokenStore'
    | 'timeoutMs'
    | 'attemptTimeoutMs'
    | 'retry'
    | 'retryUnauthorized'
    | 'hooks'
    | 'platform'
  > {
  /** `'2.0.6'`: a 401 is repeated once with a fresh token, and the client names itself 2.0.6. Single settings go before it. */
  like?: '2.0.6' | undefined
}

/** Settings of the shared clients that are made from now on; each call replaces the last one's. */
export function configure(options: CompatOptions): void {
  setDefaults(options)
}

const HOST_VARIABLES: readonly (readonly [HostName, string])[] = [
  ['pg', 'GALLA_PG_HOST'],
  ['cards', 'GALLA_CARDS_HOST'],
  ['identity', 'GALLA_IDENTITY_HOST'],
  ['events', 'GALLA_EVENTS_HOST'],
]

interface ProcessLike {
  env?: { readonly [name: string]: string | undefined }
}

/** In order of authority: what this client was given, what was configured, the environment's variables. */
export function settingsOf(given: CompatOptions): Partial<GallaConfig> {
  const { like, ...options } = { ...(getDefaults() as CompatOptions), ...given }
  const { process } = globalThis as { process?: ProcessLike }
  return {
    ...(like === '2.0.6' ? { retryUnauthorized: true, platform: { version: '2.0.6' } } : {}),
    ...options,
    hosts: options.hosts ?? hostsFrom(process?.env ?? {}),
  }
}

/** `GALLA_HOSTS` names one address for all four hosts; a host's own variable goes before it. */
function hostsFrom(variables: { readonly [name: string]: string | undefined }): GallaConfig['hosts'] {
  const found = HOST_VARIABLES.flatMap(([host, name]) => {
    const address = variables[name] || variables.GALLA_HOSTS
    return address ? [[host, address]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
