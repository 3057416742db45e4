import type { MerchantRoutes } from '@galla/contract/gateway-api/merchant-routes'
import { notFound } from '../../http/responses.ts'
import type { RouteOf } from '../../http/routing.ts'
import { CLOSES_QUERY, SETTLEMENTS_QUERY } from '../../http/schemas.ts'
import { BANK_STATEMENT, SETTLEMENT_REPORT } from '../../http/uploaded-files.ts'
import type { MerchantApiServices } from '../../services/merchant-api.ts'

type Route = Extract<
  keyof MerchantRoutes,
  `${string} /settlements${string}` | `${string} /day-closes${string}` | `${string} /bank-statements${string}`
>
type Services = Pick<MerchantApiServices, 'settlements' | 'dayCloses' | 'bankStatements'>
type Handlers = { readonly [Key in Route]: RouteOf<Services, MerchantRoutes[Key]> }

/** Routes whose body holds a file. */
export const FILE_ROUTES = ['POST /settlements/reports', 'POST /bank-statements'] as const satisfies readonly Route[]

/** The number of an import; 0, which no import has, for another text. */
const numberOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** The routes of settlements, imported files and closed days. */
export const SETTLEMENT_HANDLERS: Handlers = {
  'GET /settlements': { query: SETTLEMENTS_QUERY, handle: ({ context, query }) => context.settlements.list(query) },
  'GET /settlements/summary': { handle: ({ context }) => context.settlements.report() },
  'GET /settlements/reports': { handle: async ({ context }) => ({ rows: await context.settlements.reports() }) },
  'GET /settlements/:settlementId': {
    async handle({ context, params: { settlementId = '' } }) {
      const settlement = await context.settlements.get(settlementId)
      if (!settlement) throw notFound('settlement', settlementId)
      return settlement
    },
  },
  'POST /settlements/reports': {
    body: SETTLEMENT_REPORT,
    handle: ({ context, body }) => context.settlements.importReport(body),
  },
  'POST /settlements/reports/:reportId/undo': {
    handle: ({ context, params: { reportId } }) => context.settlements.undoReport(numberOf(reportId)),
  },
  'GET /bank-statements': { handle: ({ context }) => context.bankStatements.report() },
  'POST /bank-statements': {
    body: BANK_STATEMENT,
    handle: ({ context, body }) => context.bankStatements.import(body),
  },
  'DELETE /bank-statements/:statementId': {
    async handle({ context, params: { statementId } }) {
      await context.bankStatements.remove(numberOf(statementId))
      return { removed: true }
    },
  },
  'GET /day-closes': { query: CLOSES_QUERY, handle: ({ context, query }) => context.dayCloses.list(query) },
  'GET /day-closes/:day': {
    async handle({ context, params: { day = '' } }) {
      const close = await context.dayCloses.get(day)
      if (!close) throw notFound('close', day)
      return close
    },
  },
}
