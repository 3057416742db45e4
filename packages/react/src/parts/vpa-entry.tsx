import type { Paise } from '@galla/contract/money'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { isVpa } from '../core/vpa.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import { amountText } from './amount.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

export interface VpaEntryProps {
  words: Words
  amount: Paise
  /** Whether a request may be sent, and if not, why not. */
  collect: { readonly allowed: boolean; readonly reason: string }
  busy: boolean
  /** A UPI id that is there already and can be changed. */
  suggested?: string | undefined
  /** Sends the request. Resolves with a sentence when the UPI id is not good. */
  onVpa: (vpa: string) => Promise<string | undefined>
}

/** Paying by UPI id, where the rules let it; where they do not, the reason stands in its place. */
export function VpaEntry({ words, amount, collect, busy, suggested, onVpa }: VpaEntryProps): ReactElement {
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (!collect.allowed) {
    return (
      <p className="galla-soft">
        {words.collectClosed}{' '}
        <span lang="en" dir="ltr">
          {collect.reason}
        </span>
      </p>
    )
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const vpa = input.current?.value.trim() ?? ''
    if (asking || busy) return
    if (!isVpa(vpa)) return refuse(words.vpaWrong)
    setError(undefined)
    setAsking(true)
    const sentence = await onVpa(vpa)
    setAsking(false)
    if (sentence !== undefined) refuse(sentence)
  }
  const refuse = (sentence: string) => {
    setError(sentence)
    input.current?.focus()
  }

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={words.vpa}
        hint={words.vpaHint}
        error={error}
        inputRef={input}
        name="vpa"
        defaultValue={suggested}
        dir="ltr"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" look="quiet" busy={asking || busy}>
        {fill(words, 'collectPay', { amount: amountText(amount) })}
      </Button>
    </form>
  )
}
