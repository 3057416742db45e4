import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { isPhone } from '@galla/react/components'
import type { Session } from '../session/session-state.ts'

/**
 * True when the page shows a QR code on arrival. A phone cannot scan its own screen, so a phone gets none. The code is an attempt, so
 * another attempt must be allowed.
 */
export function showsLiveQr({ retryAllowed, paymentMethods }: PageView): boolean {
  return retryAllowed && paymentMethods.upi?.qr === true && !isPhone()
}

/** True when the pending attempt is the QR code that is shown beside the other payment methods. */
export function isLiveQr(session: Session): boolean {
  if (session.phase !== 'wait' || !session.attempt.intentUrl) return false
  return session.attempt.type === 'UPI_QR' && session.attempt.step === 'scan' && showsLiveQr(session.view)
}
