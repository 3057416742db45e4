import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Button, CopyButton, formatAmount, formatMessage } from '@galla/react/components'
import { useEffect, useState } from 'react'
import { Step, TimeLeft } from '../components/step.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { QrCode } from '../payment-methods/load-qr-code.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { CancelAttempt, ReturnToShop } from './exits.tsx'

interface WaitProps {
  received: ReceivedView
  attempt: PageAttempt
}

/** The payer acts elsewhere: on a phone, in an app or at a bank. */
export function Wait({ received, attempt }: WaitProps) {
  const messages = useMessages()
  if (attempt.step === 'scan' && attempt.intentUrl) {
    return <Scan received={received} attempt={attempt} intentUrl={attempt.intentUrl} />
  }
  const app = received.view.paymentMethods.upi?.apps.find(({ id }) => id === attempt.targetApp && id !== 'others')?.name
  if (attempt.step === 'approve' || attempt.step === 'scan') {
    return (
      <Step title={messages.approveTitle}>
        <p>{attempt.vpa ? messages.approveSent(attempt.vpa) : messages.approveIntent}</p>
        {attempt.intentUrl && (
          <a className="galla-button galla-button-primary" href={attempt.intentUrl}>
            {app === undefined ? messages.openApp : formatMessage(messages, 'openNamedApp', { app })}
          </a>
        )}
        <WaitingStatus received={received} />
        {received.view.retryAllowed && <p className="galla-muted small">{messages.declineFirst(app)}</p>}
        <CancelAttempt received={received} attempt={attempt} />
      </Step>
    )
  }
  return <BankPending received={received} />
}

/** Banks answer within seconds: until then, nothing is said about money that is returned. */
const BANK_ANSWERS_WITHIN_MS = 5_000

/** The payer has done everything, and the bank decides. */
function BankPending({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), BANK_ANSWERS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) {
    return (
      <Step key="soon" title={messages.bankWaitTitle} state="wait">
        <p>{messages.bankPendingSoon}</p>
        <WaitingStatus received={received} />
      </Step>
    )
  }
  return (
    <Step key="late" title={messages.pendingTitle} state="wait">
      <p>{messages.pendingBody}</p>
      <WaitingStatus received={received} />
      <ReturnToShop received={received} />
    </Step>
  )
}

/** The QR code with its instructions and the time left. */
function Scan({ received, attempt, intentUrl }: WaitProps & { intentUrl: string }) {
  const messages = useMessages()
  const { merchantName, order } = received.view
  return (
    <Step title={messages.scanTitle}>
      <div className="scan">
        <div>
          <QrCode text={intentUrl} label={messages.qrFor(formatAmount(order.amount), merchantName)} />
        </div>
        <div className="scan-instructions">
          <ol>
            <li>{messages.scanOpen}</li>
            <li>{messages.scanScan}</li>
            <li>{messages.scanPin}</li>
          </ol>
          <WaitingStatus received={received} />
          <div className="galla-row">
            <CopyButton text={intentUrl} label={messages.copyLink} copied={messages.copied} />
            <CancelAttempt received={received} attempt={attempt} />
          </div>
        </div>
      </div>
    </Step>
  )
}

/** The time left, and a button to choose the outcome: in a sandbox no app or bank answers. */
function WaitingStatus({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  const { openOutcomePanel } = usePayment()
  return (
    <>
      <dl className="waiting">
        <dt>
          <span className="pulse" aria-hidden="true" />
          {messages.waiting}
        </dt>
        <dd>
          <TimeLeft received={received} />
        </dd>
      </dl>
      <p className="galla-muted small">
        {messages.sandboxWait}{' '}
        <span className="inline">
          <Button variant="link" onClick={openOutcomePanel}>
            {messages.outcomeOpen}
          </Button>
        </span>
      </p>
    </>
  )
}
