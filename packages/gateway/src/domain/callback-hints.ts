/** Why a callback was refused, and what mends it: by the reason's stable name. */
const HINTS: { readonly [reason: string]: string } = {
  'no-secrets':
    'No callback credentials are configured: give createGateway the user name and password of the dashboard.',
  'missing-authorization':
    'The Authorization header was missing. Either a proxy in front removes it, or this did not come from the provider.',
  'wrong-authorization':
    'The user name or password differs from the dashboard’s. While you change them, configure the old pair beside the new one.',
  'missing-signature':
    'The signature header was missing: the dashboard may be set to user name and password, or a proxy removed the header.',
  'wrong-signature':
    'The signature does not fit the body. Something in front may rewrite bodies, or the secret key differs from the dashboard’s.',
  'unknown-key': 'The callback names a key that is not configured: add the key with that id beside the old one.',
  'body-already-parsed':
    'A JSON parser in front took the bytes away. Use the adapter of your framework, or mount the gateway before the parser.',
  'not-json':
    'The sender is authentic, but the body is no JSON object. Ask the provider’s support, with the time of this delivery.',
  'too-large': 'The body was larger than any callback of the provider’s.',
}

export function hintFor(reason: string): string | undefined {
  return Object.hasOwn(HINTS, reason) ? HINTS[reason] : undefined
}
