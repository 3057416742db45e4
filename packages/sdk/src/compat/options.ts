import type { HostName } from '@galla/contract/provider/endpoints'
import type { GallaConfig } from '../options.ts'
import { getDefaults, setDefaults } from '../registry.ts'
import { type Builder, builderOf } from './builder.ts'

type SharedOption =
  | 'hosts'
  | 'hostsWithoutTls'
  | 'fetch'
  | 'tokenStore'
  | 'timeoutMs'
  | 'attemptTimeoutMs'
  | 'retry'
  | 'retryUnauthorized'
  | 'hooks'
  | 'platform'

/** Options for which the official API has no parameter. */
export interface CompatOptions extends Pick<GallaConfig, SharedOption> {
  /**
   * `'strict'`: checks requests before sending, and throws a `BadRequest` that names the invalid field.
   * `'official'`: sends what the official package sends. @default 'official'
   */
  validation?: 'official' | 'strict' | undefined
  /** `'2.0.6'`: repeats a call once after a 401, and identifies as 2.0.6. Other options take precedence. @default like 2.0.2 */
  like?: '2.0.6' | undefined
}

/**
 * Sets options of all clients that you create later. Replaces the options of an earlier call.
 * @example configure({ timeoutMs: 10_000 })
 */
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

const SHARED_OPTIONS: readonly SharedOption[] = [
  'hosts',
  'hostsWithoutTls',
  'fetch',
  'tokenStore',
  'timeoutMs',
  'attemptTimeoutMs',
  'retry',
  'retryUnauthorized',
  'hooks',
  'platform',
]

/** Options of a client, by precedence: given to `getInstance`, set by `configure`, environment variables. Unknown ones are ignored. */
export function resolveOptions(
  given: CompatOptions,
): Pick<GallaConfig, SharedOption> & Pick<CompatOptions, 'validation'> {
  const { like, validation, ...options } = { ...(getDefaults() as CompatOptions), ...given }
  const { env = {} } = (globalThis as { process?: ProcessLike }).process ?? {}
  return {
    ...(like === '2.0.6' ? { retryUnauthorized: true, platform: { version: '2.0.6' } } : {}),
    ...Object.fromEntries(SHARED_OPTIONS.filter((name) => name in options).map((name) => [name, options[name]])),
    hosts: options.hosts ?? hostsFrom(env),
    hostsWithoutTls: options.hostsWithoutTls ?? env.GALLA_HOSTS_WITHOUT_TLS?.match(/[^\s,]+/g) ?? undefined,
    validation,
  }
}

/** `GALLA_HOSTS` sets all four hosts; a host's own variable takes precedence. */
function hostsFrom(variables: { readonly [name: string]: string | undefined }): GallaConfig['hosts'] {
  const found = HOST_VARIABLES.flatMap(([host, name]) => {
    const url = variables[name] || variables.GALLA_HOSTS
    return url ? [[host, url]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** Credentials of the dashboard. */
export class CredentialConfig {
  /** Client id. */
  readonly clientId: string
  /** Client secret. */
  readonly clientSecret: string
  /** Client version. */
  readonly clientVersion: number

  constructor(clientId: string, clientSecret: string, clientVersion: number) {
    this.clientId = clientId
    this.clientSecret = clientSecret
    this.clientVersion = clientVersion
  }

  /** A builder. @example CredentialConfig.builder().clientId(id).clientSecret(secret).clientVersion(1).build() */
  static builder(): CredentialConfigBuilder {
    return new CredentialConfigBuilder()
  }
}

/** Builds `CredentialConfig`. */
export type CredentialConfigBuilder = Builder<CredentialConfig, CredentialConfig>
/** Builds `CredentialConfig`. */
export const CredentialConfigBuilder: new () => CredentialConfigBuilder = builderOf<CredentialConfig, CredentialConfig>(
  ['clientId', 'clientSecret', 'clientVersion'],
  ({ clientId, clientSecret, clientVersion }) => new CredentialConfig(clientId, clientSecret, clientVersion),
)
