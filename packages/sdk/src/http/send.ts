import type { AccessToken } from '../auth/access-token.ts'
import type { TokenCache } from '../auth/token-cache.ts'
import { errorFromFailure, readReply } from '../errors/from-exchange.ts'
import { type GallaError, isGallaError } from '../errors/galla-error.ts'
import { secretsIn } from '../errors/mask.ts'
import type { Watch } from '../hooks/observer.ts'
import type { Call } from '../operations/operations.ts'
import { type CallOptions, type RetryPolicy, retryPolicy, type Settings, type Signal } from '../options.ts'
import type { Ports } from '../runtime.ts'
import { durationField, invalid, objectField } from '../validation/fields.ts'
import { attempt, pause, within } from './exchange.ts'
import { decide } from './retry.ts'
import type { Transport } from './transport.ts'

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

/** A call made ready to be sent: what all its attempts share, worked out once. */
export interface Prepared {
  readonly call: Call
  readonly headers: readonly string[]
  /** Serialised once; every attempt sends the same bytes. */
  readonly body: string | undefined
  readonly readOnly: boolean
  readonly policy: RetryPolicy
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly signal: Signal | undefined
}

export function prepare(
  call: Call,
  options: CallOptions | undefined,
  settings: Settings,
  common: readonly string[],
): Prepared {
  return {
    call,
    headers: withHeaders(withHeaders(common, call.headers), options?.headers),
    body: call.body === undefined ? undefined : written(call.body),
    readOnly: call.method === 'GET' || call.endpoint === 'validateUpi',
    policy: options?.retry === undefined ? settings.retry : retryPolicy(options.retry),
    timeoutMs: durationField(options?.timeoutMs, 'timeoutMs') ?? settings.timeoutMs,
    attemptTimeoutMs: durationField(options?.attemptTimeoutMs, 'attemptTimeoutMs') ?? settings.attemptTimeoutMs,
    signal: signalField(options?.signal),
  }
}

/** Checked before anything starts: a signal that cannot be listened to would break the call in its middle. `null` is none, as in fetch. */
function signalField(signal: unknown): Signal | undefined {
  if (signal === undefined || signal === null) return undefined
  const { addEventListener, removeEventListener } = signal as Partial<Signal>
  if (typeof addEventListener === 'function' && typeof removeEventListener === 'function') return signal as Signal
  throw invalid('signal', 'must be an AbortSignal')
}

function written(body: object): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw invalid('body', 'cannot be written as JSON: it holds a bigint, or itself')
  }
}

/** Everything that was sent in secret with this call, for masking what comes back. */
export function secretsOf(call: Call, settings: Settings, authorization: string): string[] {
  const token = authorization.slice(authorization.indexOf(' ') + 1)
  return [settings.clientSecret, authorization, token, ...secretsIn(call.body)]
}

/** What every API call says of itself, flat: name, value, name, value. */
export function sourceHeaders({ platform }: Settings): readonly string[] {
  return [
    'Content-Type',
    'application/json',
    'Accept',
    'application/json',
    'x-source',
    'API',
    'x-source-version',
    'V2',
    'x-source-platform',
    platform.name,
    'x-source-platform-version',
    platform.version,
  ]
}

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const OURS = new Set(['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding'])

/** Headers of one call added to the rest; an own one takes the place of a common one of the same name. */
export function withHeaders(
  common: readonly string[],
  own: { readonly [name: string]: string } | undefined,
): readonly string[] {
  if (!own) return common
  const named = new Map<string, [string, string]>()
  for (let i = 0; i + 1 < common.length; i += 2)
    named.set(String(common[i]).toLowerCase(), [String(common[i]), String(common[i + 1])])
  for (const [name, value] of Object.entries(objectField(own, 'headers'))) {
    const key = name.toLowerCase()
    if (!NAME.test(name) || typeof value !== 'string' || !VALUE.test(value))
      throw invalid(`headers.${name}`, 'is not a header that can be sent')
    if (OURS.has(key)) throw invalid(`headers.${name}`, 'is set by the client')
    named.set(key, [name, value])
  }
  return [...named.values()].flat()
}
