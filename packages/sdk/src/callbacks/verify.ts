import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import { invalid, textField } from '../validation/fields.ts'
import { type Digests, pickDigests, sameText } from './digests.ts'
import { type CallbackEvent, parseEvent, type VerifiedBy } from './event.ts'
import { refuse } from './refusal.ts'

/** What authenticates a callback: the dashboard's username and password, or its secret key (with the key's id, where one is shown). */
export type CallbackCredential =
  | { username: string; password: string }
  | { secretKey: string; keyId?: string | undefined }

export interface SortedSecrets {
  readonly classic: readonly { readonly username: string; readonly password: string }[]
  readonly hmac: readonly { readonly secretKey: string; readonly keyId?: string | undefined }[]
}

export function sortSecrets(secrets: CallbackCredential | readonly CallbackCredential[]): SortedSecrets {
  const list = Array.isArray(secrets) ? (secrets as readonly CallbackCredential[]) : [secrets as CallbackCredential]
  const classic: { username: string; password: string }[] = []
  const hmac: { secretKey: string; keyId?: string | undefined }[] = []
  for (const [index, secret] of list.entries()) {
    const field = `callbackCredentials[${index}]`
    if (typeof secret !== 'object' || secret === null)
      throw invalid(field, 'must be { username, password } or { secretKey, keyId }')
    if ('secretKey' in secret) {
      hmac.push({ secretKey: textField(secret.secretKey, `${field}.secretKey`), keyId: secret.keyId })
    } else {
      classic.push({
        username: textField(secret.username, `${field}.username`),
        password: textField(secret.password, `${field}.password`),
      })
    }
  }
  return { classic, hmac }
}

/** Received headers: a web `Headers`, or a plain object in any case, as Node and every framework give them. */
export type HeaderBag =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

type PlainHeaders = { readonly [name: string]: unknown }

export function headerOf(headers: HeaderBag, name: string): string | undefined {
  const value = lookUp(headers, name)
  if (typeof value === 'string') return value
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined
}

/** Where a framework hands over no headers at all, each one is missing. */
function lookUp(headers: HeaderBag | null | undefined, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined
  if (typeof headers.get === 'function') return headers.get(name)
  const plain = headers as PlainHeaders
  return plain[name] ?? plain[Object.keys(plain).find((key) => key.toLowerCase() === name) ?? name]
}

/** One delivery, as it arrived: the body raw, before any parser. */
export interface Delivery {
  headers: HeaderBag
  body: string | Uint8Array
}

export interface Callbacks {
  /**
   * Checks who sent a callback and reads it. The classic mode signs no body, so treat its event as a hint:
   * read the order's status before you fulfil.
   * @throws GallaError kind `invalid-callback`, httpStatus 417, with `reason` and `hint`.
   */
  verify(delivery: Delivery): Promise<CallbackEvent>
}

/** Verification alone, for a worker that holds no client secret. Several secrets are accepted while one is being rotated. */
export function createCallbacks(
  secrets: CallbackCredential | readonly CallbackCredential[],
  digests: Digests = pickDigests(),
): Callbacks {
  const { classic, hmac } = sortSecrets(secrets)
  const accepted = classic.map(({ username, password }) => digests.sha256(`${username}:${password}`))
  const signers = hmac.map(({ secretKey, keyId }) => ({ keyId, sign: digests.hmacSha256(secretKey) }))
  let ready: readonly string[] | undefined

  const byClassic = async (header: string | undefined): Promise<VerifiedBy> => {
    if (header === undefined) throw refuse('missing-authorization')
    ready ??= await Promise.all(accepted)
    const match = classic[matchClassic(header, ready)]
    if (!match) throw refuse('wrong-authorization')
    return { mode: 'classic', username: match.username }
  }

  const byHmac = async (
    signature: string,
    keyId: string | undefined,
    body: string | Uint8Array,
  ): Promise<VerifiedBy> => {
    const candidates = signers.filter(
      (signer) => keyId === undefined || signer.keyId === undefined || signer.keyId === keyId,
    )
    if (candidates.length === 0) throw refuse('unknown-key')
    const given = signature.trim().toLowerCase()
    let match: (typeof signers)[number] | undefined
    for (const signer of candidates) if (sameText(given, await signer.sign(body))) match = signer
    if (!match) throw refuse('wrong-signature')
    return match.keyId === undefined ? { mode: 'hmac' } : { mode: 'hmac', keyId: match.keyId }
  }

  return {
    async verify(delivery) {
      const { headers, body: given } = delivery ?? {}
      if (classic.length + hmac.length === 0) throw refuse('no-secrets')
      const body = (given as unknown) instanceof ArrayBuffer ? new Uint8Array(given as unknown as ArrayBuffer) : given
      if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw refuse('body-already-parsed')
      const signature = hmac.length > 0 ? headerOf(headers, HMAC_SIGNATURE_HEADER) : undefined
      if (signature !== undefined) {
        return parseEvent(body, await byHmac(signature, headerOf(headers, HMAC_KEY_ID_HEADER), body))
      }
      if (classic.length === 0) throw refuse('missing-signature')
      return parseEvent(body, await byClassic(headerOf(headers, 'authorization')))
    },
  }
}

/** The documentation writes the header as `SHA256(username:password)`, and some senders spell it so. */
const SPELLED = /^sha256(?:\s+|\(|=)([0-9a-f]{64})\)?$/i

/**
 * Which of the digests the Authorization header equals, or -1. Every digest is compared, whichever fits.
 * A digest is the lower-case hex SHA-256 of `username:password`; the header must spell its letters alike.
 */
export function matchClassic(header: string, digests: readonly string[]): number {
  const text = header.trim()
  const given = text.length === 64 ? text : (SPELLED.exec(text)?.[1] ?? text)
  let match = -1
  for (const [index, digest] of digests.entries()) if (sameText(given, digest)) match = index
  return match
}
