import type { HostName } from '@galla/contract/provider/endpoints'
import type { TokenStore } from './auth/access-token.ts'
import type { CallbackCredential } from './callbacks/verify.ts'
import type { Hooks } from './hooks/hooks.ts'
import { type Base, type FetchLike, parseBase, type Transport } from './http/transport.ts'
import { durationField, invalid, objectField, textField } from './validation/fields.ts'

export type Environment = 'SANDBOX' | 'PRODUCTION'

/** What a merchant writes to make a client. */
export interface GallaConfig {
  clientId: string
  clientSecret: string
  clientVersion: string | number
  /** Decides hosts and telemetry. Default `SANDBOX`; an unknown name falls back to it, with a warning. */
  environment?: Environment | undefined
  /** Overrides the environment's hosts: one address for all four, or some by name. Plain http for this machine only. */
  hosts?: string | Partial<Record<HostName, string>> | undefined
  /** The way to the network: a `fetch`-shaped function, or a transport such as `undiciTransport()`. Default: node:http(s) on Node, else global fetch. */
  fetch?: FetchLike | Transport | undefined
  /** Where several processes share one access token. Default: in memory, per client. */
  tokenStore?: TokenStore | undefined
  /** Accepted callback secrets; several while one is being rotated. */
  callbackCredentials?: CallbackCredential | readonly CallbackCredential[] | undefined
  /** A whole call, token and retries included. Milliseconds, default 30 000. */
  timeoutMs?: number | undefined
  /** One exchange. Milliseconds, default: what is left of the call. */
  attemptTimeoutMs?: number | undefined
  /** Default `off`. */
  retry?: Retry | undefined
  /** Repeat a call once, with a fresh token, after a 401. Default false: the token is refreshed and the error raised. */
  retryUnauthorized?: boolean | undefined
  /** Tell the provider about our calls; PRODUCTION only. Default false. */
  telemetry?: boolean | undefined
  hooks?: Hooks | undefined
  /** How the client names itself to the provider. Defaults `BACKEND_NODE_SDK` and `2.0.1`. */
  platform?: { name?: string | undefined; version?: string | undefined } | undefined
}

/** What may differ from call to call. */
export interface CallOptions {
  timeoutMs?: number | undefined
  attemptTimeoutMs?: number | undefined
  retry?: Retry | undefined
  /** An AbortSignal. */
  signal?: Signal | undefined
  /** Additional headers, such as `X-MERCHANT-ID` for partners. */
  headers?: { readonly [name: string]: string } | undefined
}

/**
 * `off`: none. `helper`: the generic helper's rule, 3 retries without a pause, on reads, for network failures and 5xx.
 * As an object: so many retries, on reads for 408 and 429 too, on writes only where nothing was sent;
 * before the n-th a pause of 2ⁿ × `baseMs` (default 0, none) plus up to `jitter` of it (default 0.2). `Retry-After` is obeyed.
 */
export type Retry = 'off' | 'helper' | { retries: number; baseMs?: number | undefined; jitter?: number | undefined }

/** The part of an AbortSignal that is used. */
export interface Signal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Every call that goes to the network: one object in, one options object beside it. */
export type Method<In, Out> = (input: In, options?: CallOptions) => Promise<Out>

/** provider-protocol §1.1. Telemetry is for production only, so the sandbox's events host is never called. */
export const ENVIRONMENT_HOSTS: { readonly [Name in Environment]: { readonly [Host in HostName]: string } } = {
  PRODUCTION: {
    pg: 'https://api.phonepe.com/apis/pg',
    cards: 'https://cards.phonepe.com/apis/pg',
    identity: 'https://api.phonepe.com/apis/identity-manager',
    events: 'https://api.phonepe.com/apis/pg-ingestion',
  },
  SANDBOX: {
    pg: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    cards: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    identity: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    events: 'http://localhost',
  },
}

export const SDK_PLATFORM = 'BACKEND_NODE_SDK'
export const SDK_VERSION = '2.0.1'
const CALL_TIMEOUT_MS = 30_000

/** The complete, checked shape of what a caller may write; nobody behind this asks again. */
export interface Settings {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
  readonly environment: Environment
  readonly bases: { readonly [Host in HostName]: Base }
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
  /** The helper's rule knows no busy answers and repeats reads only. */
  readonly readsOnly: boolean
}

