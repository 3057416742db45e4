import { type ReactElement, useEffect } from 'react'
import { Alert, Button, type IconName } from '../components/controls.tsx'
import { rememberChosenMethod } from '../core/last-method.ts'
import type { Payment, PaymentPhase } from '../core/payment-state.ts'
import { Merchant, Root, useGalla } from '../hooks/provider.tsx'
import { usePayment } from '../hooks/use-payment.ts'
import { useReport } from '../hooks/use-report.ts'
import type { Messages } from '../i18n/en.ts'
import { failureMessage } from '../i18n/messages.ts'
import { AmountLine, StepTitle } from './step.tsx'

/** Props of `<PaymentStatus>` and `<UpiQr>`. The other payment components have further props. */
export interface PaymentProps {
  /** The `payerToken` that `gateway.orders.start` returned for the order. */
  payerToken: string
  /**
   * Called when the payer wants to try again, or to pay in another way. Start a new order with the same reference.
   * @default no button for a new order
   */
  onStartAgain?: (() => void) | undefined
  /**
   * Called with the gateway's first report of the order, and with each report that changes the phase, such as to `done`. A call does not
   * prove a payment: your server learns of the payment from the event `order.completed`.
   * @default no call
   */
  onPhaseChange?: ((payment: Payment) => void) | undefined
}

/**
 * Live status of an order, for the page to which the payer returns: waiting, paid, failed with a reason, expired,
 * refunded, or in review. The component reads the status from your gateway, never from the URL.
 *
 * @throws Error when there is no `<GallaProvider>` above the component.
 * @example
 * ```tsx
 * <PaymentStatus payerToken={storedOrder() ?? tokenFromYourServer} onStartAgain={() => location.assign('/cart')} />
 * ```
 */
export function PaymentStatus({ payerToken, onStartAgain, onPhaseChange }: PaymentProps): ReactElement {
  const { payment, connection } = usePayment(payerToken)
  useReport(reportedPhase(payment), () => onPhaseChange?.(payment))
  return (
    <Root resetKey={payment.phase}>
      <Merchant />
      {connection === 'down' && <ConnectionAlert />}
      <div role="status">
        <StatusView payment={payment} onStartAgain={onStartAgain} />
      </div>
    </Root>
  )
}

/** The phase, once the gateway has reported it. */
export const reportedPhase = ({ phase }: Payment): string | undefined => (phase === 'loading' ? undefined : phase)

/** Says that the device is offline, or that the gateway does not answer. */
export function ConnectionAlert(): ReactElement {
  const { messages } = useGalla()
  return <Alert tone="warning">{navigator.onLine ? messages.unreachable : messages.offline}</Alert>
}

interface PhaseView {
  tone: 'good' | 'bad' | 'wait'
  icon: IconName
  title: keyof Messages
  body: keyof Messages
  /** Label of the amount: money that is refunded must not look like a bill. */
  amountLabel: 'amount' | 'amountToPay' | 'amountPaid'
}

const PHASES: { readonly [Phase in PaymentPhase]: PhaseView } = {
  choose: { tone: 'wait', icon: 'wait', title: 'pendingTitle', body: 'pendingBody', amountLabel: 'amountToPay' },
  waiting: { tone: 'wait', icon: 'wait', title: 'pendingTitle', body: 'pendingBody', amountLabel: 'amountToPay' },
  hosted: { tone: 'wait', icon: 'wait', title: 'hostedTitle', body: 'hostedBody', amountLabel: 'amountToPay' },
  done: { tone: 'good', icon: 'good', title: 'doneTitle', body: 'doneBody', amountLabel: 'amountPaid' },
  failed: { tone: 'bad', icon: 'bad', title: 'failedTitle', body: 'failedBody', amountLabel: 'amount' },
  expired: { tone: 'bad', icon: 'wait', title: 'expiredTitle', body: 'expiredBody', amountLabel: 'amount' },
  'late-payment': {
    tone: 'wait',
    icon: 'back',
    title: 'latePaymentTitle',
    body: 'latePaymentBody',
    amountLabel: 'amount',
  },
  refunding: { tone: 'wait', icon: 'back', title: 'refundingTitle', body: 'refundingBody', amountLabel: 'amount' },
  unknown: { tone: 'wait', icon: 'wait', title: 'unknownTitle', body: 'unknownBody', amountLabel: 'amount' },
  'already-paid': {
    tone: 'good',
    icon: 'good',
    title: 'alreadyPaidTitle',
    body: 'alreadyPaidBody',
    amountLabel: 'amount',
  },
}

/** View of `hosted` when the payer has tried to pay and the bank has not answered. */
const BANK_PENDING: PhaseView = {
  ...PHASES.waiting,
  title: 'bankPendingTitle',
  body: 'bankPendingBody',
  amountLabel: 'amount',
}

interface StatusViewProps {
  payment: Payment
  onStartAgain: (() => void) | undefined
}

/** A phase as heading, explanation and amount. */
export function StatusView({ payment, onStartAgain }: StatusViewProps): ReactElement {
  const { messages, pageUrlOf } = useGalla()
  useEffect(() => {
    if (payment.phase === 'done') rememberChosenMethod()
  }, [payment.phase])
  if (payment.phase === 'loading') return <p className="galla-muted">{messages.loading}</p>
  if (payment.phase === 'unavailable') {
    return (
      <div className="galla-stack galla-step galla-step-bad">
        <StepTitle icon="bad">{messages.unavailableTitle}</StepTitle>
        <p>{messages.unavailableBody}</p>
      </div>
    )
  }
  const { phase, view } = payment
  // The link stays, for a bank page that was left: but nothing invites to pay again.
  const isPending = phase === 'hosted' && view.attemptPending === true
  const { tone, icon, title, body, amountLabel } = isPending ? BANK_PENDING : PHASES[phase]
  const reason = phase === 'failed' ? failureMessage(messages, view) : undefined
  const page = phase === 'hosted' ? pageUrlOf(view.redirectUrl) : undefined
  const startAgain = phase === 'failed' || phase === 'expired' ? onStartAgain : undefined
  return (
    <div className={`galla-stack galla-step galla-step-${tone}`}>
      <StepTitle icon={icon}>{messages[title]}</StepTitle>
      {reason && <p>{reason}</p>}
      <p>{messages[body]}</p>
      <AmountLine label={messages[amountLabel]} amount={view.amount} total={phase === 'done'} />
      {page && (
        <a className={isPending ? 'galla-button galla-button-link' : 'galla-button galla-button-primary'} href={page}>
          {isPending ? messages.hostedState : messages.hostedButton}
        </a>
      )}
      {startAgain && <Button onClick={startAgain}>{messages.tryAgain}</Button>}
    </div>
  )
}
