import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button, Field, paidCardName } from '@galla/react/components'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Step } from '../components/step.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { useTesterMessages } from '../sandbox-tools/tester-messages.ts'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { CancelAttempt } from './exits.tsx'

interface BankStepProps {
  received: ReceivedView
  attempt: PageAttempt
}

const OTP_DIGITS = 6

/** Banks send a new password at most every half minute. */
const RESEND_AFTER_SECONDS = 30

/** 3-D Secure: the one-time password that the bank sent to the cardholder. It is submitted when its last digit is there. */
export function Otp({ received, attempt }: BankStepProps) {
  const messages = useMessages()
  const texts = useTesterMessages()
  const { act, state } = usePayment()
  const [error, setError] = useState<'short' | 'wrong'>()
  const input = useRef<HTMLInputElement>(null)
  const wasSubmitted = useRef(false)
  const { transactionId, card, otpTriesLeft = 0 } = attempt

  const submit = async () => {
    if (!input.current || state.sending) return
    const otp = digitsOf(input.current.value)
    input.current.focus()
    // The last digit has submitted the password and emptied the field: Enter after it adds nothing.
    if (otp === '' && wasSubmitted.current) return
    if (otp.length !== OTP_DIGITS) return setError('short')
    wasSubmitted.current = true
    setError(undefined)
    input.current.value = ''
    const accepted = await act((client) => client.call('POST /attempts/:transactionId/otp', transactionId, { otp }))
    // A right password ends this step; the reply to a wrong one is a view with one try less.
    if (accepted) setError('wrong')
  }
  const onResend = () => {
    wasSubmitted.current = false
    setError(undefined)
  }
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    if (digitsOf(currentTarget.value).length === OTP_DIGITS) void submit()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const errorTexts = { short: messages.otpShort, wrong: messages.otpWrong(otpTriesLeft) }

  return (
    <Step title={messages.otpTitle}>
      <p>{messages.otpSent(card ? paidCardName(card) : '')}</p>
      <PaymentLine received={received} />
      <form className="galla-stack" noValidate onSubmit={onSubmit}>
        <Field
          label={messages.otp}
          hint={texts.otpTest}
          error={error && errorTexts[error]}
          inputRef={input}
          onInput={onInput}
          name="otp"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <Button type="submit" busy={state.sending}>
          {messages.otpConfirm}
        </Button>
      </form>
      <div className="galla-row">
        <ResendOtp transactionId={transactionId} onResend={onResend} />
        <CancelAttempt received={received} attempt={attempt} />
      </div>
    </Step>
  )
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Requests a new password, once the bank allows it; the label counts down until then. */
function ResendOtp({ transactionId, onResend }: { transactionId: string; onResend: () => void }) {
  const messages = useMessages()
  const { act, state } = usePayment()
  const [resent, setResent] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState(RESEND_AFTER_SECONDS)

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])

  const resend = async () => {
    onResend()
    const accepted = await act((client) => client.call('POST /attempts/:transactionId/resend-otp', transactionId))
    setResent(accepted)
    if (accepted) setSecondsLeft(RESEND_AFTER_SECONDS)
  }
  return (
    <>
      <Button variant="link" busy={state.sending || secondsLeft > 0} onClick={() => void resend()}>
        {secondsLeft > 0 ? messages.otpResendIn(secondsLeft) : messages.otpResend}
      </Button>
      <p className="galla-muted" aria-live="polite">
        {resent ? messages.otpResent : ''}
      </p>
    </>
  )
}

/** Stands in for the bank's own page, with the three outcomes of the provider's test page. */
export function BankPage({ received, attempt }: BankStepProps) {
  const messages = useMessages()
  const texts = useTesterMessages()
  const { act, state } = usePayment()
  const bank = attempt.bankName ?? attempt.bankId ?? messages.netBanking
  const answer = (outcome: 'SUCCESS' | 'FAILURE' | 'PENDING') => () =>
    void act((client) => client.call('POST /attempts/:transactionId/bank', attempt.transactionId, { outcome }))

  return (
    <Step title={messages.bankTitle}>
      <p>{texts.bankSimulated(bank)}</p>
      <PaymentLine received={received} />
      <div className="galla-stack">
        <Button busy={state.sending} onClick={answer('SUCCESS')}>
          {texts.bankSuccess}
        </Button>
        <Button variant="secondary" busy={state.sending} onClick={answer('FAILURE')}>
          {texts.bankFailure}
        </Button>
        <Button variant="secondary" busy={state.sending} onClick={answer('PENDING')}>
          {texts.bankPending}
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
      <dt translate="no">{merchantName}</dt>
      <dd>
        <Amount amount={order.amount} />
      </dd>
    </dl>
  )
}
