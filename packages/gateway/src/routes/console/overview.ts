import { z } from 'zod'
import { invalid } from '../../errors.ts'
import { span, text } from '../../http/schemas.ts'
import { readOverview } from '../../storage/overview.ts'
import { search } from '../../storage/search.ts'
import type { HandlersOf } from './context.ts'

const DAY_MS = 86_400_000
const MAX_SPAN_MS = 400 * DAY_MS

export const overviewRoutes = {
  /** Default span: the last 24 hours. */
  'GET /overview': {
    query: z.strictObject(span),
    answer({ context: { gateway }, query }) {
      const nowMs = gateway.clock.now()
      const { toMs = nowMs + 1, fromMs = toMs - DAY_MS } = query
      if (fromMs >= toMs) throw invalid('fromMs', 'must be before toMs')
      if (toMs - fromMs > MAX_SPAN_MS) throw invalid('fromMs', 'must be at most 400 days before toMs')
      return readOverview(gateway.database, { fromMs, toMs, nowMs })
    },
  },
  'GET /search': {
    query: z.strictObject({ q: text }),
    answer: async ({ context, query }) => ({ hits: await search(context.gateway.database, query.q) }),
  },
} satisfies HandlersOf<'GET /overview' | 'GET /search'>
