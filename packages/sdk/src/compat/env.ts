import { ENVIRONMENT_HOSTS, type Environment } from '../options.ts'

export const Env = { SANDBOX: 'SANDBOX', PRODUCTION: 'PRODUCTION' } as const
export type Env = Environment

/** The provider's own addresses of an environment; an unknown name gives the sandbox's. Overrides do not show here. */
export class EnvConfig {
  readonly pgHostUrl: string
  readonly pciPgHostUrl: string
  readonly oAuthHostUrl: string
  readonly eventsHostUrl: string

  private constructor(env: Env) {
    const hosts = Object.hasOwn(ENVIRONMENT_HOSTS, env) ? ENVIRONMENT_HOSTS[env] : ENVIRONMENT_HOSTS.SANDBOX
    this.pgHostUrl = hosts.pg
    this.pciPgHostUrl = hosts.cards
    this.oAuthHostUrl = hosts.identity
    this.eventsHostUrl = hosts.events
  }

  static getBaseUrls(envType: Env): EnvConfig {
    return new EnvConfig(envType)
  }
}
