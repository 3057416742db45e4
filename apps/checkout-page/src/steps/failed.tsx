import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Button, reasonOf } from '@galla/react/components'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useSpoken } from '../words/use-words.tsx'
import { GoBack } from './go-back.tsx'
import { Leave } from './leave.tsx'

const GO_BACK_SECONDS = 15

/** An attempt failed: why, and what can be done. When the order itself is over, only the way back is left. */
export function Failed({ known, attempt }: { known: Known; attempt?: PageAttempt }) {
  const { words } = useSpoken()
  const { tryAgain } = useDesk()
  const { order, canPay } = known.view
  const failure = attempt ?? order
  const reason = reasonOf(words, failure)
  const code = failure.detailedErrorCode ?? failure.errorCode
  return (
    <Step title={words.failedTitle} state="bad">
      {reason && <p lang={reason.own ? undefined : 'en'}>{reason.text}</p>}
      <p className="galla-soft">{canPay ? words.failedAgain : words.failedFinal}</p>
      {code && (
        <p className="galla-soft small">
          {words.failureCode} <code>{code}</code>
        </p>
      )}
      {canPay ? (
        <>
          <Button onClick={tryAgain}>{words.tryAgain}</Button>
          <Leave known={known} />
        </>
      ) : (
        <GoBack known={known} afterSeconds={GO_BACK_SECONDS} />
      )}
    </Step>
  )
}
