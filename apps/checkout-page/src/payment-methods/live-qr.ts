import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { isPhone } from '@galla/react/components'
import type { Session } from '../session/session-state.ts'

/**
 * Whether the page shows a QR code on arrival: away from phones, which cannot scan their own screen, and where another attempt is
 * allowed, because the code is an attempt.
 */
export function showsLiveQr({ retryAllowed, paymentMethods }: PageView): boolean {
  return retryAllowed && paymentMethods.upi?.qr === true && !isPhone()
}

/** Whether the pending attempt is the QR code that is shown beside the other payment methods. */
export function isLiveQr(session: Session): boolean {
  if (session.phase !== 'wait' || !session.attempt.intentUrl) return false
  return session.attempt.type === 'UPI_QR' && session.attempt.step === 'scan' && showsLiveQr(session.view)
}
