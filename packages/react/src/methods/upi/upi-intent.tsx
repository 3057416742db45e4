import type { ReactElement } from 'react'
import { deviceOS } from '../../core/device.ts'
import { targetApp, UPI_APPS, type UpiApp } from '../../core/upi-apps.ts'
import { AppTiles } from '../../parts/app-tiles.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import type { PanelProps } from '../panel.ts'

export function IntentPanel({
  sending,
  pay,
  apps = UPI_APPS,
}: PanelProps & { apps?: readonly UpiApp[] }): ReactElement {
  const { words } = useDesk()
  const open = (name: string) => {
    const app = apps.find((one) => one.name === name)
    if (!app) return
    const device = deviceOS(navigator.userAgent)
    void pay({ paymentMode: { type: 'UPI_INTENT', targetApp: targetApp(app, device) }, deviceOS: device })
  }
  const tiles = apps.map(({ name }) => ({ id: name, name, lang: 'en' }))
  return <AppTiles words={words} apps={tiles} busy={sending} onApp={open} />
}

export interface UpiIntentProps extends ElementProps {
  /** Default: the apps that most payers have. */
  apps?: readonly UpiApp[]
}

/** Pays with a UPI app on this very phone. */
export function UpiIntent({ apps, ...props }: UpiIntentProps): ReactElement {
  return <Stage {...props} choose={(panel) => <IntentPanel {...panel} {...(apps && { apps })} />} />
}
