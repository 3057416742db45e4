/** `code` in an error response of the HTTP APIs, besides the codes of `GatewayError`. */
export type HttpErrorCode =
  /** The address of the client is in none of the allowed networks of the console or the key: change the list, or set `trustedProxies` if a proxy is in front of the gateway. */
  | 'ADDRESS_NOT_ALLOWED'
  /** The delivery is already done and is not repeated: there is nothing left to do. */
  | 'ALREADY_DONE'
  /** A body parser read the callback before the gateway: mount the gateway before the parser, or with `mountGateway`. */
  | 'BODY_ALREADY_READ'
  /** The subscription of the delivery was removed, so the event is no longer delivered. */
  | 'CANCELLED'
  /** The password is right, but the user has a second factor: send `code` as well, or log in with a passkey, as `ways` says. */
  | 'CODE_NEEDED'
  /** The merchant accepts no collect requests: offer a QR code or an app, or allow `collect` in `paymentMethods` if you are exempt. */
  | 'COLLECT_NOT_ALLOWED'
  /** The connection closed before the body was complete: send the request again. */
  | 'CUT_OFF'
  /** The console was called by a page of another site: open it at its own address, and let the proxy pass `Host` and `Origin`. */
  | 'FOREIGN_ORIGIN'
  /** The user already has a second factor: remove it first, with one of its codes. */
  | 'HAS_SECOND_FACTOR'
  /** The gateway failed, and the log has the error. It is not known what took effect: read the record before you repeat the call. */
  | 'INTERNAL'
  /** The key of the merchant API has expired: create another with `galla gateway keys create`. */
  | 'KEY_EXPIRED'
  /** The key of the merchant API was revoked: create another with `galla gateway keys create`. */
  | 'KEY_REVOKED'
  /** The passkey is the only way to log in: set a password with a link from an admin, or add another passkey, then remove this one. */
  | 'LAST_WAY_IN'
  /** You cannot remove the last admin who can log in: make another user admin first. */
  | 'LAST_ADMIN'
  /** The route exists, but not with this method: the header `allow` names the methods. */
  | 'METHOD_NOT_ALLOWED'
  /** The body must be a form: set the header `content-type: application/x-www-form-urlencoded`. */
  | 'NOT_FORM'
  /** The body is not JSON: send it with the header `content-type: application/json`. */
  | 'NOT_JSON'
  /** The value was not kept when the record was stored, so it cannot be revealed. */
  | 'NOT_KEPT'
  /** The console without `console.url`, and the merchant API under a name of this machine, answer this machine only: set `console.url` or `merchant.hosts`. */
  | 'NOT_LOCAL'
  /** The note of a row in a file of refunds cannot be decrypted: give every replica all data keys, then upload the row again. */
  | 'NOTE_UNREADABLE'
  /** The payer chose a bank or a kind of card that `paymentMethods` does not offer, or a bank that is `down`: offer another way to pay. */
  | 'NOT_OFFERED'
  /** The callback is not known to be stored. The provider sends the callback again, and nothing happens twice: look at the database. */
  | 'NOT_WRITTEN'
  /** The merchant API is for servers only, because a browser would show your key to its user: send the request from your server. */
  | 'NO_BROWSERS'
  /** The console is not configured: set the option `console`, or `GALLA_CONSOLE_PASSWORD`. */
  | 'NO_CONSOLE'
  /** A change needs the session's token: send `csrfToken` of the session in the header `x-csrf-token`. */
  | 'NO_CSRF_TOKEN'
  /** The link was used, was replaced or has expired: ask an admin for a new link. */
  | 'NO_INVITATION'
  /** The merchant API is not configured: set the option `merchant`, or `GALLA_MERCHANT_KEY`. */
  | 'NO_MERCHANT_API'
  /** Passkeys need https and a host name, or `http://localhost`: open the console there, or set `console.url`. */
  | 'NO_PASSKEYS'
  /** No provider to sign in with is configured: log in with a password, or set `console.oidc`. */
  | 'NO_PROVIDER'
  /** The configured provider is not a local sandbox, so it has no control API: set `console.providerUrl` to a sandbox. */
  | 'NO_SANDBOX'
  /** Subscriptions are not configured: set the option `subscriptions`, or `GALLA_SUBSCRIPTIONS=true` of `galla gateway`. */
  | 'NO_SUBSCRIPTIONS'
  /** There is no session, or it has ended: log in. */
  | 'NO_SESSION'
  /** The payer token of the order is missing: send `Authorization: Bearer <payerToken>`. */
  | 'NO_TOKEN'
  /** The request is about your own second factor: set it up before you require one for your role, and remove it under *Your account*, with one of its codes. */
  | 'OWN_SECOND_FACTOR'
  /** The last proof of who the person is is too old for this: send a new proof to `POST /api/session/proof`, in one of the `ways`, then repeat the request. */
  | 'PROOF_REQUIRED'
  /** The delivery is being tried at this moment: wait for the result. */
  | 'RUNNING'
  /** The sandbox does not answer: check that it runs. */
  | 'SANDBOX_AWAY'
  /** The key of the merchant API does not have the scope that the message names: create a key that has the scope. */
  | 'SCOPE_MISSING'
  /** The role needs a second factor: set one up on the page Your account. */
  | 'SECOND_FACTOR_NEEDED'
  /** Signing in took longer than ten minutes: start again. */
  | 'SIGN_IN_EXPIRED'
  /** The payer token has expired with its order: start another order. */
  | 'TOKEN_EXPIRED'
  /** The payer token is in the URL, where logs keep it: send it in the header `Authorization`. */
  | 'TOKEN_IN_ADDRESS'
  /** The body is larger than the message allows. */
  | 'TOO_LARGE'
  /** Too many wrong passwords or codes: wait for the seconds of `retry-after`. */
  | 'TOO_MANY_ATTEMPTS'
  /** Too many calls: wait for the seconds of `retry-after`. */
  | 'TOO_MANY_CALLS'
  /** The order, or the user of the console, has too many open streams: poll the status, or close pages. */
  | 'TOO_MANY_STREAMS'
  /** The body did not arrive in time: look for a proxy that holds it back. */
  | 'TOO_SLOW'
  /** The code is wrong or was used before: enter the next code. */
  | 'WRONG_CODE'
  /** The host name is not that of the console or the merchant API: set `GALLA_CONSOLE_URL` or `GALLA_MERCHANT_HOSTS`, and let the proxy pass `Host`. */
  | 'WRONG_HOST'
  /** The key of the merchant API is missing or not known: send `Authorization: Bearer <key>`. */
  | 'WRONG_KEY'
  /** The passkey is not known, or its answer is not valid or came too late: log in in another way. */
  | 'WRONG_PASSKEY'
  /** The logout token of the OpenID Connect provider is not valid, or was used before: check issuer, client id and the clocks. */
  | 'WRONG_LOGOUT_TOKEN'
  /** The name or the password is wrong: try again, or ask an admin for a link. */
  | 'WRONG_PASSWORD'
  /** The payer token is not valid, or belongs to another order: send the token that the order was started with. */
  | 'WRONG_TOKEN'
