import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { invalid } from '../../errors.ts'
import { networksOf } from '../../http/client-address.ts'
import { HEADERS } from '../../http/responses.ts'
import { span, text } from '../../http/schemas.ts'
import { checkHealth } from '../../observability/health.ts'
import { failingCallsForConsole, overview, searchRecords } from '../../services/console-records.ts'
import { type ConsoleContext, type HandlersOf, requireSecondFactor } from './context.ts'
import { requireSession } from './session.ts'

const DAY_MS = 86_400_000
const MAX_SPAN_MS = 400 * DAY_MS

export const overviewRoutes = {
  /** Default: the last 24 hours. */
  'GET /overview': {
    query: z.strictObject(span),
    handle({ context: { gateway }, query }) {
      const nowMs = gateway.clock.now()
      const { toMs = nowMs + 1, fromMs = toMs - DAY_MS } = query
      if (fromMs >= toMs) throw invalid('fromMs', 'must be before toMs')
      if (toMs - fromMs > MAX_SPAN_MS) throw invalid('fromMs', 'must be at most 400 days before toMs')
      return overview(gateway, { fromMs, toMs, nowMs })
    },
  },
  'GET /search': {
    query: z.strictObject({ q: text }),
    handle: async ({ context, query }) => ({ hits: await searchRecords(context.gateway, query.q) }),
  },
} satisfies HandlersOf<'GET /overview' | 'GET /search'>

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

/** In whose share of the connections for reads scrapers read. */
const SCRAPER = 'metrics'

/**
 * For a scraper, which has no cookie: basic authentication with the configured password, any user name. It opens nothing else once the
 * first admin has a password of its own. What was right once is
 * remembered as a digest, as a guess costs 100 ms and a scraper comes often.
 */
export function metricsAt(console: ConsoleContext): (c: Context, from: string) => Promise<Response> {
  let known: Buffer | undefined

  const fits = async (given: string, from: string): Promise<boolean> => {
    const digest = createHash('sha256').update(given).digest()
    if (known && timingSafeEqual(known, digest)) return true
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? []
    const right = await console.loginLimit.attempt({ ...networksOf(from), user: 'metrics' }, () =>
      console.password.fits(password),
    )
    if (right) known = digest
    return right
  }

  return async (c, from) => {
    const given = /^Basic ([\w+/=]{1,1000})$/i.exec(c.req.header('authorization') ?? '')?.[1]
    let reader = SCRAPER
    if (given === undefined) {
      const session = await requireSession(console, c)
      requireSecondFactor(session)
      reader = session.user.userId
    } else if (!(await fits(given, from))) {
      return c.text('Wrong password\n', 401, { ...HEADERS, 'www-authenticate': 'Basic realm="galla"' })
    }
    const { contentType, text } = await console.metrics.read(console.gateway.reads(reader))
    return c.body(text, 200, { ...HEADERS, 'content-type': contentType })
  }
}
