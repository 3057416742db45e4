import { Fragment, type ReactElement } from 'react'
import { Button } from '../components/controls.tsx'
import { UpiAppList, VpaForm } from '../components/upi-forms.tsx'
import { deviceOS, isPhone } from '../core/browser.ts'
import { targetAppOf, UPI_APPS, type UpiApp } from '../core/upi.ts'
import { useGalla } from '../hooks/provider.tsx'
import { type MethodPanelProps, PaymentFlow } from '../payment-flow/payment-flow.tsx'
import type { PaymentProps } from '../payment-flow/payment-status.tsx'
import type { Prefill } from './prefill.ts'

/** Props of `<UpiIntent>`. */
export interface UpiIntentProps extends PaymentProps {
  /**
   * Apps to offer.
   * @default PhonePe, Google Pay, Paytm, BHIM, CRED and Amazon Pay
   */
  apps?: readonly UpiApp[] | undefined
}

/** Props of `<UpiCollect>`. */
export interface UpiCollectProps extends PaymentProps {
  /**
   * The initial UPI ID.
   * @default empty
   */
  prefill?: Pick<Prefill, 'vpa'> | undefined
}

/** A way to pay by UPI: with an app on the payer's phone, by a QR code, or by a collect request to a UPI ID. */
export type UpiFlow = 'apps' | 'qr' | 'collect'

/** Options of `<PaymentElement upi>`. */
export interface UpiOptions {
  /**
   * Apps to offer on a phone.
   * @default PhonePe, Google Pay, Paytm, BHIM, CRED and Amazon Pay
   */
  readonly apps?: readonly UpiApp[] | undefined
  /**
   * Ways to offer, in this order. Only phones show `apps`. If the order allows no collect request, `collect` shows the reason.
   * @default `apps`, `qr`, `collect`
   */
  readonly flows?: readonly UpiFlow[] | undefined
}

/**
 * QR code that any UPI app can scan to pay. The device draws the code. The time left follows the server's clock.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <UpiQr payerToken={payerToken} onStartAgain={newOrder} />
 * ```
 */
export function UpiQr(props: PaymentProps): ReactElement {
  return <PaymentFlow {...props} choose={(panel) => <QrPanel {...panel} />} />
}

/**
 * Buttons that open a UPI app on the payer's phone to pay.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <UpiIntent payerToken={payerToken} apps={[{ name: 'BHIM', android: 'in.org.npci.upiapp', ios: 'BHIM' }]} />
 * ```
 */
export function UpiIntent({ apps, ...flow }: UpiIntentProps): ReactElement {
  return <PaymentFlow {...flow} choose={(panel) => <IntentPanel {...panel} apps={apps} />} />
}

/**
 * Form to pay by a collect request to a UPI ID. If the order allows no collect request, the component shows the reason.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <UpiCollect payerToken={payerToken} onStartAgain={newOrder} />
 * ```
 */
export function UpiCollect({ prefill, ...flow }: UpiCollectProps): ReactElement {
  return <PaymentFlow {...flow} choose={(panel) => <CollectPanel {...panel} prefill={prefill} />} />
}

const UPI_FLOWS: readonly UpiFlow[] = ['apps', 'qr', 'collect']

/** The ways that this device can use. */
export const usableFlows = ({ flows = UPI_FLOWS }: UpiOptions = {}): readonly UpiFlow[] =>
  flows.filter((flow) => flow !== 'apps' || isPhone())

interface UpiPanelProps extends MethodPanelProps {
  options: UpiOptions | undefined
  prefill: Pick<Prefill, 'vpa'> | undefined
}

/** The ways to pay by UPI, one below the other. */
export function UpiPanel({ options, prefill, ...panel }: UpiPanelProps): ReactElement {
  const flow = {
    apps: () => <IntentPanel {...panel} apps={options?.apps} />,
    qr: (isFirst: boolean) => <QrPanel {...panel} variant={isFirst ? 'primary' : 'secondary'} />,
    collect: (isFirst: boolean) => (
      <div className={isFirst ? undefined : 'galla-aside'}>
        <CollectPanel {...panel} prefill={prefill} />
      </div>
    ),
  }
  return (
    <>
      {usableFlows(options).map((name, index) => (
        <Fragment key={name}>{flow[name](index === 0)}</Fragment>
      ))}
    </>
  )
}

/** The code is requested by the payer, because its time starts with the request. */
function QrPanel({ sending, pay, variant }: MethodPanelProps & { variant?: 'primary' | 'secondary' }) {
  const { messages } = useGalla()
  return (
    <Button variant={variant} busy={sending} onClick={() => void pay({ paymentMode: { type: 'UPI_QR' } })}>
      {sending ? messages.sending : messages.showQr}
    </Button>
  )
}

function IntentPanel({ sending, pay, apps = UPI_APPS }: MethodPanelProps & { apps?: readonly UpiApp[] | undefined }) {
  const { messages } = useGalla()
  const open = (name: string) => {
    const app = apps.find((one) => one.name === name)
    if (!app) return
    const os = deviceOS(navigator.userAgent)
    void pay({ paymentMode: { type: 'UPI_INTENT', targetApp: targetAppOf(app, os) }, deviceOS: os }, name)
  }
  const items = apps.map(({ name }) => ({ id: name, name, lang: 'en' }))
  return <UpiAppList messages={messages} apps={items} busy={sending} onApp={open} />
}

function CollectPanel({ view, sending, pay, prefill }: MethodPanelProps & Pick<UpiCollectProps, 'prefill'>) {
  const { messages } = useGalla()
  const send = async (vpa: string): Promise<undefined> => {
    const paymentMode = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa } } as const
    await pay({ paymentMode, deviceOS: deviceOS(navigator.userAgent) })
  }
  const { collect } = view.paymentMethods
  return (
    <VpaForm
      messages={messages}
      amount={view.amount}
      collect={collect}
      busy={sending}
      suggested={prefill?.vpa}
      onVpa={send}
    />
  )
}
