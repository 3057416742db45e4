import { z } from 'zod'
import { findDrift } from '../doors/find-drift.ts'
import type { Route } from './routes.ts'

const DAY_MS = 86_400_000
const moment = z.exactOptional(z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER))

/** Default: the last 24 hours. */
export const runDrift: Route<'POST /reconciliation/run'> = {
  body: z.strictObject({ fromMs: moment, toMs: moment }),
  answer: ({ desk: { rooms }, body }) => {
    const toMs = body.toMs ?? rooms.clock.now() + 1
    return findDrift(rooms, { fromMs: body.fromMs ?? toMs - DAY_MS, toMs })
  },
}
