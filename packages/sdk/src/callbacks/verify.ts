import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import {
  isUnreadable,
  type ReceivedBody,
  type ReceivedHeaders,
  readHeader,
  readRequest,
  readWhole,
} from '@galla/contract/received-request'
import { invalidRequest, requireSecret } from '../validation/fields.ts'
import { constantTimeEqual, type Digests, pickDigests } from './digests.ts'
import { type CallbackEvent, type OnUnreadable, parseEvent, type VerifiedBy } from './event.ts'
import { bodyRefusal, callbackError } from './refusal.ts'

interface ClassicCredential {
  /** Username of the dashboard's callback settings. */
  username: string
  /** Password of the dashboard's callback settings. */
  password: string
}

interface HmacCredential {
  /** Secret key of the dashboard's callback settings. */
  secretKey: string
  /** Id of the key, if the dashboard shows an id. The key then matches no callback with another id. */
  keyId?: string | undefined
}

/** The credential of callbacks, as set in the dashboard: username and password, or a secret key. */
export type CallbackCredential = ClassicCredential | HmacCredential

/**
 * Received headers, names in any case: a web `Headers`, an object of texts or lists of texts, a list of pairs, or Node's `rawHeaders`.
 * `verify` refuses two different values of a header that it reads.
 */
export type CallbackHeaders = ReceivedHeaders

/** A received callback. */
export interface CallbackRequest {
  /** The request headers. */
  headers: CallbackHeaders
  /** The raw body, before any JSON parser: text, a `Buffer`, an `ArrayBuffer`, a typed array or a `Blob`. `null` is an empty body. */
  body: ReceivedBody
  /** True when the body is base64 text: `isBase64Encoded` of an AWS event. @default false */
  isBase64Encoded?: boolean | undefined
}

/** Verifies callbacks. */
export interface Callbacks {
  /**
   * Authenticates and parses a callback. The mode `classic` signs no body: read the order's status before you fulfil.
   * @throws {GallaError} `invalid-callback`, with `reason`, `hint` and httpStatus 417; with `field` when your call is at fault
   * @example
   * const event = await galla.callbacks.verify({ headers: request.headers, body: await request.text() })
   * if (event.kind === 'order') await galla.standardCheckout.getOrderStatus({ merchantOrderId })
   */
  verify(callback: CallbackRequest): Promise<CallbackEvent>
}

/**
 * Creates callback verification for a process that has no client secret. During a rotation, pass the old and the new credential.
 * @throws {GallaError} `invalid-request` when a credential is incomplete
 * @example const callbacks = createCallbacks({ username, password })
 */
export function createCallbacks(credentials: CallbackCredential | readonly CallbackCredential[]): Callbacks {
  return createVerifier(credentials, pickDigests())
}

export function createVerifier(
  credentials: CallbackCredential | readonly CallbackCredential[],
  digests: Digests,
  onUnreadable?: OnUnreadable,
): Callbacks {
  const { classic, hmac } = groupCredentials(credentials)
  const pendingDigests = classic.map(({ username, password }) => digests.sha256(`${username}:${password}`))
  const signers = hmac.map(({ secretKey, keyId }) => ({ keyId, sign: digests.hmacSha256(secretKey) }))
  let classicDigests: readonly string[] | undefined

  const readThem = (headers: unknown) => {
    const signature = hmac.length > 0 ? readHeader(headers, HMAC_SIGNATURE_HEADER) : undefined
    return signature === undefined
      ? { authorization: readHeader(headers, 'authorization') }
      : { signature, keyId: readHeader(headers, HMAC_KEY_ID_HEADER) }
  }

  return {
    // No wait for a digest or body that is there: on Node both are, and a wait costs as much as the comparison.
    async verify(callback) {
      if (classic.length + hmac.length === 0) throw callbackError('no-secrets')
      const { headers, headersFault, body: given } = readRequest(callback, readThem)
      const body = isUnreadable(given) ? await readWhole(given) : given
      if (isUnreadable(body)) throw callbackError('body-already-parsed', body)
      const { signature, keyId, authorization } = headers ?? {}
      if (signature !== undefined) {
        return parseEvent(body, await verifySignature(signature, keyId, body, signers), onUnreadable)
      }
      if (classic.length === 0) throw callbackError('missing-signature', headersFault)
      if (authorization === undefined) throw callbackError('missing-authorization', headersFault)
      classicDigests ??= await Promise.all(pendingDigests)
      const match = classic[matchClassic(authorization, classicDigests)]
      if (!match) throw callbackError('wrong-authorization')
      return parseEvent(body, { mode: 'classic', username: match.username }, onUnreadable)
    },
  }
}

interface Signer {
  readonly keyId: string | undefined
  readonly sign: ReturnType<Digests['hmacSha256']>
}

/** Tries every key that the id allows, to take constant time. */
async function verifySignature(
  signature: string,
  keyId: string | undefined,
  body: string | Uint8Array,
  signers: readonly Signer[],
): Promise<VerifiedBy> {
  const candidates = signers.filter((one) => keyId === undefined || one.keyId === undefined || one.keyId === keyId)
  if (candidates.length === 0) throw callbackError('unknown-key')
  const received = signature.trim().toLowerCase()
  let match: Signer | undefined
  for (const signer of candidates) if (constantTimeEqual(received, await signer.sign(body))) match = signer
  if (!match) throw bodyRefusal('wrong-signature', body)
  return match.keyId === undefined ? { mode: 'hmac' } : { mode: 'hmac', keyId: match.keyId }
}

function groupCredentials(credentials: CallbackCredential | readonly CallbackCredential[]): {
  classic: readonly ClassicCredential[]
  hmac: readonly HmacCredential[]
} {
  const list = Array.isArray(credentials) ? (credentials as readonly CallbackCredential[]) : [credentials]
  const classic: ClassicCredential[] = []
  const hmac: HmacCredential[] = []
  for (const [index, credential] of (list as readonly CallbackCredential[]).entries()) {
    const field = `callbackCredentials[${index}]`
    if (typeof credential !== 'object' || credential === null) {
      throw invalidRequest(field, 'must be { username, password } or { secretKey, keyId }')
    }
    if ('secretKey' in credential) {
      hmac.push({
        secretKey: requireSecret(credential.secretKey, `${field}.secretKey`),
        keyId: credential.keyId === undefined ? undefined : requireSecret(credential.keyId, `${field}.keyId`),
      })
    } else {
      classic.push({
        username: requireSecret(credential.username, `${field}.username`),
        password: requireSecret(credential.password, `${field}.password`),
      })
    }
  }
  return { classic, hmac }
}

/** Notations that are accepted besides the bare digest (protocol §7.2). */
const NOTATION = /^sha256(?:\s+|\(|=)([0-9a-f]{64})\)?$/i

/**
 * The index of the digest that the Authorization header equals, or -1. Compares all of them, to take constant time.
 * A digest is the lower-case hexadecimal SHA-256 of `username:password`; upper case does not match.
 */
export function matchClassic(header: string, digests: readonly string[]): number {
  const text = header.trim()
  const received = text.length === 64 ? text : (NOTATION.exec(text)?.[1] ?? text)
  return digests.reduce((match, digest, index) => (constantTimeEqual(received, digest) ? index : match), -1)
}
