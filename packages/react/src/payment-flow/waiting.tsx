import type { ReactElement } from 'react'
import { amountText } from '../components/amount.tsx'
import { Button, CopyButton } from '../components/controls.tsx'
import { QrCode } from '../components/qr-code.tsx'
import type { Known } from '../core/payment-state.ts'
import { appAddress, pageAddress, type ScanSource, scanSource } from '../core/upi.ts'
import { useDesk } from '../hooks/provider.tsx'
import { fill } from '../i18n/messages.ts'
import { Sum, TimeLeft, Title } from './step.tsx'

interface WaitingProps {
  known: Known
  /** Starts a new order for the same cart, to pay it in another way. */
  onStartAgain?: (() => void) | undefined
}

/** What the payer has to do now: scan, approve in an app, confirm at the bank, or only wait. */
export function Waiting({ known, onStartAgain }: WaitingProps): ReactElement {
  return (
    <>
      <Asked known={known} />
      {onStartAgain && <AnotherWay onStartAgain={onStartAgain} />}
    </>
  )
}

/** What was begun stays payable, so the payer hears what becomes of a payment too many. */
function AnotherWay({ onStartAgain }: { onStartAgain: () => void }): ReactElement {
  const { words } = useDesk()
  return (
    <div className="galla-stack galla-another">
      <Button look="quiet" onClick={onStartAgain}>
        {words.anotherWay}
      </Button>
      <p className="galla-soft">{words.anotherWayBody}</p>
    </div>
  )
}

function Asked({ known }: { known: Known }): ReactElement {
  const { words } = useDesk()
  const { payment } = known.view
  const app = appAddress(payment?.intentUrl)
  const page = pageAddress(payment?.redirectUrl)
  const scanned = payment?.type === 'UPI_QR' ? scanSource(payment) : undefined
  if (scanned) return <Scan known={known} source={scanned} />
  if (page) {
    return (
      <Step title={words.leaveTitle} body={words.leaveBody} known={known}>
        <a className="galla-button galla-button-main" href={page}>
          {words.leaveGo}
        </a>
      </Step>
    )
  }
  if (app) {
    return (
      <Step title={words.approveTitle} body={words.approveIntent} known={known}>
        <a className="galla-button galla-button-main" href={app}>
          {words.openApp}
        </a>
      </Step>
    )
  }
  const collect = payment?.type === 'UPI_COLLECT'
  return (
    <Step
      title={collect ? words.approveTitle : words.pendingTitle}
      body={collect ? words.approveCollect : words.pendingBody}
      known={known}
    />
  )
}

interface StepProps {
  title: string
  body: string
  known: Known
  children?: ReactElement
}

function Step({ title, body, known, children }: StepProps): ReactElement {
  const { words } = useDesk()
  return (
    <div className="galla-stack galla-step galla-step-wait">
      <Title icon="wait">{title}</Title>
      <p>{body}</p>
      <Sum label={words.amountToPay} amount={known.view.amount} />
      {children}
      <TimeLeft known={known} />
    </div>
  )
}

function Scan({ known, source }: { known: Known; source: ScanSource }): ReactElement {
  const { words } = useDesk()
  const link = 'link' in source ? source.link : undefined
  const app = appAddress(link)
  const label = fill(words, 'qrAlt', { amount: amountText(known.view.amount) })
  return (
    <div className="galla-stack galla-step">
      <Title>{words.scanTitle}</Title>
      <Sum label={words.amountToPay} amount={known.view.amount} total />
      <div className="galla-scan">
        {'link' in source ? (
          <QrCode text={source.link} label={label} />
        ) : (
          <img className="galla-qr" src={source.picture} alt={label} />
        )}
        <div className="galla-stack">
          <ol className="galla-steps">
            <li>{words.scanOpen}</li>
            <li>{words.scanScan}</li>
            <li>{words.scanPin}</li>
          </ol>
          <TimeLeft known={known} />
          <div className="galla-row">
            {app && (
              <a className="galla-button galla-button-quiet galla-handheld" href={app}>
                {words.openApp}
              </a>
            )}
            {link !== undefined && <CopyButton text={link} label={words.copyLink} copied={words.copied} />}
          </div>
        </div>
      </div>
    </div>
  )
}
