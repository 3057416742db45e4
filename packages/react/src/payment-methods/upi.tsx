import type { ReactElement } from 'react'
import { Button } from '../components/controls.tsx'
import { AppTiles, VpaEntry } from '../components/upi-forms.tsx'
import { deviceOS, isPhone } from '../core/browser.ts'
import { targetApp, UPI_APPS, type UpiApp } from '../core/upi.ts'
import { useDesk } from '../hooks/provider.tsx'
import { type ElementProps, type PanelProps, Stage } from '../payment-flow/payment-flow.tsx'

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

/** The code is made when it is asked for: its time begins with it. */
export function QrPanel({ sending, pay, look = 'main' }: PanelProps & { look?: 'main' | 'quiet' }): ReactElement {
  const { words } = useDesk()
  return (
    <Button look={look} busy={sending} onClick={() => void pay({ paymentMode: { type: 'UPI_QR' } })}>
      {sending ? words.sending : words.showQr}
    </Button>
  )
}

/** Pays by a QR code that any UPI app scans. Drawn on this device, timed by the server's clock, checked once more at zero. */
export function UpiQr(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <QrPanel {...panel} />} />
}

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

export function CollectPanel({ view, sending, pay }: PanelProps): ReactElement {
  const { words } = useDesk()
  const send = async (vpa: string): Promise<undefined> => {
    const paymentMode = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa } } as const
    await pay({ paymentMode, deviceOS: deviceOS(navigator.userAgent) })
  }
  return (
    <VpaEntry words={words} amount={view.amount} collect={view.paymentMethods.collect} busy={sending} onVpa={send} />
  )
}

/** Pays by a request to a UPI id, where the shop may send one; where it may not, says why. */
export function UpiCollect(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <CollectPanel {...panel} />} />
}
