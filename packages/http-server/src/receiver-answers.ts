/** A callback receiver's answer to a correctly signed callback. */
export interface ReceiverAnswer {
  /** Absent without an HTTP response. */
  readonly status?: number
  /** The header of a redirect. */
  readonly location?: string
  /** Why there was no HTTP response, such as `fetch failed: ECONNREFUSED`. */
  readonly failure?: string
}

/** The likely cause of a refusal, and what to change. */
export interface Diagnosis {
  readonly cause: string
  readonly fix: string
}

const REDIRECT = 'The provider follows no redirect'

const MOVED: Diagnosis = {
  cause: `a log-in page, or the address is http instead of https, another host, or differs by the slash at its end. ${REDIRECT}`,
  fix: 'exempt the callback route from log-in and from the redirect to https or www, or use the final address',
}
const RESENT: Diagnosis = {
  cause: `the path differs by its slash at the end (trailingSlash of the framework), or the address is http instead of https. ${REDIRECT}`,
  fix: 'use the address that the redirect names, also in the dashboard of the provider',
}
const UNREACHED: Diagnosis = {
  cause: 'a proxy in front of the app does not reach the app, or waits too long for the answer',
  fix: 'start the app, and correct the address in the proxy',
}

/** Likely causes by status. */
const DIAGNOSES: { readonly [status: number]: Diagnosis } = {
  301: MOVED,
  302: MOVED,
  303: MOVED,
  307: RESENT,
  308: RESENT,
  401: {
    cause:
      'user name and password (or the HMAC key) differ from those that signed the callback, the handler reads another header than authorization, or the handler verifies a body that was parsed before',
    fix: 'compare the credentials of both sides, and verify the raw body. Without a handler that verifies: exempt the route from log-in',
  },
  403: {
    cause: 'a guard answers before the handler: CSRF protection, a list of addresses, a firewall or a log-in',
    fix: 'exempt the callback route from CSRF protection and from the guard: the signature protects the route',
  },
  404: {
    cause: 'the app has no route at this path, or the handler answers 404 for an order that the app does not have',
    fix: 'use the full path of the callback route, with its prefix; answer 2xx for orders that the app does not have',
  },
  405: { cause: 'the route does not accept POST', fix: 'accept POST on the callback route' },
  408: UNREACHED,
  411: {
    cause: 'a server in front of the app wants a Content-Length',
    fix: 'let the server pass chunked bodies on',
  },
  413: {
    cause: 'a body limit of the server or of a body parser is too small for a callback of a few kilobytes',
    fix: 'allow at least 100 kB on the callback route',
  },
  415: {
    cause: 'the route, or a body parser before the handler, does not accept application/json',
    fix: 'accept every content type on the callback route and read the body raw: express.raw({ type: () => true })',
  },
  429: {
    cause: 'a rate limiter answers before the handler. The provider sends many callbacks from few addresses',
    fix: 'exempt the callback route from the limiter',
  },
  502: UNREACHED,
  503: { ...UNREACHED, cause: 'the app is not ready, or a proxy in front of the app does not reach the app' },
  504: UNREACHED,
}

const FAILS: Diagnosis = {
  cause: 'the handler throws. Most often the body was parsed before: a signature covers the raw text',
  fix: 'read the log of the app. In Express, express.raw({ type: () => true }) on this route, declared before express.json()',
}
const REFUSES: Diagnosis = {
  cause: 'the handler or a validator before the handler refuses a correct callback, or the body was parsed before',
  fix: 'verify the raw body first, ignore unknown fields, and answer 2xx to every correctly signed callback',
}
const SILENT: Diagnosis = {
  cause: 'the app accepts the connection and does not answer in time',
  fix: 'answer 2xx once the callback is stored, and do the work afterwards. An app that compiles at its first request: run this again',
}
const ABSENT: Diagnosis = {
  cause: 'nothing listens at this address',
  fix: 'start the app first, or use the address and the port on which the app listens',
}

/** Likely causes by what ended the connection, the first that fits. */
const FAILURES: readonly (readonly [RegExp, Diagnosis])[] = [
  [/\bno answer within\b|timeout/i, SILENT],
  [
    /ENOTFOUND|EAI_AGAIN/,
    {
      cause: 'no name server knows this host',
      fix: 'correct the host name of the address, and create its DNS record if it is new',
    },
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/,
    {
      cause:
        'the certificate is self-signed, has expired, or is for another host name. The provider refuses it as well',
      fix: 'install a certificate of a public authority with its whole chain. For a trial on your machine use the http address',
    },
  ],
  [
    /EPROTO|ERR_SSL|WRONG_VERSION/,
    { cause: 'the address is https and the app speaks http', fix: 'use http:// for this port, or serve it with TLS' },
  ],
  [
    /HPE_/,
    {
      cause: 'what listens at this address does not speak HTTP',
      fix: 'use the port of the app, and not of a database or another server',
    },
  ],
  [
    /UND_ERR_SOCKET|ECONNRESET|EPIPE|other side closed|socket hang up/i,
    {
      cause:
        'the connection is closed without an answer: the app ends or restarts, or the address is http and the app speaks https',
      fix: 'read the log of the app, and compare http and https',
    },
  ],
]

/** Names the likely cause of an answer that is not 2xx. */
export function diagnoseAnswer({ status, failure = '' }: ReceiverAnswer): Diagnosis {
  if (status === undefined) return FAILURES.find(([text]) => text.test(failure))?.[1] ?? ABSENT
  return DIAGNOSES[status] ?? (status >= 500 ? FAILS : REFUSES)
}

/** `answers 308 and redirects to http://127.0.0.1:3000/callbacks/`, without the query, which can hold a token. */
export function describeAnswer({ status, location, failure }: ReceiverAnswer): string {
  if (status === undefined) return `does not answer${failure ? ` (${failure})` : ''}`
  const target = location?.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//')
  return `answers ${status}${target ? ` and redirects to ${target}` : ''}`
}

/** The answer is a success. */
export const isAccepted = ({ status = 0 }: ReceiverAnswer): boolean => status >= 200 && status < 300

/** Statuses with which a server, a proxy, a router or a limiter answers before the handler sees the signature. */
const BEFORE_HANDLER = [404, 405, 408, 411, 413, 414, 415, 417, 429, 431]

/**
 * The handler itself refused a callback, where the handler accepts a correctly signed one. A redirect, a missing route or a limit
 * shows nothing about the signature.
 */
export const isRefusal = ({ status = 0 }: ReceiverAnswer): boolean =>
  status >= 400 && status < 500 && !BEFORE_HANDLER.includes(status)

/** A redirect, a limit, a proxy or silence, which one callback of many can meet before the handler. */
export const isOnTheWay = ({ status }: ReceiverAnswer): boolean =>
  status === undefined || (status >= 300 && status < 400) || [408, 413, 415, 429, 502, 503, 504].includes(status)
