import { z } from 'zod'
import { MAX_DATE_MS } from '../../domain/moments.ts'
import { text } from '../../http/schemas.ts'
import { lastReconciliation } from '../../services/console-records.ts'
import type { HandlersOf } from './context.ts'

const DAY_MS = 86_400_000

const moment = z.exactOptional(z.number().int().nonnegative().max(MAX_DATE_MS))

export const reconciliationRoutes = {
  'GET /reconciliation': {
    query: z.strictObject({ kind: z.exactOptional(text) }),
    handle: ({ context, query }) => lastReconciliation(context.gateway, query.kind),
  },
  /** Default: the last 24 hours. */
  'POST /reconciliation/run': {
    body: z.strictObject({ fromMs: moment, toMs: moment }),
    handle({ context: { gateway, checks }, body }) {
      const toMs = body.toMs ?? gateway.clock.now() + 1
      return checks.reconcile(gateway, { fromMs: body.fromMs ?? toMs - DAY_MS, toMs })
    },
  },
  'POST /reconciliation/repair': {
    body: z.strictObject({ merchantOrderIds: z.array(text).min(1).max(500) }),
    handle: ({ context, body }) => context.checks.repair(context.gateway, body.merchantOrderIds),
  },
} satisfies HandlersOf<'GET /reconciliation' | 'POST /reconciliation/run' | 'POST /reconciliation/repair'>
