import type { HttpErrorKind } from '@galla/contract/provider/error-kinds'

/**
 * What is known about the call after it failed.
 * `not-sent`: it never reached the provider. `rejected`: the provider said no. `unknown`: it may have happened; a status read tells.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown'

/** Why a callback was refused; stable, fit for a counter's label. */
export type CallbackRefusal =
  | 'no-secrets'
  | 'missing-authorization'
  | 'wrong-authorization'
  | 'missing-signature'
  | 'wrong-signature'
  | 'unknown-key'
  | 'body-already-parsed'
  | 'not-json'

/** What every failure carries, whatever its kind. */
export interface GallaErrorDetails extends Error {
  readonly outcome: Outcome
  /** The same call may be made again as it is: it is safe, and it can succeed. */
  readonly retryable: boolean
  /** Exchanges with the provider that were begun for this call, the token's not counted. */
  readonly attempts: number
  /** The call that failed, by its name in the endpoint table; `token` when the access token could not be had. */
  readonly endpoint?: string
  /** `errorCode` or `code` of the provider's answer. */
  readonly code?: string
  /** `context` or `data` of the provider's answer. */
  readonly data?: unknown
  /** How long the provider asked to wait before the next call, in milliseconds. */
  readonly retryAfterMs?: number
}

export type FailureKind = 'network' | 'timeout' | 'aborted' | 'invalid-response'

/** Branch on `kind`; decide about money by `outcome`; never by the text of `message`. */
export type GallaError = GallaErrorDetails &
  (
    | { readonly kind: HttpErrorKind; readonly httpStatus: number; readonly statusText: string }
    | { readonly kind: FailureKind; readonly httpStatus?: number }
    | { readonly kind: 'invalid-request'; readonly field: string }
    | {
        readonly kind: 'invalid-callback'
        readonly httpStatus: 417
        readonly reason: CallbackRefusal
        readonly hint: string
      }
    | { readonly kind: 'method-not-supported'; readonly httpStatus: 405 }
    | { readonly kind: 're-initialize' }
  )

export interface Facts {
  kind: GallaError['kind']
  message: string
  outcome: Outcome
  retryable?: boolean
  attempts?: number
  endpoint?: string | undefined
  httpStatus?: number | undefined
  statusText?: string | undefined
  code?: string | undefined
  data?: unknown
  field?: string | undefined
  reason?: CallbackRefusal | undefined
  hint?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** On every error of ours: a registered symbol is the same one in every copy of this package. */
export const BRAND: unique symbol = Symbol.for('galla.error')

/** One class at run time; `GallaError` is the union that a reader sees. Nothing here holds what must stay secret. */
class GallaErrorObject extends Error {
  override readonly name = 'GallaError'

  constructor({ message, cause, ...facts }: Facts) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, { retryable: false, attempts: 0 }, withoutUndefined(facts))
  }

  get [BRAND](): true {
    return true
  }

  /** Everything but the stack and the cause: fit for a log line. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

/** The class behind every error of this package, for `instanceof`; across package copies use `isGallaError`. */
export const GallaError: { new (facts: Facts): GallaError; readonly prototype: GallaError } =
  GallaErrorObject as unknown as { new (facts: Facts): GallaError; readonly prototype: GallaError }

function withoutUndefined(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/** True for an error of this package, whichever copy or module format made it. */
export function isGallaError(error: unknown): error is GallaError {
  return typeof error === 'object' && error !== null && (error as { [BRAND]?: unknown })[BRAND] === true
}
