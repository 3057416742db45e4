import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { TelemetryBatch, TelemetryEvent } from '@galla/contract/provider/telemetry'
import type { AccessToken } from '../auth/access-token.ts'
import type { TokenCache } from '../auth/token-cache.ts'
import { attempt, within } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { Settings } from '../options.ts'
import type { Clock } from '../runtime.ts'

/** One batch may take so long; it holds nothing up but itself. */
const LIMIT_MS = 2_000

/** Sends one batch, unwatched and unrepeated; false when it should be kept. `cachedOnly` never asks for a new token. */
export function createSender(settings: Settings, transport: Transport, tokens: TokenCache, clock: Clock) {
  const { platform, bases } = settings
  return async (events: readonly TelemetryEvent[], cachedOnly: boolean): Promise<boolean> => {
    const token = await tokenFor(tokens, clock, cachedOnly)
    if (!token) return false
    const stamped = events.map((event) => ({
      ...event,
      data: { ...event.data, sdkType: platform.name, sdkVersion: platform.version },
    }))
    const batch: TelemetryBatch = {
      events: stamped,
      source: 'BACKEND_SDK',
      clientVersion: `${platform.name}:${platform.version}`,
    }
    const { method, path } = ENDPOINTS.events
    const headers = [
      'Authorization',
      token.authorization,
      'Accept',
      'application/json',
      'Content-Type',
      'application/json',
    ]
    const request = { method, base: bases.events, path, headers, body: JSON.stringify(batch), background: true }
    const result = await attempt(transport, clock, request, LIMIT_MS)
    return !('kind' in result) && result.status >= 200 && result.status < 300
  }
}

async function tokenFor(tokens: TokenCache, clock: Clock, cachedOnly: boolean): Promise<AccessToken | undefined> {
  const cached = tokens.fresh()
  if (cached || cachedOnly) return cached
  // Quietly: an event about the token that carries this batch would need a token, and so on for ever.
  return within(tokens.get(true), clock, LIMIT_MS, undefined, 'events').catch(() => undefined)
}
