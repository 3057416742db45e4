import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { amountText, CopyButton } from '@galla/react/components'
import { lazy, Suspense } from 'react'
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
