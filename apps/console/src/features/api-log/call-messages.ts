/** By the client's error kind. */
const BY_KIND: { readonly [kind: string]: string } = {
  'bad-request': 'The provider rejected the request as malformed. Its code and message name the field.',
  unauthorized:
    'The provider rejected the token. Compare client id, secret, version and environment with the dashboard.',
  forbidden:
    'The credentials are valid but lack the permission. Ask the provider to enable the feature for this merchant.',
  'not-found':
    'The provider does not know this id. After a lost request this decides nothing: the status is checked again.',
  conflict: 'The id is taken, possibly by our own request whose reply was lost. The status check decides.',
  gone: 'The resource no longer exists.',
  'expectation-failed': 'The provider rejects the request in this state. Check the order’s status first.',
  invalid: 'The provider rejected the content of the request.',
  'too-many-requests':
    'Too many calls. They are repeated more slowly. If it persists, ask the provider for a higher limit.',
  'client-error': 'The provider rejected the request.',
  'server-error': 'The provider failed. Whether it executed the request is unknown until the status is checked.',
  http: 'The response has an unexpected HTTP status. A proxy in between may have sent it.',
  network: 'The provider could not be reached, or the connection broke. Check DNS, firewall and proxies.',
  timeout:
    'The provider did not answer in time. Whether it executed the request is unknown until the status is checked.',
  aborted: 'The caller cancelled the call.',
  'invalid-response': 'The response could not be parsed. A proxy in between may have sent it.',
  'invalid-request': 'The request is invalid and was not sent. The message names the field.',
  'method-not-supported': 'The request is invalid and was not sent: the protocol has GET and POST only.',
}

/** More precise than the kind. */
const BY_CODE: { readonly [code: string]: string } = {
  INVALID_MERCHANT_ORDER_ID: 'The provider does not know this order, or the id is taken.',
  INVALID_TRANSACTION_ID:
    'The id was used before, possibly by our own request whose reply was lost. The status check decides.',
  AUTHORIZATION_FAILED: 'The token is not accepted. Client id, secret, version and environment must belong together.',
  TOO_MANY_REQUESTS:
    'Too many calls. They are repeated more slowly. If it persists, ask the provider for a higher limit.',
}

/** Says what a failed call means and what to do. */
export function explainCallFailure(kind: string, code?: string): string {
  const byCode = code !== undefined && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined
  return byCode ?? (Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined) ?? 'This version does not know the error.'
}
