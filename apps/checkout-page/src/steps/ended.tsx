import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button, failureMessage, paidCardName } from '@galla/react/components'
import { Step } from '../components/step.tsx'
import type { Messages } from '../i18n/en.ts'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView, UnavailableReason } from '../session/session-state.ts'
import { LeaveLink, ReturnToShop } from './exits.tsx'

/** Seconds until the page returns to the shop: shorter after a payment, as there is less to read. */
const RETURN_AFTER_SECONDS = { done: 5, failed: 15, expired: 15 }

/** Paid: the receipt, and the way back to the shop. */
export function Done({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  const { merchantName, order, attempt } = received.view
  const paidWith = attempt && instrumentOf(messages, attempt)
  return (
    <Step title={messages.doneTitle} state="good" alone>
      <p>{messages.merchantNotified(merchantName)}</p>
      <dl className="details">
        <dt>{messages.paidTo}</dt>
        <dd translate="no">{merchantName}</dd>
        <dt>{messages.orderId}</dt>
        <dd>
          <code translate="no">{order.merchantOrderId}</code>
        </dd>
        {paidWith && (
          <>
            <dt>{messages.paidWith}</dt>
            <dd>{paidWith}</dd>
          </>
        )}
        {attempt && (
          <>
            <dt>{messages.transactionId}</dt>
            <dd>
              <code translate="no">{attempt.transactionId}</code>
            </dd>
          </>
        )}
        <dt className="details-total">{messages.amountPaid}</dt>
        <dd className="details-total">
          <Amount amount={order.amount} total />
        </dd>
      </dl>
      <ReturnToShop received={received} afterSeconds={RETURN_AFTER_SECONDS.done} />
    </Step>
  )
}

function instrumentOf(messages: Messages, attempt: PageAttempt): string {
  if (attempt.card) return paidCardName(attempt.card)
  if (attempt.bankName) return attempt.bankName
  return attempt.type === 'NET_BANKING' ? messages.netBanking : messages.upi
}

/** A failed attempt or order: the reason, and another attempt where the order allows one. */
export function Failed({ received, attempt }: { received: ReceivedView; attempt?: PageAttempt | undefined }) {
  const messages = useMessages()
  const { tryAgain } = usePayment()
  const { order, canPay, mandate } = received.view
  const failure = attempt ?? order
  const reason = failureMessage(messages, failure)
  const code = failure.detailedErrorCode ?? failure.errorCode
  return (
    <Step title={mandate ? messages.mandateFailed : messages.failedTitle} state="bad">
      {reason && <p>{reason}</p>}
      <p className="galla-muted">{canPay ? messages.failedAgain : messages.failedFinal}</p>
      {code && (
        <p className="galla-muted small">
          {messages.failureCode} <code translate="no">{code}</code>
        </p>
      )}
      {canPay ? (
        <>
          <Button onClick={tryAgain}>{messages.tryAgain}</Button>
          <LeaveLink received={received} />
        </>
      ) : (
        <ReturnToShop received={received} afterSeconds={RETURN_AFTER_SECONDS.failed} />
      )}
    </Step>
  )
}

/** The provider reports the order as expired. */
export function Expired({ received }: { received: ReceivedView }) {
  const messages = useMessages()
  return (
    <Step title={messages.expiredTitle} state="bad">
      <p>{messages.expiredBody}</p>
      <ReturnToShop received={received} afterSeconds={RETURN_AFTER_SECONDS.expired} />
    </Step>
  )
}

/** There is no order to show: why, and what the payer can do. */
export function Unavailable({ reason }: { reason: UnavailableReason }) {
  const messages = useMessages()
  const { refresh } = usePayment()
  const canGoBack = window.history.length > 1
  return (
    <Step title={messages.unavailableTitle} state="bad" alone>
      <p>{messages.unavailableReasons[reason]}</p>
      {reason === 'unreachable' ? (
        <Button onClick={() => void refresh()}>{messages.tryAgain}</Button>
      ) : (
        canGoBack && <Button onClick={() => window.history.back()}>{messages.goBack}</Button>
      )}
    </Step>
  )
}
