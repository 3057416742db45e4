import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import { type Digests, pickDigests } from '../crypto/digests.ts'
import { matchClassic } from './classic.ts'
import { sameText } from './constant-time.ts'
import { type HeaderBag, headerOf } from './header-bag.ts'
import { type CallbackEvent, parseEvent, type VerifiedBy } from './parse-event.ts'
import { refuse } from './refusal.ts'
import { type CallbackCredential, sortSecrets } from './secrets.ts'

export type { CallbackCredential } from './secrets.ts'

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
