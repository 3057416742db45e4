import { ROLES } from '@galla/contract/gateway-api/roles'
import { type SaveView, VIEW_DAYS, type VIEW_PARAMS, type ViewList } from '@galla/contract/gateway-api/views'
import { z } from 'zod'
import { dayStartMs } from '../../domain/finance/indian-time.ts'
import { serial } from '../../http/schemas.ts'
import { openViewFor, removeView, renameView, saveView, shareView, viewsFor } from '../../services/access/views.ts'
import type { HandlersOf, UserContext } from './context.ts'

/** States, payment modes, failures and events stay open at the edge, as in the lists' queries. An address of a payer is none. */
const CODE = z.exactOptional(z.string().regex(/^[\w.-]{1,60}$/, 'must be a code: letters, digits, _ . or -'))
const FLAG = z.exactOptional(z.literal('true'))
const PAISE = z.exactOptional(serial)
const DAY = z.exactOptional(
  z
    .string()
    .refine(
      (text) => dayStartMs(text.slice(0, 10)) !== undefined && /^.{10}(T([01]\d|2[0-3]):[0-5]\d)?$/.test(text),
      'must be a day such as 2026-11-21, or a moment such as 2026-11-21T14:30',
    ),
)

/** The search parameters of each list. */
const SEARCH = {
  orders: {
    state: CODE,
    paymentMode: CODE,
    failure: CODE,
    needsReview: FLAG,
    delayed: FLAG,
    owed: FLAG,
    from: DAY,
    to: DAY,
    minAmount: PAISE,
    maxAmount: PAISE,
    sort: z.exactOptional(z.enum(['amount', 'updated'])),
    columns: z.exactOptional(z.string().regex(/^[A-Za-z,]{1,300}$/, 'must be names of columns, separated by commas')),
  },
  refunds: { state: CODE, from: DAY, to: DAY },
  webhooks: { verdict: CODE, event: CODE, from: DAY, to: DAY },
} satisfies { [List in ViewList]: { [Param in (typeof VIEW_PARAMS)[List][number]]: z.ZodType } }

const viewOf = <List extends ViewList>(list: List) =>
  z
    .strictObject({
      list: z.literal(list),
      name: z.string(),
      search: z.strictObject(SEARCH[list]),
      days: z.exactOptional(z.enum(VIEW_DAYS)),
    })
    .refine(({ search, days }) => days === undefined || !('from' in search || 'to' in search), {
      path: ['days'],
      message: 'must not stand beside from and to',
    })

const SAVE = z.discriminatedUnion('list', [viewOf('orders'), viewOf('refunds'), viewOf('webhooks')])
const RENAME = z.strictObject({ name: z.string() })

const personOf = ({ session }: UserContext): string => session.user.userId

export const viewRoutes = {
  'GET /views': { handle: async ({ context }) => ({ rows: await viewsFor(context.gateway, personOf(context)) }) },
  'POST /views': {
    body: SAVE as z.ZodType<SaveView>,
    handle: ({ context, body }) => saveView(context.gateway, personOf(context), body),
  },
  'POST /views/:viewId/rename': {
    body: RENAME,
    handle: ({ context, params: { viewId = '' }, body }) =>
      renameView(context.gateway, personOf(context), 'own', viewId, body.name),
  },
  'DELETE /views/:viewId': {
    async handle({ context, params: { viewId = '' } }) {
      await removeView(context.gateway, personOf(context), 'own', viewId)
      return { ok: true }
    },
  },
  'POST /views/:viewId/share': {
    handle: ({ context, params: { viewId = '' } }) => shareView(context.gateway, personOf(context), viewId),
  },
  'POST /shared-views/:viewId/rename': {
    body: RENAME,
    handle: ({ context, params: { viewId = '' }, body }) =>
      renameView(context.gateway, personOf(context), 'shared', viewId, body.name),
  },
  'POST /shared-views/:viewId/roles': {
    body: z.strictObject({ roles: z.array(z.enum(ROLES)).max(ROLES.length) }),
    handle: ({ context, params: { viewId = '' }, body }) =>
      openViewFor(context.gateway, personOf(context), viewId, body.roles),
  },
  'DELETE /shared-views/:viewId': {
    async handle({ context, params: { viewId = '' } }) {
      await removeView(context.gateway, personOf(context), 'shared', viewId)
      return { ok: true }
    },
  },
} satisfies HandlersOf<
  | 'GET /views'
  | 'POST /views'
  | 'POST /views/:viewId/rename'
  | 'DELETE /views/:viewId'
  | 'POST /views/:viewId/share'
  | 'POST /shared-views/:viewId/rename'
  | 'POST /shared-views/:viewId/roles'
  | 'DELETE /shared-views/:viewId'
>
