import type { Provider } from '../provider.ts'
import { unauthorized } from '../provider-api/error-bodies.ts'

const SCHEME = 'O-Bearer '

/** Every call but the token call needs a live token; a plain `Bearer` is refused. */
export function checkBearer(authorization: string | undefined, { tokens, clock, settings }: Provider): void {
  const valid = authorization?.startsWith(SCHEME) && tokens.isValid(authorization.slice(SCHEME.length), clock.now())
  if (!valid) throw unauthorized(settings.quirks)
}
