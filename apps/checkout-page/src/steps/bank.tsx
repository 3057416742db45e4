import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button, Field, networkName } from '@galla/react/components'
import { type FormEvent, useRef, useState } from 'react'
import { Step } from '../components/step.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { CancelAttempt } from './exits.tsx'

interface BankStepProps {
  received: ReceivedView
  attempt: PageAttempt
}

/** 3-D Secure: the one-time password that the bank sent to the cardholder. */
export function Otp({ received, attempt }: BankStepProps) {
  const messages = useMessages()
  const { act, state } = usePayment()
  const [error, setError] = useState<'short' | 'wrong'>()
  const [resent, setResent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { transactionId, card, otpTriesLeft = 0 } = attempt

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!input.current) return
    const otp = input.current.value.replace(/\s/g, '')
    input.current.focus()
    if (!/^\d{6}$/.test(otp)) return setError('short')
    setError(undefined)
    input.current.value = ''
    const accepted = await act((client) => client.call('POST /attempts/:transactionId/otp', transactionId, { otp }))
    // A right password ends this step; the reply to a wrong one is a view with one try less.
    if (accepted) setError('wrong')
  }
  const resend = async () => {
    setError(undefined)
    setResent(await act((client) => client.call('POST /attempts/:transactionId/resend-otp', transactionId)))
  }
  const errorTexts = { short: messages.otpShort, wrong: messages.otpWrong(otpTriesLeft) }

  return (
    <Step title={messages.otpTitle}>
      <p>{messages.otpSent(card ? `${networkName(card.network)} •••• ${card.last4}` : '')}</p>
      <PaymentLine received={received} />
      <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={messages.otp}
          hint={messages.otpTest}
          error={error && errorTexts[error]}
          inputRef={input}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <Button type="submit" busy={state.sending}>
          {messages.otpConfirm}
        </Button>
      </form>
      <div className="galla-row">
        <Button variant="link" busy={state.sending} onClick={() => void resend()}>
          {messages.otpResend}
        </Button>
        <CancelAttempt received={received} attempt={attempt} />
      </div>
      <p className="galla-muted" aria-live="polite">
        {resent ? messages.otpResent : ''}
      </p>
    </Step>
  )
}

/** Stands in for the bank's own page, with the three outcomes of the provider's test page. */
export function BankPage({ received, attempt }: BankStepProps) {
  const messages = useMessages()
  const { act, state } = usePayment()
  const bank = attempt.bankName ?? attempt.bankId ?? messages.netBanking
  const answer = (outcome: 'SUCCESS' | 'FAILURE' | 'PENDING') => () =>
    void act((client) => client.call('POST /attempts/:transactionId/bank', attempt.transactionId, { outcome }))

  return (
    <Step title={messages.bankTitle}>
      <p>{messages.bankSimulated(bank)}</p>
      <PaymentLine received={received} />
      <div className="galla-stack">
        <Button busy={state.sending} onClick={answer('SUCCESS')}>
          {messages.bankSuccess}
        </Button>
        <Button variant="secondary" busy={state.sending} onClick={answer('FAILURE')}>
          {messages.bankFailure}
        </Button>
        <Button variant="secondary" busy={state.sending} onClick={answer('PENDING')}>
          {messages.bankPending}
        </Button>
      </div>
      <CancelAttempt received={received} attempt={attempt} />
    </Step>
  )
}

function PaymentLine({ received }: { received: ReceivedView }) {
  const { merchantName, order } = received.view
  return (
    <dl className="details">
      <dt>{merchantName}</dt>
      <dd>
        <Amount amount={order.amount} />
      </dd>
    </dl>
  )
}
