import { type ReactElement, useId } from 'react'
import { deviceOS } from '../../core/device.ts'
import { targetApp, UPI_APPS, type UpiApp } from '../../core/upi-apps.ts'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'

export function IntentPanel({
  sending,
  pay,
  apps = UPI_APPS,
}: PanelProps & { apps?: readonly UpiApp[] }): ReactElement {
  const { words } = useDesk()
  const id = useId()
  const open = (app: UpiApp) => {
    if (sending) return
    const device = deviceOS(navigator.userAgent)
    void pay({ paymentMode: { type: 'UPI_INTENT', targetApp: targetApp(app, device) }, deviceOS: device })
  }
  return (
    <div className="galla-stack">
      <p className="galla-soft" id={id}>
        {words.chooseApp}
      </p>
      <ul className="galla-tiles" aria-labelledby={id}>
        {apps.map((app) => (
          <li key={app.name}>
            <button type="button" className="galla-tile" aria-disabled={sending || undefined} onClick={() => open(app)}>
              <span className="galla-initial" aria-hidden="true">
                {app.name.slice(0, 1)}
              </span>
              <span lang="en">{app.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export interface UpiIntentProps extends ElementProps {
  /** Default: the apps that most payers have. */
  apps?: readonly UpiApp[]
}

/** Pays with a UPI app on this very phone. */
export function UpiIntent({ apps, ...props }: UpiIntentProps): ReactElement {
  return <Stage {...props} choose={(panel) => <IntentPanel {...panel} {...(apps && { apps })} />} />
}
