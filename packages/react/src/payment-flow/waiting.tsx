import type { ReactElement, ReactNode } from 'react'
import { formatAmount } from '../components/amount.tsx'
import { Button, CopyButton } from '../components/controls.tsx'
import { QrCode } from '../components/qr-code.tsx'
import type { ReceivedView } from '../core/payment-state.ts'
import { type QrSource, qrSource, upiAppUrl } from '../core/upi.ts'
import { useGalla } from '../hooks/provider.tsx'
import { formatMessage } from '../i18n/messages.ts'
import { AmountLine, StepTitle, TimeLeft } from './step.tsx'

interface WaitingProps {
  received: ReceivedView
  /** The UPI app that the payer chose; undefined after a reload. */
  appName: string | undefined
  onStartAgain: (() => void) | undefined
}

/** Shows the payer's next step for the started payment: scan, approve in an app, confirm at the bank, or wait. */
export function Waiting({ received, appName, onStartAgain }: WaitingProps): ReactElement {
  return (
    <>
      <CurrentStep received={received} appName={appName} />
      {onStartAgain && <PayAnotherWay onStartAgain={onStartAgain} />}
    </>
  )
}

/** The started payment can still be paid, so the text says what happens to a second payment. */
function PayAnotherWay({ onStartAgain }: { onStartAgain: () => void }) {
  const { messages } = useGalla()
  return (
    <div className="galla-stack galla-pay-another-way">
      <Button variant="secondary" onClick={onStartAgain}>
        {messages.payAnotherWay}
      </Button>
      <p className="galla-muted">{messages.payAnotherWayBody}</p>
    </div>
  )
}

function CurrentStep({ received, appName }: Pick<WaitingProps, 'received' | 'appName'>) {
  const { messages, pageUrlOf } = useGalla()
  const { payment } = received.view
  const app = upiAppUrl(payment?.intentUrl)
  const page = pageUrlOf(payment?.redirectUrl)
  const qr = payment?.type === 'UPI_QR' ? qrSource(payment) : undefined
  if (qr) return <ScanStep received={received} source={qr} />
  if (page) {
    return (
      <WaitStep title={messages.bankRedirectTitle} body={messages.bankRedirectBody} received={received}>
        <a className="galla-button galla-button-primary" href={page}>
          {messages.bankRedirectButton}
        </a>
      </WaitStep>
    )
  }
  if (app) {
    return (
      <WaitStep title={messages.approveTitle} body={messages.approveIntent} received={received}>
        <a className="galla-button galla-button-primary" href={app}>
          {appName === undefined ? messages.openApp : formatMessage(messages, 'openNamedApp', { app: appName })}
        </a>
      </WaitStep>
    )
  }
  const collect = payment?.type === 'UPI_COLLECT'
  return (
    <WaitStep
      title={collect ? messages.approveTitle : messages.pendingTitle}
      body={collect ? messages.approveCollect : messages.pendingBody}
      received={received}
    />
  )
}

interface WaitStepProps {
  title: string
  body: string
  received: ReceivedView
  children?: ReactNode
}

function WaitStep({ title, body, received, children }: WaitStepProps) {
  const { messages } = useGalla()
  return (
    <div className="galla-stack galla-step galla-step-wait">
      <StepTitle icon="wait">{title}</StepTitle>
      <p>{body}</p>
      <AmountLine label={messages.amountToPay} amount={received.view.amount} />
      {children}
      <TimeLeft received={received} />
    </div>
  )
}

function ScanStep({ received, source }: { received: ReceivedView; source: QrSource }) {
  const { messages } = useGalla()
  const link = 'link' in source ? source.link : undefined
  const app = upiAppUrl(link)
  const label = formatMessage(messages, 'qrAlt', { amount: formatAmount(received.view.amount) })
  return (
    <div className="galla-stack galla-step">
      <StepTitle>{messages.scanTitle}</StepTitle>
      <AmountLine label={messages.amountToPay} amount={received.view.amount} total />
      <div className="galla-scan">
        {'link' in source ? (
          <QrCode text={source.link} label={label} />
        ) : (
          <img className="galla-qr" src={source.picture} alt={label} />
        )}
        <div className="galla-stack">
          <ol className="galla-steps">
            <li>{messages.scanOpen}</li>
            <li>{messages.scanScan}</li>
            <li>{messages.scanPin}</li>
          </ol>
          <TimeLeft received={received} />
          <div className="galla-row">
            {app && (
              <a className="galla-button galla-button-secondary galla-phone-only" href={app}>
                {messages.openApp}
              </a>
            )}
            {link !== undefined && <CopyButton text={link} label={messages.copyLink} copied={messages.copied} />}
          </div>
        </div>
      </div>
    </div>
  )
}
