import type { SettlementState } from '@galla/contract/provider/settlements'
import type { SandboxSettlement, SettleNow, SimulateSettlement } from '@galla/contract/sandbox-api/settlements'
import type { Settlement } from '../../domain/settlement.ts'
import { settlementReport, showSettlement } from '../../responses/settlements.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields } from '../validation.ts'

function findSettlement({ context, params }: RouteRequest): Settlement {
  const settlement = context.store.settlements.get(params.settlementId ?? '')
  if (!settlement) throw new ApiError(404, 'UNKNOWN_SETTLEMENT', `There is no settlement ${params.settlementId}.`)
  return settlement
}

/** `GET /settlements`: newest first. */
export function listSettlements({ context }: RouteRequest): { settlements: SandboxSettlement[] } {
  return { settlements: [...context.store.settlements.all()].reverse().map(showSettlement) }
}

/** `GET /settlements/{settlementId}` */
export function readSettlement(request: RouteRequest): SandboxSettlement {
  return showSettlement(findSettlement(request))
}

/** `POST /settlements`: pays out now, without waiting for a bank day. */
export function settleNow({ context, body }: RouteRequest): SandboxSettlement {
  const fields = bodyFields(body) as SettleNow
  const orders = optionalIds(fields.merchantOrderIds, 'merchantOrderIds')
  const refunds = optionalIds(fields.merchantRefundIds, 'merchantRefundIds')
  const settlement = context.settlements.settle(({ kind, merchantOrderId, merchantRefundId = '' }) => {
    if (!orders && !refunds) return true
    return kind === 'PAYMENT'
      ? orders?.includes(merchantOrderId) === true
      : refunds?.includes(merchantRefundId) === true
  })
  if (!settlement)
    throw new ApiError(
      409,
      'NOTHING_TO_SETTLE',
      'There is no completed payment that is not settled, or refunds take all of it.',
    )
  return showSettlement(settlement)
}

const STATE_FOR: { readonly [Outcome in SimulateSettlement['outcome']]: SettlementState } = {
  SUCCESS: 'PROCESSED',
  FAILURE: 'ATTEMPT_FAILED',
  INITIATED: 'INITIATED',
}

/** `POST /settlements/{settlementId}/simulate`: what the bank would do in its own time. */
export function simulateSettlement(request: RouteRequest): SandboxSettlement {
  const { outcome, errorCode } = bodyFields(request.body)
  const { settlementId, state } = findSettlement(request)
  if (typeof outcome !== 'string' || !Object.hasOwn(STATE_FOR, outcome)) {
    throw badRequest(`outcome must be one of ${Object.keys(STATE_FOR).join(', ')}.`)
  }
  if (errorCode !== undefined && typeof errorCode !== 'string') throw badRequest('errorCode must be a string.')
  if (state === 'PROCESSED') throw new ApiError(409, 'FINAL', 'The settlement is PROCESSED: it does not change.')
  return showSettlement(
    request.context.settlements.apply(settlementId, STATE_FOR[outcome as SimulateSettlement['outcome']], errorCode),
  )
}

/** `GET /settlements/report`: the dashboard's file. */
export function readReport({ context, query }: RouteRequest): { csv: string } {
  const { from = '0', to = String(context.clock.now() + 1), format = 'current' } = query
  if (format !== 'current' && format !== 'older') throw badRequest('format must be current or older.')
  if (![from, to].every((text) => /^\d{1,15}$/.test(text))) throw badRequest('from and to must be epoch milliseconds.')
  const found = [...context.store.settlements.all()].filter(
    ({ createdAtMs }) => createdAtMs >= Number(from) && createdAtMs < Number(to),
  )
  return { csv: settlementReport(found, format) }
}

function optionalIds(value: unknown, name: string): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string'))
    throw badRequest(`${name} must be a list of ids.`)
  return value
}
