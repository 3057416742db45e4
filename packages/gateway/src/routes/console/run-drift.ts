import { z } from 'zod'
import { reconcile } from '../../services/reconcile.ts'
import type { Route } from './routes.ts'

const DAY_MS = 86_400_000
const moment = z.exactOptional(z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER))

/** Default: the last 24 hours. */
export const runReconciliation: Route<'POST /reconciliation/run'> = {
  body: z.strictObject({ fromMs: moment, toMs: moment }),
  answer: ({ desk: { context }, body }) => {
    const toMs = body.toMs ?? context.clock.now() + 1
    return reconcile(context, { fromMs: body.fromMs ?? toMs - DAY_MS, toMs })
  },
}
