import type { Settings } from '../settings.ts'
import type { AccessToken } from './plan.ts'

/**
 * Where several processes keep one token. `key` tells credentials and host apart and holds no secret.
 * What is saved is a secret: keep it as you keep the client secret. A store that fails is treated as empty.
 */
export interface TokenStore {
  load(key: string): Promise<AccessToken | undefined>
  /** Keep it only if it was issued later than what is there. */
  save(key: string, token: AccessToken): Promise<void>
}

/** Tells credentials and identity host apart without holding a secret. */
export function keyFor({
  clientId,
  clientVersion,
  bases,
}: Pick<Settings, 'clientId' | 'clientVersion' | 'bases'>): string {
  return `${bases.identity.href}|${clientId}|${clientVersion}`
}
