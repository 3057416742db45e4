/** The Fetch standard forbids these methods: a web request of one cannot be made. */
export const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

export const METHOD_NOT_ALLOWED = {
  status: 405,
  body: { code: 'METHOD_NOT_ALLOWED', message: 'The gateway answers no such method' },
} as const
