import type { Provider } from '../provider.ts'
import { keyNotConfigured, unauthorized } from '../provider-api/error-bodies.ts'

const SCHEME = 'O-Bearer '

/** Every call but the token call needs a live token; a plain `Bearer` is refused. `verify` is how the older product signed. */
export function checkBearer(
  authorization: string | undefined,
  verify: string | undefined,
  { tokens, clock, settings }: Provider,
): void {
  if (authorization === undefined && verify !== undefined) throw keyNotConfigured()
  const valid = authorization?.startsWith(SCHEME) && tokens.isValid(authorization.slice(SCHEME.length), clock.now())
  if (!valid) throw unauthorized(settings.quirks)
}
