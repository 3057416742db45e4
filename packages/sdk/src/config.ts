import type { HostName } from '@galla/contract/provider/endpoints'
import type { CallbackCredential } from './callbacks/create-callbacks.ts'
import type { TokenStore } from './token/token-store.ts'
import type { FetchLike } from './transport/fetch-like.ts'
import type { Transport } from './transport/port.ts'
import type { Hooks } from './watch/hooks.ts'

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
