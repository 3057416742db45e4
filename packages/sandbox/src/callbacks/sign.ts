import { createHash, createHmac } from 'node:crypto'
import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'

/**
 * The headers that prove a callback (provider-protocol §7.2–7.3). Written here a second time on purpose: a signer shared
 * with the client that verifies would let a wrong signature pass every test.
 */
export function signatureHeaders(body: string, receiver: CallbackReceiver): { [name: string]: string } {
  const mode = modeOf(receiver)
  const headers: { [name: string]: string } = {}
  if (mode === 'classic' || mode === 'both')
    headers.authorization = classicSignature(receiver.username ?? '', receiver.password ?? '')
  if (mode === 'hmac' || mode === 'both') {
    headers[HMAC_KEY_ID_HEADER] = receiver.keyId ?? 'key-1'
    headers[HMAC_SIGNATURE_HEADER] = hmacSignature(body, receiver.secretKey ?? '')
  }
  return headers
}

/** As it is set; otherwise what there are secrets for. Without any, callbacks go out unsigned. */
export function modeOf({ mode, username, secretKey }: CallbackReceiver): 'classic' | 'hmac' | 'both' | 'unsigned' {
  if (mode) return mode
  if (username && secretKey) return 'both'
  if (secretKey) return 'hmac'
  return username ? 'classic' : 'unsigned'
}

export function classicSignature(username: string, password: string): string {
  return createHash('sha256').update(`${username}:${password}`).digest('hex')
}

/** Over the bytes of the body as they are sent. */
export function hmacSignature(body: string | Uint8Array, secretKey: string): string {
  return createHmac('sha256', secretKey).update(body).digest('hex')
}
