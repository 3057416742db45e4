import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { TelemetryBatch } from '@galla/contract/provider/telemetry'
import type { AccessToken } from '../auth/access-token.ts'
import type { TokenCache } from '../auth/token-cache.ts'
import { isTransientStatus } from '../errors/from-exchange.ts'
import { attempt, withTimeout } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { NormalizedOptions } from '../options.ts'
import type { Clock } from '../runtime.ts'
import type { Sender } from './telemetry.ts'

/** Time limit of one batch. */
const BATCH_TIMEOUT_MS = 2_000

/** Sends one batch without hooks and retries. */
export function createSender(
  { platform, baseUrls }: NormalizedOptions,
  transport: Transport,
  tokens: TokenCache,
  clock: Clock,
): Sender {
  const about: Omit<TelemetryBatch, 'events'> = {
    source: 'BACKEND_SDK',
    clientVersion: `${platform.name}:${platform.version}`,
  }
  return {
    serialize: (event) =>
      JSON.stringify({ ...event, data: { ...event.data, sdkType: platform.name, sdkVersion: platform.version } }),

    async send(events, cachedOnly) {
      const token = await getToken(tokens, clock, cachedOnly)
      if (!token) return cachedOnly ? undefined : 'failed'
      const { method, path } = ENDPOINTS.events
      const headers = [
        'Authorization',
        token.authorization,
        'Accept',
        'application/json',
        'Content-Type',
        'application/json',
      ]
      const body = `{"events":[${events.join(',')}],${JSON.stringify(about).slice(1)}`
      const request = { method, baseUrl: baseUrls.events, path, headers, body, background: true }
      const result = await attempt(transport, clock, request, BATCH_TIMEOUT_MS)
      // A batch that timed out may have been received.
      if ('kind' in result) return result.kind === 'timeout' && result.sent ? 'dropped' : 'failed'
      const { status } = result
      if (status >= 200 && status < 300) return 'sent'
      // Where the process is about to exit, no token is requested.
      if (status === 401 && !cachedOnly) await inTime(tokens.replace(token), clock)
      // A redirect is one of a proxy, and passes.
      return status < 400 || isTransientStatus(status) ? 'failed' : 'dropped'
    },
  }
}

async function getToken(tokens: TokenCache, clock: Clock, cachedOnly: boolean): Promise<AccessToken | undefined> {
  const cached = tokens.fresh()
  if (cached || cachedOnly) return cached
  // Quietly: a fallback event would need another token for its own batch, and so on.
  return inTime(tokens.get(true), clock)
}

/** Undefined for a failure, and for what takes longer than a batch. */
const inTime = <Value>(work: Promise<Value>, clock: Clock): Promise<Value | undefined> =>
  withTimeout(work, clock, BATCH_TIMEOUT_MS, undefined, 'events').catch(() => undefined)
