/** How a caller branches on a refusal by HTTP status: the specification's catalogue, §8. */
export type HttpErrorKind =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'expectation-failed'
  | 'invalid'
  | 'too-many-requests'
  | 'client-error'
  | 'server-error'
  | 'http'

/** Statuses with a kind of their own. Any other 4xx is `client-error`, 5xx is `server-error`, the rest is `http`. */
export const KIND_OF_STATUS: { readonly [status: number]: HttpErrorKind } = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'gone',
  417: 'expectation-failed',
  422: 'invalid',
  429: 'too-many-requests',
}
