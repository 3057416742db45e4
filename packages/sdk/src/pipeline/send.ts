import type { Call } from '../calls/call.ts'
import type { CallOptions } from '../config.ts'
import { errorFromFailure } from '../errors/from-failure.ts'
import type { GallaError } from '../errors/galla-error.ts'
import { isGallaError } from '../errors/is-galla-error.ts'
import type { Ports } from '../ports.ts'
import type { Settings } from '../settings.ts'
import type { AccessToken } from '../token/plan.ts'
import type { TokenCache } from '../token/token-cache.ts'
import { within } from '../token/with-token.ts'
import type { Transport } from '../transport/port.ts'
import type { Watch } from '../watch/watch.ts'
import { attempt } from './attempt.ts'
import { decide } from './decide.ts'
import { sourceHeaders } from './headers.ts'
import { pause } from './pause.ts'
import { type Prepared, prepare, secretsOf } from './prepare.ts'
import { readReply } from './read-reply.ts'

/** Takes a call to the provider and brings its reply, a parsed object; raises a GallaError otherwise. */
export type Send = (call: Call, options?: CallOptions) => Promise<object>

export interface SendParts {
  readonly settings: Settings
  readonly ports: Ports
  readonly transport: Transport
  readonly tokens: TokenCache
  readonly watch: Watch
}

/** The one road to the provider: build, authorise, attempt, decide, map. */
export function createSend({ settings, ports, transport, tokens, watch }: SendParts): Send {
  const { clock } = ports
  const common = sourceHeaders(settings)

  const authorise = async (job: Prepared, leftMs: number): Promise<AccessToken | GallaError> => {
    try {
      return await within(tokens.get(), clock, leftMs, job.signal, job.call.endpoint)
    } catch (error) {
      if (isGallaError(error)) return error
      throw error
    }
  }

  const exchange = async (
    job: Prepared,
    token: AccessToken,
    attempts: number,
    leftMs: number,
  ): Promise<object | GallaError> => {
    const { call, headers, body } = job
    const { authorization } = token
    const watched = watch.active
    const begunAt = watched ? clock.tick() : 0
    if (watched) watch.request(call, attempts)
    const request = {
      method: call.method,
      base: settings.bases[call.host],
      path: call.path,
      headers: ['Authorization', authorization, ...headers],
      body,
    }
    const result = await attempt(transport, clock, request, Math.min(job.attemptTimeoutMs, leftMs), job.signal)
    const tookMs = watched ? clock.tick() - begunAt : 0
    const read = readReply(result, () => ({
      endpoint: call.endpoint,
      readOnly: job.readOnly,
      attempts,
      secrets: secretsOf(call, settings, authorization),
      nowMs: clock.now(),
    }))
    if (watched && !('kind' in result))
      watch.response(call, attempts, { httpStatus: result.status, tookMs, ok: !isGallaError(read) })
    return read
  }

  /** Before an attempt: a caller who is gone wants no token and no exchange. A read may have been sent before, a write was not. */
  const cancelled = ({ call, readOnly, signal }: Prepared, attempts: number): GallaError | undefined =>
    signal?.aborted
      ? errorFromFailure(
          { kind: 'aborted', sent: readOnly && attempts > 0 },
          { endpoint: call.endpoint, readOnly, attempts, secrets: [], nowMs: clock.now() },
        )
      : undefined

  /** The refused token is replaced before the error is raised, so that the next call starts with a good one. */
  const renew = (job: Prepared, token: AccessToken, leftMs: number): Promise<unknown> =>
    within(tokens.replace(token), clock, leftMs, job.signal, job.call.endpoint).catch(() => undefined)

  return async (call, options) => {
    const job = prepare(call, options, settings, common)
    const startedAt = clock.tick()
    const left = () => job.timeoutMs - (clock.tick() - startedAt)
    let attempts = 0
    let repeats = 0
    let mayRenew = settings.retryUnauthorized

    for (;;) {
      const token = cancelled(job, attempts) ?? tokens.fresh() ?? (await authorise(job, left()))
      const result = isGallaError(token) ? token : await exchange(job, token, ++attempts, left())
      if (!isGallaError(result)) {
        watch.settled(call, undefined)
        return result
      }
      const unauthorized = !isGallaError(token) && result.kind === 'unauthorized'
      if (unauthorized) await renew(job, token, left())
      const again = unauthorized && mayRenew && left() > 0
      const { readOnly, policy } = job
      const pauseMs = again
        ? 0
        : decide({ error: result, readOnly, policy, repeats, leftMs: left(), random: ports.random() })
      if (watch.active) watch.error(call, result, pauseMs !== undefined)
      if (pauseMs === undefined) {
        watch.settled(call, result)
        throw result
      }
      if (again) mayRenew = false
      else repeats += 1
      if (pauseMs > 0) await pause(clock, pauseMs, job.signal)
    }
  }
}
