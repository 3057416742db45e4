import { environmentOfUrl, hostsWithoutTlsProblem } from '@galla/contract/hosts-without-tls'
import { ENVIRONMENT_HOSTS, type HostName } from '@galla/contract/provider/endpoints'
import type { TokenStore } from './auth/access-token.ts'
import type { CallbackCredential } from './callbacks/verify.ts'
import type { Hooks } from './hooks/hooks.ts'
import type { FetchLike } from './http/fetch-like.ts'
import { type BaseUrl, parseBaseUrl, type Transport } from './http/transport.ts'
import { invalidRequest, optionalBoolean, optionalDuration, requireObject, requireString } from './validation/fields.ts'
import { type Names, refuseUnknownNames } from './validation/names.ts'

/** The provider's environment. */
export type Environment = 'SANDBOX' | 'PRODUCTION'

/** Options of a client. */
export interface GallaConfig {
  /** Client id of the dashboard. */
  clientId: string
  /** Client secret of the dashboard. Sent to the identity host only; never logged. */
  clientSecret: string
  /** Client version of the dashboard. */
  clientVersion: string | number
  /**
   * For partners: id of the merchant on whose behalf you call, sent as `X-MERCHANT-ID`. Not needed with the merchant's own credentials.
   * @default none
   */
  merchantId?: string | undefined
  /**
   * Selects the provider's hosts. Telemetry needs `PRODUCTION`. An unknown name counts as `SANDBOX`, with a warning.
   * @default 'SANDBOX'
   */
  environment?: Environment | undefined
  /**
   * Overrides the environment's hosts: one base URL for all hosts, or base URLs by host name. `cards` uses the URL of `pg` by default.
   * The client accepts plain http for loopback addresses and `hostsWithoutTls`.
   * @default the hosts of `environment`
   */
  hosts?: string | Partial<Record<HostName, string>> | undefined
  /**
   * Private hosts that the client may call over plain http, such as `['sandbox']` for a container. Only in SANDBOX.
   * @default none
   */
  hostsWithoutTls?: readonly string[] | undefined
  /**
   * Sends the requests: a function with the signature of `fetch`, or a transport such as `undiciTransport()`.
   * @default `node:http` and `node:https` with keep-alive; global `fetch` in other runtimes
   */
  fetch?: FetchLike | Transport | undefined
  /**
   * Shares one access token between processes.
   * @default in memory, one token for each client
   */
  tokenStore?: TokenStore | undefined
  /** Credentials that authenticate callbacks. During a rotation, pass the old and the new credential. */
  callbackCredentials?: CallbackCredential | readonly CallbackCredential[] | undefined
  /**
   * Time limit of a whole call, including token request and retries. Milliseconds.
   * @default 30000
   */
  timeoutMs?: number | undefined
  /**
   * Time limit of a single attempt. Milliseconds.
   * @default the rest of `timeoutMs`
   */
  attemptTimeoutMs?: number | undefined
  /**
   * The rule for retries. The client never repeats a payment that the provider may have received.
   * @default 'off'
   */
  retry?: Retry | undefined
  /**
   * Repeats a call once with a new access token after a 401. When false, the client replaces the token and throws the error.
   * @default false
   */
  retryUnauthorized?: boolean | undefined
  /**
   * Reports calls to the provider, without payer data. Only in PRODUCTION.
   * @default false
   */
  telemetry?: boolean | undefined
  /** Functions that observe requests, responses and errors. */
  hooks?: Hooks | undefined
  /**
   * The clock of a test, such as `sandbox.clock`, for token lifetimes and events. Methods that wait, such as `waitForOrder`, move this
   * clock forward instead of waiting. Time limits of requests still run in real time.
   * @default the system clock
   */
  clock?: TestClock | undefined
  /** Name and version by which the client identifies itself to the provider. */
  platform?:
    | {
        /** Header `x-source-platform`. @default 'BACKEND_NODE_SDK' */
        name?: string | undefined
        /** Header `x-source-platform-version`. @default '2.0.1' */
        version?: string | undefined
      }
    | undefined
}

/** A clock that a test moves, such as `sandbox.clock`. */
export interface TestClock {
  /** Epoch milliseconds. */
  now(): number
  /** Moves the time forward by `ms` milliseconds. Resolves when all work that became due is done. */
  advance(ms: number): Promise<unknown>
}

/** Options of one call, which override the client's options. */
export interface CallOptions {
  /** Time limit of the whole call, including token request and retries. Milliseconds. @default the client's */
  timeoutMs?: number | undefined
  /** Time limit of a single attempt. Milliseconds. @default the client's */
  attemptTimeoutMs?: number | undefined
  /** The rule for retries. @default the client's */
  retry?: Retry | undefined
  /** Cancels the call. */
  signal?: AbortSignalLike | undefined
  /** Additional request headers. */
  headers?: { readonly [name: string]: string } | undefined
  /** Any value of yours, for the events of hooks and diagnostics channels. Not sent. @default none */
  context?: unknown
}

