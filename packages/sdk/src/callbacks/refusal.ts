import { isBase64OfObject, NOT_DECODED, type UnreadableField } from '@galla/contract/received-request'
import { type CallbackRefusal, GallaError } from '../errors/galla-error.ts'

/** The advice for each reason. The text never contains a received value. */
const HINTS: { readonly [Reason in CallbackRefusal]: string } = {
  'no-secrets':
    'callbackCredentials is missing: set it to the username and password, or the secret key, of the dashboard.',
  'missing-authorization':
    'The Authorization header is missing: a proxy may have removed it, or the request does not come from the provider.',
  'wrong-authorization':
    'The Authorization header is not the SHA-256 of username:password, or the request has two such headers: compare user name and password with the dashboard, and keep the old pair in callbackCredentials during a change.',
  'missing-signature':
    'The header x-phonepe-checksum-signature is missing: the dashboard may be set to username and password, or a proxy removed it.',
  'wrong-signature':
    'The signature does not match the body: pass the bytes exactly as received, before any JSON parser, and compare the secret key with the dashboard.',
  'unknown-key': 'The header x-phonepe-checksum-key-id names a key that is not in callbackCredentials.',
  'body-already-parsed': 'In Express, use express.raw({ type: () => true }) before express.json().',
  'not-json': 'The sender is authentic, but the body is not a JSON object.',
}

/** @param fault the field that the caller passed wrongly, where the request itself may be in order */
export function callbackError(reason: CallbackRefusal, fault?: UnreadableField): GallaError {
  const hints = fault ? [`${fault.field} ${fault.problem}.`] : []
  if (!fault || fault.field === 'body') hints.push(HINTS[reason])
  return new GallaError({
    kind: 'invalid-callback',
    message: 'Invalid Callback',
    httpStatus: 417,
    outcome: 'rejected',
    reason,
    field: fault?.field,
    hint: hints.join(' '),
  })
}

/** A refusal because of what the body holds: its base64 may not have been decoded. */
export const bodyRefusal = (reason: 'wrong-signature' | 'not-json', body: string | Uint8Array): GallaError =>
  callbackError(reason, isBase64OfObject(body) ? NOT_DECODED : undefined)
