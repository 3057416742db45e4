import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Amount, Button, Field, networkName } from '@galla/react/components'
import { type FormEvent, useRef, useState } from 'react'
import { Step } from '../parts/step.tsx'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'
import { AnotherWay } from './another-way.tsx'

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
