import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button, Field, networkName } from '@galla/react/components'
import { type FormEvent, useRef, useState } from 'react'
import { Step } from '../components/step.tsx'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useDesk } from '../session/session-context.ts'
import type { Known } from '../session/session-state.ts'
import { AnotherWay } from './exits.tsx'

/** 3-D Secure: the bank asks for the password that it sent to the card's owner. */
export function Otp({ known, attempt }: { known: Known; attempt: PageAttempt }) {
  const words = useWords()
  const { act, state } = useDesk()
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
    const taken = await act((client) => client.call('POST /attempts/:transactionId/otp', transactionId, { otp }))
    if (taken) setError('wrong')
  }
  const resend = async () => {
    setError(undefined)
    setResent(await act((client) => client.call('POST /attempts/:transactionId/resend-otp', transactionId)))
  }
  const sentence = { short: words.otpShort, wrong: words.otpWrong(otpTriesLeft) }

  return (
    <Step title={words.otpTitle}>
      <p>{words.otpSent(card ? `${networkName(card.network)} •••• ${card.last4}` : '')}</p>
      <dl className="facts">
        <dt>{known.view.merchantName}</dt>
        <dd>
          <Amount amount={known.view.order.amount} />
        </dd>
      </dl>
      <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={words.otp}
          hint={words.otpTest}
          error={error && sentence[error]}
          inputRef={input}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <Button type="submit" busy={state.sending}>
          {words.otpConfirm}
        </Button>
      </form>
      <div className="galla-row">
        <Button look="link" busy={state.sending} onClick={() => void resend()}>
          {words.otpResend}
        </Button>
        <AnotherWay known={known} attempt={attempt} />
      </div>
      <p className="galla-soft" aria-live="polite">
        {resent ? words.otpResent : ''}
      </p>
    </Step>
  )
}

/** What stands in for the bank's own page: three answers, as the provider's test page has them. */
export function Bank({ known, attempt }: { known: Known; attempt: PageAttempt }) {
  const words = useWords()
  const { act, state } = useDesk()
  const bank = attempt.bankName ?? attempt.bankId ?? words.netBanking
  const answer = (outcome: 'SUCCESS' | 'FAILURE' | 'PENDING') => () =>
    void act((client) => client.call('POST /attempts/:transactionId/bank', attempt.transactionId, { outcome }))

  return (
    <Step title={words.bankTitle}>
      <p>{words.bankPlaying(bank)}</p>
      <dl className="facts">
        <dt>{known.view.merchantName}</dt>
        <dd>
          <Amount amount={known.view.order.amount} />
        </dd>
      </dl>
      <div className="galla-stack">
        <Button busy={state.sending} onClick={answer('SUCCESS')}>
          {words.bankSuccess}
        </Button>
        <Button look="quiet" busy={state.sending} onClick={answer('FAILURE')}>
          {words.bankFailure}
        </Button>
        <Button look="quiet" busy={state.sending} onClick={answer('PENDING')}>
          {words.bankPending}
        </Button>
      </div>
      <AnotherWay known={known} attempt={attempt} />
    </Step>
  )
}
