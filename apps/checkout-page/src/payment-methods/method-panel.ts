import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import type { ReceivedView } from '../session/session-state.ts'

/** Props of every panel. */
export interface MethodPanelProps {
  received: ReceivedView
  /** The pending attempt of the QR code that is shown on arrival. */
  liveQr?: PageAttempt | undefined
}
