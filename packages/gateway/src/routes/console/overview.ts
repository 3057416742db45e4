import { z } from 'zod'
import { invalid } from '../../errors.ts'
import { span } from '../../http/schemas.ts'
import { readOverview } from '../../storage/overview.ts'
import type { Route } from './routes.ts'

const DAY_MS = 86_400_000
const MAX_MS = 400 * DAY_MS

/** Default: the last 24 hours. */
export const overview: Route<'GET /overview'> = {
  query: z.strictObject(span),
  answer: ({ desk, query }) => {
    const nowMs = desk.context.clock.now()
    const toMs = query.toMs === undefined ? nowMs + 1 : Number(query.toMs)
    const fromMs = query.fromMs === undefined ? toMs - DAY_MS : Number(query.fromMs)
    if (fromMs >= toMs) throw invalid('fromMs', 'must be before toMs')
    if (toMs - fromMs > MAX_MS) throw invalid('fromMs', 'must be at most 400 days before toMs')
    return readOverview(desk.context.database, { fromMs, toMs, nowMs })
  },
}
