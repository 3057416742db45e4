import type { PageAttempt } from '@galla/contract/control/page-routes'
import { lazy, Suspense } from 'react'
import { amountText } from '../parts/amount.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'
import { AnotherWay } from './another-way.tsx'
import { Waiting } from './waiting.tsx'

const QrCode = lazy(() => import('../methods/upi/qr-code.tsx'))

/** The QR code, what to do with it, and how long it is good for. */
export function Scan({ known, attempt, intentUrl }: { known: Known; attempt: PageAttempt; intentUrl: string }) {
  const words = useWords()
  const { merchantName, order } = known.view
  return (
    <Step title={words.scanTitle}>
      <div className="scan">
        <div className="qr-frame">
          <Suspense fallback={<div className="qr" />}>
            <QrCode text={intentUrl} label={words.qrAlt(amountText(order.amount), merchantName)} />
          </Suspense>
        </div>
        <div className="scan-words">
          <ol>
            {words.scanSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Waiting known={known} />
          <div className="row">
            <CopyButton text={intentUrl}>{words.copyLink}</CopyButton>
            <AnotherWay known={known} attempt={attempt} />
          </div>
        </div>
      </div>
    </Step>
  )
}
