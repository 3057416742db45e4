import type { Paise } from '@galla/contract/money'
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react'
import { isVpa } from '../core/upi.ts'
import type { Words } from '../i18n/en.ts'
import { fill } from '../i18n/messages.ts'
import { amountText } from './amount.tsx'
import { Button, Field } from './controls.tsx'

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

export interface AppTilesProps {
  words: Words
  /** `lang`: of the name, where it is not the page's. `initial`: what stands before it; default its first letter. */
  apps: readonly { readonly id: string; readonly name: string; readonly lang?: string; readonly initial?: string }[]
  busy: boolean
  onApp: (id: string) => void
}

/** The UPI apps that may be on this phone. */
export function AppTiles({ words, apps, busy, onApp }: AppTilesProps): ReactElement {
  const id = useId()
  return (
    <div className="galla-stack">
      <p className="galla-soft" id={id}>
        {words.chooseApp}
      </p>
      <ul className="galla-tiles" aria-labelledby={id}>
        {apps.map((app) => (
          <li key={app.id}>
            <button
              type="button"
              className="galla-tile"
              aria-disabled={busy || undefined}
              onClick={() => {
                if (!busy) onApp(app.id)
              }}
            >
              <span className="galla-initial" aria-hidden="true">
                {app.initial ?? app.name.slice(0, 1)}
              </span>
              <span lang={app.lang}>{app.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
