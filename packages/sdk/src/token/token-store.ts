import type { Clock } from '../clock.ts'
import type { Settings } from '../settings.ts'
import type { AccessToken } from './plan.ts'
import { within } from './with-token.ts'

/**
 * Where several processes keep one token. `key` tells credentials and host apart and holds no secret.
 * What is saved is a secret: keep it as you keep the client secret. A store that fails, or is silent for a second,
 * is treated as empty.
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

/** A store that is down must not stop payments: the provider can be asked instead. */
const PATIENCE_MS = 1_000

/** A merchant's store as the token cache asks it: always in time, and never with something that is no token. */
export function patientStore(
  store: TokenStore,
  key: string,
  clock: Clock,
): { load(): Promise<AccessToken | undefined>; save(token: AccessToken): Promise<void> } {
  const inTime = <Value>(work: () => Promise<Value>): Promise<Value> =>
    within(Promise.resolve().then(work), clock, PATIENCE_MS, undefined, 'token')
  return {
    async load() {
      const token = await inTime(() => store.load(key))
      return token && isToken(token) ? token : undefined
    },
    save: (token) => inTime(() => store.save(key, token)),
  }
}

/** Stores keep texts: times that come back as such would be added up as such. */
function isToken({ authorization, issuedAt, expiresAt }: AccessToken): boolean {
  return typeof authorization === 'string' && typeof issuedAt === 'number' && typeof expiresAt === 'number'
}
