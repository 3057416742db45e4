import { z } from 'zod'
import { isLegible } from '../../domain/visible-text.ts'
import { HttpError, notFound } from '../../http/responses.ts'
import { revealByPerson } from '../../services/console-records.ts'
import type { HandlersOf } from './context.ts'

/** Path into the stored row: `request.metaInfo.udf1`, `body.payload.amount`. */
const PATH = z.string().regex(/^\w{1,60}(?:\.\w{1,60}){0,9}$/, 'must be up to 10 names separated by dots')

/** Shows one stored value that the pages mask, and records it in the audit log. What is masked in the database cannot be revealed. */
export const revealRoutes = {
  'POST /reveal': {
    body: z.strictObject({
      kind: z.enum(['callback', 'order', 'refund']),
      id: z.string().regex(/^[\w-]{1,63}$/),
      path: PATH,
      reason: z
        .string()
        .trim()
        .max(200)
        .refine((reason) => isLegible(reason, 3), 'must have at least 3 characters that can be seen'),
    }),
    async handle({ context, body }) {
      const revealed = await revealByPerson(context.gateway, body)
      if (!revealed) throw notFound(body.kind, body.id)
      if ('value' in revealed) return revealed
      throw new HttpError(404, 'NOT_KEPT', revealed.why, { field: 'path' })
    },
  },
} satisfies HandlersOf<'POST /reveal'>
