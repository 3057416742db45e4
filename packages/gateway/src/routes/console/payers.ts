import { LEGAL_HOLD, PAYER_SELECTOR } from '../../http/schemas.ts'
import {
  erasePayer,
  holdOrder,
  legalHolds,
  previewErasure,
  releaseOrder,
} from '../../services/privacy/payer-erasure.ts'
import type { HandlersOf } from './context.ts'

/** Erasure of a payer and legal holds. The selector is in the body, so that no URL or access log holds it. */
export const payerRoutes = {
  'POST /payers/preview': {
    body: PAYER_SELECTOR,
    handle: ({ context, body }) => previewErasure(context.gateway, body),
  },
  'POST /payers/erase': { body: PAYER_SELECTOR, handle: ({ context, body }) => erasePayer(context.gateway, body) },
  'GET /legal-holds': { handle: async ({ context }) => ({ rows: await legalHolds(context.gateway) }) },
  'POST /legal-holds': {
    body: LEGAL_HOLD.omit({ by: true }),
    handle: ({ context: { gateway, session }, body }) => holdOrder(gateway, { ...body, by: session.user.name }),
  },
  'DELETE /legal-holds/:merchantOrderId': {
    async handle({ context, params: { merchantOrderId = '' } }) {
      await releaseOrder(context.gateway, merchantOrderId)
      return { ok: true }
    },
  },
} satisfies HandlersOf<
  | 'POST /payers/preview'
  | 'POST /payers/erase'
  | 'GET /legal-holds'
  | 'POST /legal-holds'
  | 'DELETE /legal-holds/:merchantOrderId'
>
