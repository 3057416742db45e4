import type { AccessToken } from '../auth/access-token.ts'
import type { TokenCache } from '../auth/token-cache.ts'
import { errorFromFailure, readResponse } from '../errors/from-exchange.ts'
import { type GallaError, isGallaError } from '../errors/galla-error.ts'
import { secretsIn } from '../errors/mask.ts'
import type { HookDispatcher } from '../hooks/dispatcher.ts'
import type { Operation } from '../operations/operations.ts'
import {
  type AbortSignalLike,
  type CallOptions,
  checkCallOptions,
  hasMethods,
  type NormalizedOptions,
  type RetryPolicy,
  retryPolicy,
} from '../options.ts'
import type { Ports } from '../runtime.ts'
import { invalidRequest, optionalDuration, requireObject } from '../validation/fields.ts'
import { attempt, sleep, withTimeout } from './exchange.ts'
import { retryDelayMs } from './retry.ts'
import type { Transport } from './transport.ts'

/** Sends an operation to the provider. Resolves with the parsed response body, rejects with a GallaError. */
export type Send = (operation: Operation, options?: CallOptions) => Promise<object>

export interface SendDependencies {
  readonly options: NormalizedOptions
  readonly ports: Ports
  readonly transport: Transport
  readonly tokens: TokenCache
  readonly hooks: HookDispatcher
}

/** The request pipeline of every call: prepare, get a token, attempt, read the response, retry. */
export function createSend({ options, ports, transport, tokens, hooks }: SendDependencies): Send {
  const { clock } = ports
  const commonHeaders = sourceHeaders(options)

  const getToken = async (request: PreparedRequest, leftMs: number): Promise<AccessToken | GallaError> => {
    try {
      return await withTimeout(tokens.get(), clock, leftMs, request.signal, request.operation.endpoint)
    } catch (error) {
      if (isGallaError(error)) return error
      throw error
    }
  }

  const exchange = async (
    request: PreparedRequest,
    token: AccessToken,
    attempts: number,
    leftMs: number,
  ): Promise<object | GallaError> => {
    const { operation, headers, body } = request
    const { authorization } = token
    const observed = hooks.active
    const startedAt = observed ? clock.tick() : 0
    if (observed) hooks.request(request, attempts)
    const httpRequest = {
      method: operation.method,
      baseUrl: options.baseUrls[operation.host],
      path: operation.path,
      headers: ['Authorization', authorization, ...headers],
      body,
    }
    const limitMs = Math.min(request.attemptTimeoutMs, leftMs)
    const result = await attempt(transport, clock, httpRequest, limitMs, request.signal)
    const tookMs = observed ? clock.tick() - startedAt : 0
    const context = () => ({
      endpoint: operation.endpoint,
      readOnly: request.readOnly,
      attempts,
      secrets: secretsOf(sentBody(request), options, authorization),
      nowMs: clock.now(),
      host: httpRequest.baseUrl.host,
      inconclusive: operation.inconclusive,
    })
    const response = readResponse(result, context, operation.mayBeEmpty)
    if (observed && !('kind' in result)) {
      hooks.response(request, attempts, { httpStatus: result.status, tookMs, ok: !isGallaError(response) })
    }
    return response
  }

  /** Checked before each attempt. An earlier attempt of a read may have been sent; a write that was sent is not repeated. */
  const cancelled = ({ operation, readOnly, signal }: PreparedRequest, attempts: number): GallaError | undefined =>
    signal?.aborted
      ? errorFromFailure(
          { kind: 'aborted', sent: readOnly && attempts > 0 },
          { endpoint: operation.endpoint, readOnly, attempts, secrets: [], nowMs: clock.now() },
        )
      : undefined

  /** Replaces a rejected token before the error is thrown, so that the next call starts with a valid one. */
  const replaceToken = (request: PreparedRequest, token: AccessToken, leftMs: number): Promise<unknown> =>
    withTimeout(tokens.replace(token), clock, leftMs, request.signal, request.operation.endpoint).catch(() => undefined)

  return async (operation, callOptions) => {
    const request = prepareRequest(operation, callOptions, options, commonHeaders)
    const startedAt = clock.tick()
    const left = () => request.timeoutMs - (clock.tick() - startedAt)
    let attempts = 0
    let retries = 0
    let mayRetryUnauthorized = options.retryUnauthorized

    for (;;) {
      const token = cancelled(request, attempts) ?? tokens.fresh() ?? (await getToken(request, left()))
      const result = isGallaError(token) ? token : await exchange(request, token, ++attempts, left())
      if (!isGallaError(result)) {
        hooks.finished(operation, undefined)
        return result
      }
      const unauthorized = !isGallaError(token) && result.kind === 'unauthorized'
      if (unauthorized) await replaceToken(request, token, left())
      const retryNow = unauthorized && mayRetryUnauthorized && left() > 0
      const { readOnly, policy } = request
      const delayMs = retryNow
        ? 0
        : retryDelayMs({
            error: result,
            method: operation.method,
            readOnly,
            policy,
            retries,
            leftMs: left(),
            random: ports.random(),
          })
      if (hooks.active) hooks.error(request, result, delayMs !== undefined)
      if (delayMs === undefined) {
        hooks.finished(operation, result)
        throw result
      }
      if (retryNow) mayRetryUnauthorized = false
      else retries += 1
      if (delayMs > 0) await sleep(clock, delayMs, request.signal)
    }
  }
}

