import type { ReactElement } from 'react'
import { isPhone } from '../../core/is-phone.ts'
import type { PanelProps } from '../panel.ts'
import { CollectPanel } from './upi-collect.tsx'
import { IntentPanel } from './upi-intent.tsx'
import { QrPanel } from './upi-qr.tsx'

/** UPI: the apps of this phone first on a phone, the QR code first elsewhere; by UPI id where the rules let it. */
export function UpiPanel(props: PanelProps): ReactElement {
  const phone = isPhone()
  return (
    <>
      {phone && <IntentPanel {...props} />}
      <QrPanel {...props} look={phone ? 'quiet' : 'main'} />
      <div className="galla-aside">
        <CollectPanel {...props} />
      </div>
    </>
  )
}
