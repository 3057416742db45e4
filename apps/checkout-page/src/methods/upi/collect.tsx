import { isVpa } from '@galla/react/parts'
import { type FormEvent, useRef, useState } from 'react'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import type { Known } from '../../session/session.ts'
import { useDesk } from '../../session/use-session.ts'
import { useSpoken } from '../../words/use-words.tsx'

/** Paying by UPI ID, where the rules let it; where they do not, the reason stands in its place. */
export function Collect({ known, offer }: { known: Known; offer: { allowed: boolean; reason: string } }) {
  const { words, language } = useSpoken()
  const { act, client, state } = useDesk()
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  if (!offer.allowed) {
    return (
      <p className="soft aside">
        {words.collectClosed}{' '}
        <span lang="en" className={language === 'en' ? undefined : 'small'}>
          {offer.reason}
        </span>
      </p>
    )
  }

  const refuse = (message: string) => {
    setError(message)
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const vpa = input.current?.value.trim() ?? ''
    if (!isVpa(vpa)) return refuse(words.vpaWrong)
    setError(undefined)
    setAsking(true)
    const known = await client.call('POST /validate-vpa', { vpa })
    setAsking(false)
    if (known.kind === 'answer' && !known.reply.valid) return refuse(words.vpaUnknown)
    await act((to) => to.call('POST /attempts', { paymentMode: { type: 'UPI_COLLECT', vpa } }))
  }

  return (
    <form className="stack aside" noValidate onSubmit={(event) => void submit(event)}>
      <h4>{words.collectTitle}</h4>
      <Field
        label={words.vpa}
        hint={words.vpaHint}
        error={error}
        inputRef={input}
        name="vpa"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" look="quiet" busy={asking || state.sending}>
        {words.collectPay(amountText(known.view.order.amount))}
      </Button>
    </form>
  )
}
