import type { SubscriptionEventName } from '@galla/contract/provider/subscriptions'
import type { Mandate, MandateEventType } from '../domain/mandate.ts'
import type { Redemption, RedemptionEventType } from '../domain/redemption.ts'
import { mandateResponse, redemptionResponse } from '../responses/mandates.ts'
import type { MessageSettings } from '../responses/status.ts'
import { type CallbackMessage, message } from './messages.ts'

/** The callback for a change of a mandate (autopay §4.1): its id is at the root of the payload. */
export function mandateMessage(
  mandate: Mandate,
  event: MandateEventType,
  { quirks }: MessageSettings,
): CallbackMessage {
  const name: SubscriptionEventName = `subscription.${event}`
  return message(name, mandate.merchantSubscriptionId, mandateResponse(mandate), quirks)
}

/** The callback for a notification, an attempt or the end of a redemption order (autopay §4.1). */
export function redemptionMessage(
  redemption: Redemption,
  event: RedemptionEventType,
  settings: MessageSettings,
): CallbackMessage {
  const isAttempt = event.startsWith('redemption.transaction')
  const payload = redemptionResponse(redemption, {
    tries: isAttempt ? redemption.tries.slice(-1) : redemption.tries,
    merchantId: settings.merchantId,
    quirks: settings.quirks,
  })
  // An attempt is reported before its order is (autopay §9).
  const { errorCode: _code, detailedErrorCode: _detail, ...open } = payload
  const reported = isAttempt ? { ...open, state: 'PENDING' as const } : payload
  return message(`subscription.${event}`, redemption.merchantOrderId, reported, settings.quirks)
}