/**
 * `'off'`: no retry. `'helper'`: up to 3 retries of GET without a pause, after network failures and 5xx, not after timeouts.
 * Object: retries of reads, also after timeouts, 408 and 429, and of writes that were not sent. Obeys `Retry-After`.
 */
export type Retry =
  | 'off'
  | 'helper'
  | {
      /** Number of retries, 0 to 20. */
      retries: number
      /** The pause before retry n is 2ⁿ × `baseMs`. Milliseconds. @default 0 */
      baseMs?: number | undefined
      /** Random share that is added to each pause, 0 to 1. @default 0.2 */
      jitter?: number | undefined
      /** `'helper'`: retries only in the cases of `retry: 'helper'`, and ignores `Retry-After`. @default 'safe' */
      rule?: 'safe' | 'helper' | undefined
    }

/** The part of an `AbortSignal` that this package uses. */
export interface AbortSignalLike {
  /** True once the signal is aborted. */
  readonly aborted: boolean
  /** Registers a listener. */
  addEventListener(type: 'abort', listener: () => void): void
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** A method that calls the provider. Takes an input and optional call options. Rejects with `GallaError`. */
export type Method<In, Out> = (input: In, options?: CallOptions) => Promise<Out>

const PLATFORM = { name: 'BACKEND_NODE_SDK', version: '2.0.1' }
const DEFAULT_TIMEOUT_MS = 30_000

const CONFIG: Names<GallaConfig> = {
  clientId: true,
  clientSecret: true,
  clientVersion: true,
  merchantId: true,
  environment: true,
  hosts: true,
  hostsWithoutTls: true,
  fetch: true,
  tokenStore: true,
  callbackCredentials: true,
  timeoutMs: true,
  attemptTimeoutMs: true,
  retry: true,
  retryUnauthorized: true,
  telemetry: true,
  hooks: true,
  platform: true,
  clock: true,
}
const CALL_OPTIONS: Names<CallOptions> = {
  timeoutMs: true,
  attemptTimeoutMs: true,
  retry: true,
  signal: true,
  headers: true,
  context: true,
}

/** @throws {GallaError} `invalid-request` for an option of a call that is not known */
export function checkCallOptions(options: CallOptions | undefined): void {
  if (options !== undefined && options !== null)
    refuseUnknownNames(requireObject(options, 'options'), CALL_OPTIONS, 'options.')
}

/** `GallaConfig` validated and with its defaults. */
export interface NormalizedOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
  readonly merchantId: string | undefined
  readonly environment: Environment
  readonly baseUrls: { readonly [Host in HostName]: BaseUrl }
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly retry: RetryPolicy
  readonly retryUnauthorized: boolean
  readonly telemetry: boolean
  readonly platform: { readonly name: string; readonly version: string }
}

export interface RetryPolicy {
  readonly retries: number
  readonly baseMs: number
  readonly jitter: number
  /** The rule of `'helper'`: repeats GET only, after network failures and 5xx, without `Retry-After`. */
  readonly safeOnly: boolean
}

export function normalizeOptions(config: GallaConfig, warn: (message: string) => void): NormalizedOptions {
  if (typeof config !== 'object' || config === null) {
    throw invalidRequest('config', 'must be an object with clientId, clientSecret and clientVersion')
  }
  refuseUnknownNames(config, CONFIG)
  if (config.platform) refuseUnknownNames(config.platform, { name: true, version: true }, 'platform.')
  validateImplementations(config)
  optionalBoolean(config.telemetry, 'telemetry')
  optionalBoolean(config.retryUnauthorized, 'retryUnauthorized')
  const environment = resolveEnvironment(config.environment, warn)
  const timeoutMs = optionalDuration(config.timeoutMs, 'timeoutMs') ?? DEFAULT_TIMEOUT_MS
  return Object.freeze({
    clientId: requireString(config.clientId, 'clientId'),
    clientSecret: requireString(config.clientSecret, 'clientSecret'),
    clientVersion: requireString(
      typeof config.clientVersion === 'number' ? `${config.clientVersion || ''}` : config.clientVersion,
      'clientVersion',
    ),
    merchantId: config.merchantId === undefined ? undefined : requireAscii(config.merchantId, 'merchantId'),
    environment,
    baseUrls: resolveBaseUrls(environment, config),
    timeoutMs,
    attemptTimeoutMs: optionalDuration(config.attemptTimeoutMs, 'attemptTimeoutMs') ?? Number.POSITIVE_INFINITY,
    retry: retryPolicy(config.retry ?? 'off'),
    retryUnauthorized: config.retryUnauthorized === true,
    telemetry: config.telemetry === true && environment === 'PRODUCTION',
    platform: {
      name: requireAscii(config.platform?.name ?? PLATFORM.name, 'platform.name'),
      version: requireAscii(config.platform?.version ?? PLATFORM.version, 'platform.version'),
    },
  })
}

