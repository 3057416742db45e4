/** The Fetch standard forbids these methods: a web request of one cannot be made. */
export const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

export const METHOD_NOT_ALLOWED = {
  status: 405,
  body: { code: 'METHOD_NOT_ALLOWED', message: 'The gateway does not support this method' },
} as const

export const BAD_TARGET = {
  status: 400,
  body: { code: 'INVALID_REQUEST', message: 'The request target must have neither dot segments nor credentials' },
} as const

export const BAD_HOST = {
  status: 400,
  body: {
    code: 'INVALID_REQUEST',
    message: 'The request must name one valid host: one header Host, equal to the host of the request target',
  },
} as const

export const TOO_MANY_HEADERS = {
  status: 431,
  body: {
    code: 'INVALID_REQUEST',
    message:
      'The request must have fewer headers: Node leaves out the last headers, by default those after the thousandth',
  },
} as const

/** A 5xx, so that the provider repeats the callback and none is lost until the mount is fixed. */
export const BODY_ALREADY_READ = {
  status: 500,
  body: {
    code: 'BODY_ALREADY_READ',
    message:
      'A body parser read this body before the gateway and kept no raw bytes, so the signature cannot be verified. ' +
      'In Express, mount the gateway with mountGateway of @galla/gateway/express, which the parsers of Express skip. Elsewhere, mount the gateway before the parser',
  },
} as const

/** Only the provider sees the response, so the operator gets a process warning, once. */
export function warnOnce(): () => void {
  let warned = false
  return () => {
    if (!warned) process.emitWarning(BODY_ALREADY_READ.body.message, { code: 'GALLA_BODY_ALREADY_READ' })
    warned = true
  }
}
