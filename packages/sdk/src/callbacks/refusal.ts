import { type CallbackRefusal, GallaError } from '../errors/galla-error.ts'

/** What to do about each; names no value that was received. */
const HINTS: { readonly [Reason in CallbackRefusal]: string } = {
  'no-secrets':
    'No callback secret is configured: give callbackCredentials the username and password, or the secret key, of the dashboard.',
  'missing-authorization':
    'The Authorization header is missing: a proxy may have removed it, or this did not come from the provider.',
  'wrong-authorization':
    'The Authorization header is not the SHA-256 of username:password: compare both with the dashboard, and keep the old pair in callbackCredentials while you change it.',
  'missing-signature':
    'The header x-phonepe-checksum-signature is missing: the dashboard may be set to username and password, or a proxy removed it.',
  'wrong-signature':
    'The signature does not fit the body: hand over the bytes exactly as received, before any JSON parser, and compare the secret key with the dashboard.',
  'unknown-key': 'The header x-phonepe-checksum-key-id names a key that is not in callbackCredentials.',
  'body-already-parsed':
    'The body was already parsed by something in front: hand over the raw text or bytes. In Express, use express.raw() on this route, before express.json().',
  'not-json': 'The sender is authentic, but the body is not a JSON object.',
}

export function refuse(reason: CallbackRefusal): GallaError {
  return new GallaError({
    kind: 'invalid-callback',
    message: 'Invalid Callback',
    httpStatus: 417,
    outcome: 'rejected',
    reason,
    hint: HINTS[reason],
  })
}