/** A value that is sent as a header. */
function requireAscii(value: unknown, field: string): string {
  const text = requireString(value, field)
  if (!/^[\x20-\x7e]+$/.test(text)) throw invalidRequest(field, 'must be printable ASCII on one line')
  return text
}

function resolveEnvironment(name: string | undefined, warn: (message: string) => void): Environment {
  if (name === undefined || name === 'SANDBOX' || name === 'PRODUCTION') return name ?? 'SANDBOX'
  warn(`Unknown environment ${JSON.stringify(name)}: falling back to SANDBOX. Use 'SANDBOX' or 'PRODUCTION'`)
  return 'SANDBOX'
}

function resolveBaseUrls(
  environment: Environment,
  { hosts, hostsWithoutTls }: GallaConfig,
): { [Host in HostName]: BaseUrl } {
  const problem = hostsWithoutTlsProblem(hostsWithoutTls, environment)
  if (problem !== undefined) throw invalidRequest('hostsWithoutTls', problem)
  const defaults = ENVIRONMENT_HOSTS[environment]
  const given = typeof hosts === 'string' ? { pg: hosts, cards: hosts, identity: hosts, events: hosts } : (hosts ?? {})
  // A misspelt name would leave its calls at the provider's own host.
  refuseUnknownNames(requireObject(given, 'hosts'), defaults, 'hosts.')
  // Card data must not go to the provider when payments are redirected to another host.
  const named = { ...given, cards: given.cards ?? given.pg }
  const base = (host: HostName) => {
    const url = named[host] ?? defaults[host]
    const field = typeof hosts === 'string' ? 'hosts' : `hosts.${host}`
    const other = environmentOfUrl(url)
    if (other && other !== environment) throw invalidRequest(field, `is an address of ${other}, not of ${environment}`)
    return parseBaseUrl(url, field, hostsWithoutTls)
  }
  return { pg: base('pg'), cards: base('cards'), identity: base('identity'), events: base('events') }
}

const isWithin = (value: unknown, most: number) => typeof value === 'number' && value >= 0 && value <= most

export function retryPolicy(retry: Retry): RetryPolicy {
  if (retry === 'off') return { retries: 0, baseMs: 0, jitter: 0, safeOnly: true }
  if (retry === 'helper') return { retries: 3, baseMs: 0, jitter: 0.2, safeOnly: true }
  if (typeof retry !== 'object' || retry === null) {
    throw invalidRequest('retry', "must be 'off', 'helper' or { retries, baseMs, jitter }")
  }
  refuseUnknownNames(retry, { retries: true, baseMs: true, jitter: true, rule: true }, 'retry.')
  const { retries, baseMs = 0, jitter = 0.2, rule = 'safe' } = retry
  if (!Number.isInteger(retries) || retries < 0 || retries > 20) {
    throw invalidRequest('retry.retries', 'must be an integer from 0 to 20')
  }
  if (!isWithin(baseMs, 60_000)) throw invalidRequest('retry.baseMs', 'must be milliseconds from 0 to 60000')
  if (!isWithin(jitter, 1)) throw invalidRequest('retry.jitter', 'must be a share from 0 to 1')
  if (rule !== 'safe' && rule !== 'helper') throw invalidRequest('retry.rule', "must be 'safe' or 'helper'")
  return { retries, baseMs, jitter, safeOnly: rule === 'helper' }
}

/** The client calls the caller's functions in the middle of a payment, so a value that is no function is refused here. */
function validateImplementations({ fetch, tokenStore, hooks, clock }: GallaConfig): void {
  if (clock !== undefined && !hasMethods(clock, 'now', 'advance')) {
    throw invalidRequest('clock', 'must be an object with the functions now and advance, such as sandbox.clock')
  }
  if (fetch !== undefined && typeof fetch !== 'function' && !hasMethods(fetch, 'exchange', 'close')) {
    throw invalidRequest('fetch', 'must be a function shaped like fetch, or a transport such as undiciTransport()')
  }
  if (tokenStore !== undefined && !hasMethods(tokenStore, 'load', 'save')) {
    throw invalidRequest('tokenStore', 'must be an object with the functions load and save')
  }
  if (hooks === undefined) return
  const names: Names<Hooks> = { request: true, response: true, error: true, telemetry: true }
  refuseUnknownNames(requireObject(hooks, 'hooks'), names, 'hooks.')
  for (const name in names) {
    const hook: unknown = hooks[name as keyof Hooks]
    if (hook !== undefined && typeof hook !== 'function') throw invalidRequest(`hooks.${name}`, 'must be a function')
  }
}

export function hasMethods(value: unknown, ...names: string[]): boolean {
  return names.every((name) => typeof (value as { [name: string]: unknown } | null)?.[name] === 'function')
}
