import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button, networkName, reasonOf } from '@galla/react/components'
import { Step } from '../components/step.tsx'
import type { Words } from '../i18n/en.ts'
import { useSpoken, useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known, Broken as Why } from '../session/session-state.ts'
import { GoBack, Leave } from './exits.tsx'

const DONE_GO_BACK_SECONDS = 5

/** Paid: the receipt, and the way back. */
export function Done({ known }: { known: Known }) {
  const words = useWords()
  const { merchantName, order, attempt } = known.view
  const paidWith = attempt && instrumentText(words, attempt)
  return (
    <Step title={words.doneTitle} state="good" alone>
      <p>{words.doneTold(merchantName)}</p>
      <dl className="facts">
        <dt>{words.paidTo}</dt>
        <dd>{merchantName}</dd>
        <dt>{words.orderId}</dt>
        <dd>
          <code>{order.merchantOrderId}</code>
        </dd>
        {paidWith && (
          <>
            <dt>{words.paidWith}</dt>
            <dd>{paidWith}</dd>
          </>
        )}
        {attempt && (
          <>
            <dt>{words.transactionId}</dt>
            <dd>
              <code>{attempt.transactionId}</code>
            </dd>
          </>
        )}
        <dt className="facts-total">{words.amountPaid}</dt>
        <dd className="facts-total">
          <Amount amount={order.amount} total />
        </dd>
      </dl>
      <GoBack known={known} afterSeconds={DONE_GO_BACK_SECONDS} />
    </Step>
  )
}

function instrumentText(words: Words, attempt: NonNullable<Known['view']['attempt']>): string {
  if (attempt.card) return `${networkName(attempt.card.network)} •••• ${attempt.card.last4}`
  if (attempt.bankName) return attempt.bankName
  return attempt.type === 'NET_BANKING' ? words.netBanking : words.upi
}

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

/** Nothing can be shown, and why. */
export function Broken({ why }: { why: Why }) {
  const words = useWords()
  return (
    <Step title={words.brokenTitle} state="bad" alone>
      <p>{words.broken[why]}</p>
    </Step>
  )
}

const EXPIRED_GO_BACK_SECONDS = 15

/** The provider says that the time is over; the page asked it once more before believing so. */
export function Expired({ known }: { known: Known }) {
  const words = useWords()
  return (
    <Step title={words.expiredTitle} state="bad">
      <p>{words.expiredBody}</p>
      <GoBack known={known} afterSeconds={EXPIRED_GO_BACK_SECONDS} />
    </Step>
  )
}
