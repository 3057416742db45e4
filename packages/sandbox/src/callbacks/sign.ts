import { createHash, createHmac } from 'node:crypto'
import { HMAC_KEY_ID_HEADER, HMAC_SIGNATURE_HEADER } from '@galla/contract/provider/callbacks'
import type { CallbackReceiver } from '@galla/contract/sandbox-api/routes'

/**
 * The signature headers of a callback (protocol §7.2, §7.3). Implemented independently of the SDK on purpose: with a shared
 * implementation, a wrong signature would pass every test.
 */
export function signatureHeaders(body: string, receiver: CallbackReceiver): { [name: string]: string } {
  const mode = signatureMode(receiver)
  const headers: { [name: string]: string } = {}
  if (mode === 'classic' || mode === 'both')
    headers.authorization = classicSignature(receiver.username ?? '', receiver.password ?? '')
  if (mode === 'hmac' || mode === 'both') {
    headers[HMAC_KEY_ID_HEADER] = receiver.keyId ?? 'key-1'
    headers[HMAC_SIGNATURE_HEADER] = hmacSignature(body, receiver.secretKey ?? '')
  }
  return headers
}

/** The receiver's `mode`, or every mode that it has secrets for. Callbacks are unsigned without a secret. */
export function signatureMode({
  mode,
  username,
  secretKey,
}: CallbackReceiver): 'classic' | 'hmac' | 'both' | 'unsigned' {
  if (mode) return mode
  if (username && secretKey) return 'both'
  if (secretKey) return 'hmac'
  return username ? 'classic' : 'unsigned'
}

/** Lower-case hex SHA-256 of `username:password` (protocol §7.2). */
export function classicSignature(username: string, password: string): string {
  return createHash('sha256').update(`${username}:${password}`).digest('hex')
}

/** Lower-case hex HMAC-SHA256 of the exact body bytes (protocol §7.3). */
export function hmacSignature(body: string | Uint8Array, secretKey: string): string {
  return createHmac('sha256', secretKey).update(body).digest('hex')
}
