import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { amountText, Button, CopyButton } from '@galla/react/components'
import { lazy, Suspense } from 'react'
import { Step, TimeLeft } from '../components/step.tsx'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known } from '../session/session-state.ts'
import { AnotherWay, GoBack } from './exits.tsx'

/** An attempt is under way somewhere else: on a phone, in an app, at a bank. */
export function Wait({ known, attempt }: { known: Known; attempt: PageAttempt }) {
  const words = useWords()
  if (attempt.step === 'scan' && attempt.intentUrl) {
    return <Scan known={known} attempt={attempt} intentUrl={attempt.intentUrl} />
  }
  if (attempt.step === 'approve' || attempt.step === 'scan') {
    return (
      <Step title={words.approveTitle}>
        <p>{attempt.vpa ? words.approveSent(attempt.vpa) : words.approveIntent}</p>
        {attempt.intentUrl && (
          <a className="galla-button galla-button-main" href={attempt.intentUrl}>
            {words.openApp}
          </a>
        )}
        <Waiting known={known} />
        <AnotherWay known={known} attempt={attempt} />
      </Step>
    )
  }
  return (
    <Step title={words.pendingTitle} state="wait">
      <p>{words.pendingBody}</p>
      <Waiting known={known} />
      <GoBack known={known} />
    </Step>
  )
}

const QrCode = lazy(() => import('../payment-methods/qr-code.tsx'))

/** The QR code, what to do with it, and how long it is good for. */
export function Scan({ known, attempt, intentUrl }: { known: Known; attempt: PageAttempt; intentUrl: string }) {
  const words = useWords()
  const { merchantName, order } = known.view
  return (
    <Step title={words.scanTitle}>
      <div className="scan">
        <div>
          <Suspense fallback={<div className="galla-qr" />}>
            <QrCode text={intentUrl} label={words.qrFor(amountText(order.amount), merchantName)} />
          </Suspense>
        </div>
        <div className="scan-words">
          <ol>
            <li>{words.scanOpen}</li>
            <li>{words.scanScan}</li>
            <li>{words.scanPin}</li>
          </ol>
          <Waiting known={known} />
          <div className="galla-row">
            <CopyButton text={intentUrl} label={words.copyLink} copied={words.copied} />
            <AnotherWay known={known} attempt={attempt} />
          </div>
        </div>
      </div>
    </Step>
  )
}

/** That we are looking, how long there is, and, since nobody will answer in a sandbox, who may. */
export function Waiting({ known }: { known: Known }) {
  const words = useWords()
  const { openDrawer } = useDesk()
  return (
    <>
      <dl className="waiting">
        <dt>
          <span className="pulse" aria-hidden="true" />
          {words.waiting}
        </dt>
        <dd>
          <TimeLeft known={known} />
        </dd>
      </dl>
      <p className="galla-soft small">
        {words.sandboxWait}{' '}
        <span className="inline">
          <Button look="link" onClick={openDrawer}>
            {words.drawerOpen}
          </Button>
        </span>
      </p>
    </>
  )
}
