import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'
import { AnotherWay } from './another-way.tsx'
import { GoBack } from './go-back.tsx'
import { Scan } from './scan.tsx'
import { Waiting } from './waiting.tsx'

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