/** The values that all attempts of one call share. */
export interface PreparedRequest {
  readonly operation: Operation
  readonly headers: readonly string[]
  /** Serialised once: every attempt sends the same bytes. */
  readonly body: string | undefined
  readonly readOnly: boolean
  readonly policy: RetryPolicy
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly signal: AbortSignalLike | undefined
  /** The caller's value for hooks. */
  readonly context: unknown
}

export function prepareRequest(
  operation: Operation,
  callOptions: CallOptions | undefined,
  options: NormalizedOptions,
  commonHeaders: readonly string[],
): PreparedRequest {
  checkCallOptions(callOptions)
  return {
    operation,
    headers: withHeaders(withHeaders(commonHeaders, operation.headers), callOptions?.headers),
    body: operation.body === undefined ? undefined : serialize(operation.body),
    readOnly: operation.method === 'GET' || operation.endpoint === 'validateUpi',
    policy: callOptions?.retry === undefined ? options.retry : retryPolicy(callOptions.retry),
    timeoutMs: optionalDuration(callOptions?.timeoutMs, 'timeoutMs') ?? options.timeoutMs,
    attemptTimeoutMs: optionalDuration(callOptions?.attemptTimeoutMs, 'attemptTimeoutMs') ?? options.attemptTimeoutMs,
    signal: optionalSignal(callOptions?.signal),
    context: callOptions?.context,
  }
}

/** Checked before anything is sent: an invalid signal would otherwise fail in the middle of the call. `null` is none, as in fetch. */
function optionalSignal(signal: unknown): AbortSignalLike | undefined {
  if (signal === undefined || signal === null) return undefined
  if (hasMethods(signal, 'addEventListener', 'removeEventListener')) return signal as AbortSignalLike
  throw invalidRequest('signal', 'must be an AbortSignal')
}

function serialize(body: object): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw invalidRequest('body', 'cannot be serialised as JSON: it contains a bigint or a circular reference')
  }
}

/** The body as it was sent: the caller may have cleared its object since. */
const sentBody = ({ body }: PreparedRequest): unknown => (body === undefined ? undefined : JSON.parse(body))

/** The secrets of a request with this body, to mask them in its response. */
export function secretsOf(body: unknown, options: NormalizedOptions, authorization: string): string[] {
  const token = authorization.slice(authorization.indexOf(' ') + 1)
  return [options.clientSecret, authorization, token, ...secretsIn(body)]
}

/** Headers of every API call, as a flat list of names and values (protocol §1.2). */
export function sourceHeaders({ platform, merchantId }: NormalizedOptions): readonly string[] {
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
    ...(merchantId === undefined ? [] : ['X-MERCHANT-ID', merchantId]),
  ]
}

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const RESERVED = new Set(['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding'])

/** Adds the headers of one call; each replaces a common header of the same name. */
export function withHeaders(
  common: readonly string[],
  own: { readonly [name: string]: string } | undefined,
): readonly string[] {
  if (!own) return common
  const byName = new Map<string, [string, string]>()
  for (let i = 0; i + 1 < common.length; i += 2) {
    byName.set(String(common[i]).toLowerCase(), [String(common[i]), String(common[i + 1])])
  }
  for (const [name, value] of Object.entries(requireObject(own, 'headers'))) {
    const key = name.toLowerCase()
    if (!NAME.test(name) || typeof value !== 'string' || !VALUE.test(value)) {
      throw invalidRequest(`headers.${name}`, 'is not a valid header')
    }
    if (RESERVED.has(key)) throw invalidRequest(`headers.${name}`, 'is set by the client')
    byName.set(key, [name, value])
  }
  return [...byName.values()].flat()
}
