import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { networksOf } from '../../http/client-address.ts'
import type { RequestEnv } from '../../http/request.ts'
import { HEADERS } from '../../http/responses.ts'
import { span, text } from '../../http/schemas.ts'
import { checkScope, storedKeys } from '../../http/stored-keys.ts'
import { checkHealth } from '../../observability/health.ts'
import { actingAs } from '../../services/access/audit.ts'
import { userOfConfigured } from '../../services/access/users.ts'
import { failingCallsForConsole, overview, searchRecords, usualFigures } from '../../services/console-records.ts'
import { type ConsoleContext, type HandlersOf, requireSecondFactor } from './context.ts'
import { recordWrongPassword, requireSession } from './session.ts'
import { spanOf } from './span.ts'

export const overviewRoutes = {
  /** Default: the last 24 hours. */
  'GET /overview': {
    query: z.strictObject(span),
    handle: ({ context: { gateway }, query }) => overview(gateway, spanOf(query, gateway.clock.now(), 400)),
  },
  /** Default: the last 24 hours. */
  'GET /overview/usual': {
    query: z.strictObject(span),
    handle: ({ context: { gateway }, query }) => usualFigures(gateway, spanOf(query, gateway.clock.now(), 1)),
  },
  'GET /search': {
    query: z.strictObject({ q: text }),
    handle: async ({ context, query }) => ({ hits: await searchRecords(context.gateway, query.q) }),
  },
} satisfies HandlersOf<'GET /overview' | 'GET /overview/usual' | 'GET /search'>

export const healthRoutes = {
  'GET /about': { handle: ({ context }) => context.about },
  'GET /health': {
    async handle({ context: { gateway } }) {
      const [report, failingCalls] = await Promise.all([checkHealth(gateway), failingCallsForConsole(gateway)])
      return { ...report, failingCalls }
    },
  },
  'GET /telemetry': { handle: ({ context }) => context.telemetry() },
} satisfies HandlersOf<'GET /about' | 'GET /health' | 'GET /telemetry'>

const KEY_TEXTS = {
  noKey: 'Send a key with the scope metrics: Authorization: Bearer <key>.',
  unknownKey: 'This key is not known: create one with galla gateway keys create NAME --scopes metrics.',
}

/** In whose share of the connections for reads scrapers read, and for whom their wrong passwords count while the password opens no user. */
const SCRAPER = 'metrics'

/**
 * For a scraper, which has no cookie: a stored key with the scope `metrics`, or basic authentication with the configured password, any user name.
 * The password opens nothing else once the
 * first admin has a password of its own. Until then a guess counts as one at the login of this user; a right one must not clear the count of
 * guesses at another password. What was right once is remembered as a digest, as a guess costs 100 ms and a scraper comes often.
 */
export function metricsAt(console: ConsoleContext): (c: Context<RequestEnv>, from: string) => Promise<Response> {
  let known: Buffer | undefined
  const keys = storedKeys(console.gateway, KEY_TEXTS)

  const fits = async (given: string, from: string, address: string | undefined): Promise<boolean> => {
    const digest = createHash('sha256').update(given).digest()
    if (known && timingSafeEqual(known, digest)) return true
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? []
    const user = await userOfConfigured(console.gateway)
    const source = { ...networksOf(from), user: user?.userId ?? SCRAPER }
    const right = await console.loginLimit.attempt(source, () => console.password.fits(password))
    if (right) known = digest
    else {
      const acting = actingAs(console.gateway, { who: user?.name ?? 'unknown', userId: user?.userId, address })
      await recordWrongPassword(console, acting, source, 'at /metrics')
    }
    return right
  }

  return async (c, from) => {
    const authorization = c.req.header('authorization')
    const given = /^Basic ([\w+/=]{1,1000})$/i.exec(authorization ?? '')?.[1]
    let reader = SCRAPER
    if (/^Bearer\b/i.test(authorization ?? '')) {
      const key = await keys.open(authorization, from)
      checkScope(key, 'GET /metrics', 'metrics')
    } else if (given === undefined) {
      const session = await requireSession(console, c)
      requireSecondFactor(session)
      reader = session.user.userId
    } else if (!(await fits(given, from, c.env?.address))) {
      return c.text('Wrong password\n', 401, { ...HEADERS, 'www-authenticate': 'Basic realm="galla"' })
    }
    const { contentType, text } = await console.metrics.read(console.gateway.reads(reader))
    return c.body(text, 200, { ...HEADERS, 'content-type': contentType })
  }
}
