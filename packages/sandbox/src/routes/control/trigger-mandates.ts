import { mandateMessage, redemptionMessage } from '../../callbacks/mandate-messages.ts'
import type { CallbackMessage } from '../../callbacks/messages.ts'
import type { SandboxContext } from '../../context.ts'
import type { Mandate, MandateCommand, MandateEventType } from '../../domain/mandate.ts'
import { CANCELLED, SUCCESS } from '../../domain/outcome.ts'
import type { Redemption, RedemptionEventType } from '../../domain/redemption.ts'
import type { RouteRequest } from '../router.ts'
import { checkText, type Fields } from '../validation.ts'
import { changeMandate, endRedemption, findMandate, findRedemption } from './mandates.ts'

const MANDATE_EVENTS: ReadonlySet<string> = new Set<MandateEventType>(['paused', 'unpaused', 'revoked', 'cancelled'])
const REDEMPTION_EVENTS: ReadonlySet<string> = new Set<RedemptionEventType>([
  'notification.completed',
  'notification.failed',
  'redemption.order.completed',
  'redemption.order.failed',
  'redemption.transaction.completed',
  'redemption.transaction.failed',
])
/** Duration of a triggered pause. Milliseconds. */
const PAUSE_MS = 7 * 86_400_000

/** The callback of a `subscription.…` event about a mandate or a debit; undefined for any other event. */
export function mandateReport(
  request: RouteRequest,
  event: string,
  fields: Fields,
  simulate: boolean,
): { message: CallbackMessage; state: string } | undefined {
  const { context } = request
  const name = /^subscription\.(.+)$/.exec(event)?.[1] ?? ''
  if (MANDATE_EVENTS.has(name)) {
    const type = name as MandateEventType
    const found = findMandate(request, checkText(fields.merchantSubscriptionId, 'merchantSubscriptionId'))
    const mandate = simulate ? mandateAfter(context, found, type) : found
    return { message: mandateMessage(mandate, type, context.settings), state: mandate.state }
  }
  if (!REDEMPTION_EVENTS.has(name)) return undefined
  const type = name as RedemptionEventType
  const found = findRedemption(request, checkText(fields.merchantOrderId, 'merchantOrderId'))
  const redemption = simulate ? redemptionAfter(context, found, type) : found
  return { message: redemptionMessage(redemption, type, context.settings), state: redemption.state }
}

/** The mandate after what the event reports; unchanged where its state does not allow that. Sends no callback. */
function mandateAfter(context: SandboxContext, mandate: Mandate, type: MandateEventType): Mandate {
  const commands: { readonly [Type in MandateEventType]: readonly MandateCommand[] } = {
    paused: [{ type: 'PAUSE', untilMs: context.clock.now() + PAUSE_MS }],
    unpaused: [{ type: 'RESUME' }],
    revoked: [{ type: 'REVOKE' }],
    cancelled: [{ type: 'CANCEL' }, { type: 'CANCELLED' }],
  }
  return commands[type].reduce((one, command) => changeMandate(context, one, command, true) ?? one, mandate)
}

function redemptionAfter(context: SandboxContext, redemption: Redemption, type: RedemptionEventType): Redemption {
  const outcome = type.endsWith('completed') ? SUCCESS : ({ kind: 'FAILURE', failure: CANCELLED } as const)
  return context.callbacks.withoutReports(() => endRedemption(context, redemption, outcome)) ?? redemption
}
