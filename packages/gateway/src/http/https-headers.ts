import type { MiddlewareHandler } from 'hono'

/** Browsers refuse http for this host name for a year. Names below it may belong to others. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** No other site loads a response into a page of its own. */
const NOT_EMBEDDED = { 'cross-origin-resource-policy': 'same-origin' }

/** Headers of what is read by `fetch`. */
export const API_OVER_HTTPS = { ...HTTPS_ONLY, ...NOT_EMBEDDED }

/** Headers of pages: a window that another site opened has no hold on them. */
export const PAGES_OVER_HTTPS = { ...API_OVER_HTTPS, 'cross-origin-opener-policy': 'same-origin' }

/** Adds headers to each response to a request that the browser made over https. */
export function overHttps(
  headers: Readonly<Record<string, string>>,
  isHttps: (request: Request) => boolean,
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!isHttps(c.req.raw)) return
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
  }
}

/** Behind a proxy a request looks as if it came in clear: its host name tells, where the console has an https URL there. */
export function reachedOverHttps(consoleUrl: string | undefined): (request: Request) => boolean {
  const known = consoleUrl === undefined ? undefined : new URL(consoleUrl)
  return ({ url }) => {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || (known?.protocol === 'https:' && known.host === host)
  }
}
