import { SETTLEMENT_PAGE } from '@galla/contract/provider/settlements'
import type { Settlement } from '../../domain/settlement.ts'
import { badField, ok, unknownSettlement } from '../../responses/errors.ts'
import { listedSettlement, settlementStatusResponse } from '../../responses/settlements.ts'
import type { Handler, ProviderRequest } from './request.ts'

/** Six months in days, as the greatest age of a period's bounds (protocol §17.1). */
const MAX_AGE_MS = 183 * 86_400_000

/** `GET /settlements/v1/range`: by creation, `from` inclusive and `to` exclusive, newest last. All three are guesses. */
export const settlementRange: Handler = (request) => {
  const { store, faults } = request.context
  const from = requireTime(request, 'from')
  const to = requireTime(request, 'to')
  const limit = optionalCount(request, 'limit', SETTLEMENT_PAGE.default)
  const offset = optionalCount(request, 'offset', 0)
  if (limit < 1 || limit > SETTLEMENT_PAGE.max) throw badField('limit', `must be from 1 to ${SETTLEMENT_PAGE.max}.`)
  const found = faults.settlementList(
    [...store.settlements.all()].filter(({ createdAtMs }) => createdAtMs >= from && createdAtMs < to),
  )
  const page = found.slice(offset, offset + limit)
  return ok({ settlements: page.map(listedSettlement), hasNext: offset + page.length < found.length })
}

/** `GET /settlements/v1/{settlementId}/status` */
export const settlementStatus: Handler = ({ context, params }) => {
  const settlement: Settlement | undefined = context.store.settlements.get(params.settlementId ?? '')
  if (!settlement) throw unknownSettlement()
  const { offByPaise = 0 } = context.faults.settlements
  return ok(settlementStatusResponse(settlement, context.settings.merchantId, offByPaise))
}

function requireTime(request: ProviderRequest, name: string): number {
  const text = request.query(name)
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw badField(name, 'must be epoch milliseconds.')
  const atMs = Number(text)
  if (atMs < request.context.clock.now() - MAX_AGE_MS) throw badField(name, 'must not be older than 6 months.')
  return atMs
}

function optionalCount(request: ProviderRequest, name: string, fallback: number): number {
  const text = request.query(name)
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw badField(name, 'must be a whole number of at least 0.')
  return Number(text)
}