export function settle(config: GallaConfig, warn: (sentence: string) => void): Settings {
  if (typeof config !== 'object' || config === null)
    throw invalid('config', 'must be an object with clientId, clientSecret and clientVersion')
  checkOwnParts(config)
  const environment = environmentOf(config.environment, warn)
  const timeoutMs = durationField(config.timeoutMs, 'timeoutMs') ?? CALL_TIMEOUT_MS
  return Object.freeze({
    clientId: textField(config.clientId, 'clientId'),
    clientSecret: textField(config.clientSecret, 'clientSecret'),
    clientVersion: textField(
      typeof config.clientVersion === 'number' ? String(config.clientVersion) : config.clientVersion,
      'clientVersion',
    ),
    environment,
    bases: basesOf(environment, config.hosts),
    timeoutMs,
    attemptTimeoutMs: durationField(config.attemptTimeoutMs, 'attemptTimeoutMs') ?? Number.POSITIVE_INFINITY,
    retry: retryPolicy(config.retry ?? 'off'),
    retryUnauthorized: config.retryUnauthorized === true,
    telemetry: config.telemetry === true && environment === 'PRODUCTION',
    platform: {
      name: wordField(config.platform?.name ?? SDK_PLATFORM, 'platform.name'),
      version: wordField(config.platform?.version ?? SDK_VERSION, 'platform.version'),
    },
  })
}

/** Goes out as a header's value. */
function wordField(value: unknown, field: string): string {
  const word = textField(value, field)
  if (!/^[\x20-\x7e]+$/.test(word)) throw invalid(field, 'must be plain ASCII, on one line')
  return word
}

function environmentOf(name: string | undefined, warn: (sentence: string) => void): Environment {
  if (name === undefined || name === 'SANDBOX' || name === 'PRODUCTION') return name ?? 'SANDBOX'
  warn(`Unknown environment ${JSON.stringify(name)}: falling back to SANDBOX. Known are 'SANDBOX' and 'PRODUCTION'`)
  return 'SANDBOX'
}

function basesOf(environment: Environment, hosts: GallaConfig['hosts']): { [Host in HostName]: Base } {
  const defaults = ENVIRONMENT_HOSTS[environment]
  const own = typeof hosts === 'string' ? { pg: hosts, cards: hosts, identity: hosts, events: hosts } : (hosts ?? {})
  // A misspelt name would leave its calls at the provider's own address.
  for (const name of Object.keys(objectField(own, 'hosts')))
    if (!Object.hasOwn(defaults, name))
      throw invalid(`hosts.${name}`, `is not known: the names are ${Object.keys(defaults).join(', ')}`)
  // Whoever redirects payments and says nothing of cards means both: card data must not leave for another place.
  const named = { ...own, cards: own.cards ?? own.pg }
  const base = (host: HostName) =>
    parseBase(named[host] ?? defaults[host], typeof hosts === 'string' ? 'hosts' : `hosts.${host}`)
  return { pg: base('pg'), cards: base('cards'), identity: base('identity'), events: base('events') }
}

export function retryPolicy(retry: Retry): RetryPolicy {
  if (retry === 'off') return { retries: 0, baseMs: 0, jitter: 0, readsOnly: true }
  if (retry === 'helper') return { retries: 3, baseMs: 0, jitter: 0.2, readsOnly: true }
  if (typeof retry !== 'object' || retry === null)
    throw invalid('retry', "must be 'off', 'helper' or { retries, baseMs, jitter }")
  const { retries, baseMs = 0, jitter = 0.2 } = retry
  if (!Number.isInteger(retries) || retries < 0 || retries > 20)
    throw invalid('retry.retries', 'must be an integer from 0 to 20')
  if (!(baseMs >= 0 && baseMs <= 60_000)) throw invalid('retry.baseMs', 'must be milliseconds from 0 to 60000')
  if (!(jitter >= 0 && jitter <= 1)) throw invalid('retry.jitter', 'must be a share from 0 to 1')
  return { retries, baseMs, jitter, readsOnly: false }
}

/** What the merchant lends the client: each is called in the middle of a payment, so what cannot be called is refused before the first one. */
export function checkOwnParts({ fetch, tokenStore, hooks }: Pick<GallaConfig, 'fetch' | 'tokenStore' | 'hooks'>): void {
  if (fetch !== undefined && typeof fetch !== 'function' && !can(fetch, 'exchange', 'close'))
    throw invalid('fetch', 'must be a function shaped like fetch, or a transport such as undiciTransport()')
  if (tokenStore !== undefined && !can(tokenStore, 'load', 'save'))
    throw invalid('tokenStore', 'must be an object with the functions load and save')
  if (hooks === undefined) return
  objectField(hooks, 'hooks')
  for (const name of ['request', 'response', 'error', 'telemetry'] as const)
    if (hooks[name] !== undefined && !can(hooks, name)) throw invalid(`hooks.${name}`, 'must be a function')
}

function can(part: object, ...names: string[]): boolean {
  return names.every((name) => typeof (part as { [name: string]: unknown } | null)?.[name] === 'function')
}
