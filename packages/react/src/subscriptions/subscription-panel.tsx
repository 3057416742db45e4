import type { PayerChange, PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { formatAmount } from '../components/amount.tsx'
import { Alert, Button } from '../components/controls.tsx'
import { Merchant, Root, useGalla } from '../hooks/provider.tsx'
import { StepTitle } from '../payment-flow/step.tsx'
import type { SubscriptionMessages } from './i18n/en.ts'
import { type MandateToApprove, OpeningButton, scrollIntoView } from './opening-button.tsx'
import { Terms } from './terms.tsx'
import { type UseSubscriptionResult, useSubscription } from './use-subscription.ts'
import { cancellationText, dayText, fillMessage, subscriptionMessages, wordingOf } from './wording.ts'

/** Props of `<SubscriptionPanel>`. */
export interface SubscriptionPanelProps {
  /** The `payerToken` that `gateway.subscriptions.start` or `forPayer` returned for the subscription. */
  payerToken: string
  /**
   * Asks your server for a new mandate, after the old mandate has ended or has become too low. Resolve with the result of
   * `gateway.subscriptions.renewMandate`.
   * @default no button for a new mandate
   */
  renewMandate?: (() => Promise<MandateToApprove>) | undefined
  /**
   * Called when the subscription has ended and the payer wants to subscribe again.
   * @default no button to subscribe again
   */
  onStartAgain?: (() => void) | undefined
  /**
   * Messages by key, which replace the built-in messages in English and Hindi.
   * @default {}
   */
  messages?: Partial<SubscriptionMessages> | undefined
}

/**
 * The payer's page of one subscription, with state, price, maximum and next debit. The payer can pause, resume and cancel. The component
 * reads the subscription from your gateway, never from the URL.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <SubscriptionPanel payerToken={tokenFromYourServer} />
 * ```
 */
export function SubscriptionPanel({ payerToken, messages, ...options }: SubscriptionPanelProps): ReactElement {
  const live = useSubscription(payerToken)
  return (
    <Root resetKey={`${live.phase} ${live.subscription?.state}`}>
      <Merchant />
      <Panel live={live} overrides={messages} {...options} />
    </Root>
  )
}

interface PanelProps extends Pick<SubscriptionPanelProps, 'renewMandate' | 'onStartAgain'> {
  live: UseSubscriptionResult
  overrides: Partial<SubscriptionMessages> | undefined
}

/** Inside of the root, whose boundary ends what a reply makes it throw. */
function Panel({ live, overrides, renewMandate, onStartAgain }: PanelProps): ReactElement {
  const { messages: shared } = useGalla()
  const messages = subscriptionMessages(shared.lang, overrides)
  const { phase, subscription, connection, refused } = live
  return (
    <>
      {connection === 'down' && <Alert tone="warning">{navigator.onLine ? shared.unreachable : shared.offline}</Alert>}
      {refused && <Alert tone="error">{messages.changeRefused}</Alert>}
      <div role="status">
        {phase === 'loading' && <p className="galla-muted">{messages.subscriptionLoading}</p>}
        {phase === 'unavailable' && (
          <div className="galla-stack galla-step galla-step-bad">
            <StepTitle icon="bad">{messages.unavailableTitle}</StepTitle>
            <p>{messages.unavailableBody}</p>
          </div>
        )}
        {subscription && <State subscription={subscription} messages={messages} />}
      </div>
      {subscription && <Facts subscription={subscription} messages={messages} />}
      {subscription && (
        <Actions
          live={live}
          subscription={subscription}
          messages={messages}
          renewMandate={renewMandate}
          onStartAgain={onStartAgain}
        />
      )}
    </>
  )
}

interface ShownProps {
  subscription: PayerSubscription
  messages: SubscriptionMessages
}

function State({ subscription, messages }: ShownProps): ReactElement {
  const { tone, icon, title, body } = wordingOf(subscription, messages, useGalla().messages.lang)
  return (
    <div className={`galla-stack galla-step galla-step-${tone}`}>
      <StepTitle icon={icon}>{title}</StepTitle>
      {body !== undefined && <p>{body}</p>}
    </div>
  )
}

const ENDED = ['CANCELLED', 'COMPLETED', 'EXPIRED']

/** The terms that hold. A mandate that debits nothing more has no maximum and no end: it is cancelled with the subscription. */
function Facts({ subscription, messages }: ShownProps): ReactElement {
  const { lang } = useGalla().messages
  const { planName, amount, frequency, mandate, nextDebit, state, endsAtMs } = subscription
  const canDebit = endsAtMs === undefined && !ENDED.includes(state)
  return (
    <section className="galla-facts" aria-label={planName}>
      <p className="galla-plan">{planName}</p>
      <Terms
        rows={[
          [messages.price, fillMessage(messages[frequency], { amount: formatAmount(amount) })],
          nextDebit !== undefined && [
            messages.nextDebit,
            fillMessage(messages.nextDebitOn, {
              amount: formatAmount(nextDebit.amount),
              date: dayText(lang, nextDebit.atMs),
            }),
          ],
          canDebit && [messages.maximum, formatAmount(mandate.maxAmount)],
          canDebit && mandate.expiresAtMs !== undefined && [messages.mandateUntil, dayText(lang, mandate.expiresAtMs)],
          subscription.changes.length > 0 && [messages.howToCancel, messages.howToCancelBody],
        ]}
      />
    </section>
  )
}

interface ActionsProps extends ShownProps, Pick<SubscriptionPanelProps, 'renewMandate' | 'onStartAgain'> {
  live: UseSubscriptionResult
}

function Actions({ live, subscription, messages, renewMandate, onStartAgain }: ActionsProps): ReactElement {
  const { pageUrlOf } = useGalla()
  const { state, haltedFor, changes, redirectUrl } = subscription
  const { sending, change } = live
  const [isAsking, setAsking] = useState(false)
  const cancelButton = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  const asks = isAsking && changes.includes('cancel')
  useEffect(() => {
    // Back to the button that had asked, or to its place.
    if (wasAsking.current && !asks) cancelButton.current?.querySelector<HTMLElement>('button:last-child')?.focus()
    wasAsking.current = asks
  }, [asks])
  const page = pageUrlOf(redirectUrl)
  const needsMandate = state === 'HALTED' && haltedFor !== 'debits-failed' && page === undefined
  if (asks)
    return (
      <CancelQuestion
        subscription={subscription}
        messages={messages}
        onAnswer={(isSure) => {
          setAsking(false)
          if (isSure) void change('cancel')
        }}
      />
    )
  const label = (one: PayerChange) => (sending === one ? messages.changing : messages[one])
  return (
    <div className="galla-row galla-actions" ref={cancelButton}>
      {page !== undefined && (
        <a className="galla-button galla-button-primary" href={page}>
          {messages.approve}
        </a>
      )}
      {needsMandate && renewMandate && (
        <OpeningButton messages={messages} start={renewMandate}>
          {messages.renew}
        </OpeningButton>
      )}
      {ENDED.includes(state) && onStartAgain && <Button onClick={onStartAgain}>{messages.subscribeAgain}</Button>}
      {changes.includes('resume') && (
        <Button busy={sending !== undefined} onClick={() => void change('resume')}>
          {label('resume')}
        </Button>
      )}
      {changes.includes('pause') && (
        <Button variant="secondary" busy={sending !== undefined} onClick={() => void change('pause')}>
          {label('pause')}
        </Button>
      )}
      {changes.includes('cancel') && (
        <Button variant="link" busy={sending !== undefined} onClick={() => setAsking(true)}>
          {label('cancel')}
        </Button>
      )}
    </div>
  )
}

interface CancelQuestionProps extends ShownProps {
  onAnswer: (isSure: boolean) => void
}

/** The question before a cancellation, which says what the payer keeps. It takes the place of the buttons, and the focus. */
function CancelQuestion({ subscription, messages, onAnswer }: CancelQuestionProps): ReactElement {
  const { lang } = useGalla().messages
  const id = useId()
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    // Taller than the buttons before it: the edge of a phone would hide the answers.
    <section className="galla-stack galla-question" aria-labelledby={id} ref={scrollIntoView}>
      <h3 id={id} className="galla-plan" tabIndex={-1} ref={question}>
        {messages.cancelTitle}
      </h3>
      <p>{cancellationText(subscription, messages, lang)}</p>
      <div className="galla-row">
        <Button onClick={() => onAnswer(false)}>{messages.cancelNo}</Button>
        <Button variant="secondary" onClick={() => onAnswer(true)}>
          {messages.cancelYes}
        </Button>
      </div>
    </section>
  )
}
