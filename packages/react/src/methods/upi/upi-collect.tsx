import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { deviceOS } from '../../core/device.ts'
import { isVpa } from '../../core/vpa.ts'
import { amountText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useDesk } from '../../skin/desk.ts'
import { type ElementProps, Stage } from '../../stage/stage.tsx'
import { fill } from '../../words/fill.ts'
import type { PanelProps } from '../panel.ts'

/** Where the rules do not let it, the reason stands in its place. */
export function CollectPanel({ view, sending, pay }: PanelProps): ReactElement {
  const { words } = useDesk()
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { allowed, reason } = view.offers.collect
  if (!allowed) {
    return (
      <p className="galla-soft">
        {words.collectClosed}{' '}
        <span lang="en" dir="ltr">
          {reason}
        </span>
      </p>
    )
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const vpa = input.current?.value.trim() ?? ''
    setError(isVpa(vpa) ? undefined : words.vpaWrong)
    if (!isVpa(vpa)) return input.current?.focus()
    void pay({
      paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa } },
      deviceOS: deviceOS(navigator.userAgent),
    })
  }
  return (
    <form className="galla-stack" noValidate onSubmit={submit}>
      <Field
        label={words.vpa}
        hint={words.vpaHint}
        error={error}
        inputRef={input}
        name="vpa"
        dir="ltr"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" look="quiet" busy={sending}>
        {fill(words, 'collectPay', { amount: amountText(view.amount) })}
      </Button>
    </form>
  )
}

/** Pays by a request to a UPI id, where the shop may send one; where it may not, says why. */
export function UpiCollect(props: ElementProps): ReactElement {
  return <Stage {...props} choose={(panel) => <CollectPanel {...panel} />} />
}
