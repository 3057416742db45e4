import type { HttpErrorKind } from '@galla/contract/provider/responses'

/**
 * The effect of a call that failed.
 * `not-sent`: no byte of the request left. `rejected`: the provider refused the call.
 * `unknown`: the call may have taken effect; read the status.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown'

/** The reason for refusing a callback. The values are stable: use them as metric labels. */
export type CallbackRefusal =
  | 'no-secrets'
  | 'missing-authorization'
  | 'wrong-authorization'
  | 'missing-signature'
  | 'wrong-signature'
  | 'unknown-key'
  | 'body-already-parsed'
  | 'not-json'

/** The members of every error of this package, of any `kind`. */
export interface GallaErrorDetails extends Error {
  /** The effect of the call. Decide about money by this member alone. */
  readonly outcome: Outcome
  /** True when you can repeat the same call: a repeat is safe and can succeed. */
  readonly retryable: boolean
  /** Number of requests that this call started, without token requests. 0 when nothing was sent. */
  readonly attempts: number
  /** Name of the endpoint, such as `standardPay` or `refundStatus`; `token` when no access token could be obtained. */
  readonly endpoint?: string
  /** `errorCode` or `code` of the provider's response. */
  readonly code?: string
  /** `context` or `data` of the provider's response, with secrets masked. */
  readonly data?: unknown
  /** Pause that the provider asks for before the next call. Milliseconds. */
  readonly retryAfterMs?: number
  /** The underlying error, such as a socket's, without secrets. */
  cause?: unknown
}

/** The kinds of failure without a readable response. */
export type FailureKind = 'network' | 'timeout' | 'aborted' | 'invalid-response'

/**
 * Every failure of this package. Branch on `kind`, decide about money by `outcome`, never parse `message`.
 * @see `docs/errors.md` of this package
 * @example
 * try {
 *   await galla.refunds.create(refund)
 * } catch (error) {
 *   if (isGallaError(error) && error.outcome === 'unknown') await galla.refunds.getStatus(refund)
 *   else throw error
 * }
 */
export type GallaError = GallaErrorDetails &
  (
    | {
        /** The provider answered with an HTTP error status. */
        readonly kind: HttpErrorKind
        /** Status of the response. */
        readonly httpStatus: number
        /** Reason phrase of the response, or `HTTP <status>`. */
        readonly statusText: string
      }
    | {
        /** No readable response arrived. Cause: connection, time limit, cancellation or malformed body. */
        readonly kind: FailureKind
        /** HTTP status, if a response began to arrive. */
        readonly httpStatus?: number
      }
    | {
        /** The input is invalid; nothing was sent. */
        readonly kind: 'invalid-request'
        /** Path of the invalid field, such as `paymentMode.bankId`. */
        readonly field: string
      }
    | {
        /** The callback is not authentic, or its body is unreadable. */
        readonly kind: 'invalid-callback'
        /** HTTP status for your response. */
        readonly httpStatus: 417
        /** The check that failed. */
        readonly reason: CallbackRefusal
        /** The remedy, in a sentence or two. */
        readonly hint: string
        /** The wrong field of your call, if your call is at fault and not the request. */
        readonly field?: 'headers' | 'body' | 'isBase64Encoded'
      }
    | {
        /** `galla.request()` accepts GET and POST only. */
        readonly kind: 'method-not-supported'
        /** Always 405. */
        readonly httpStatus: 405
      }
    | {
        /** A shared client already exists with other credentials. */
        readonly kind: 're-initialize'
      }
  )

type Optional<Shape> = { -readonly [Name in keyof Shape]?: Shape[Name] | undefined }

/** Properties of a new error; those that are undefined are left out. */
export interface GallaErrorInit
  extends Optional<
    Pick<GallaErrorDetails, 'retryable' | 'attempts' | 'endpoint' | 'code' | 'data' | 'retryAfterMs' | 'cause'>
  > {
  /** The kind of failure. */
  kind: GallaError['kind']
  /** A sentence without secrets. */
  message: string
  /** The effect of the call. */
  outcome: Outcome
  /** Status of the response. */
  httpStatus?: number | undefined
  /** Reason phrase of the response. */
  statusText?: string | undefined
  /** Path of the invalid field, or the field of a callback that was passed wrongly. */
  field?: string | undefined
  /** The check of a callback that failed. */
  reason?: CallbackRefusal | undefined
  /** The way out. */
  hint?: string | undefined
  /** Body of the response, masked. Not a property of the error; `responseOf` returns the body. */
  response?: object | undefined
}

/** A registered symbol is the same in every copy of this package. */
const BRAND: unique symbol = Symbol.for('galla.error')

const RESPONSE: unique symbol = Symbol.for('galla.response')

/** One class at run time; callers see the union `GallaError`. Never pass it a secret. */
class GallaErrorObject extends Error {
  override readonly name = 'GallaError'

  constructor({ message, cause, response, ...details }: GallaErrorInit) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, { retryable: false, attempts: 0 }, defined(details))
    if (response) Object.defineProperty(this, RESPONSE, { value: response })
  }

  get [BRAND](): true {
    return true
  }

  /** Everything except stack and cause: safe to log. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

/** The class of every error of this package, for `instanceof`. Across copies of the package use `isGallaError`. */
export const GallaError: {
  new (init: GallaErrorInit): GallaError
  /** Makes `instanceof` narrow to the union. */
  readonly prototype: GallaError
} = GallaErrorObject as unknown as { new (init: GallaErrorInit): GallaError; readonly prototype: GallaError }

/**
 * True for an error of this package, from any copy or module format.
 * @example if (isGallaError(error) && error.outcome === 'not-sent') await tryAgain()
 */
export function isGallaError(error: unknown): error is GallaError {
  return typeof error === 'object' && error !== null && (error as { [BRAND]?: unknown })[BRAND] === true
}

/** The masked body of the error response, with the types that it had. */
export function responseOf(error: object): object | undefined {
  return (error as { [RESPONSE]?: object })[RESPONSE]
}

/** The code of the socket's error, such as `ECONNREFUSED`, where the network failed. */
export function socketCodeOf({ cause }: GallaErrorDetails): string | undefined {
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

function defined(details: object): object {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}
