import type { Paise } from '@galla/contract/money'
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react'
import { isVpa } from '../core/vpa.ts'
import type { ComponentMessages } from '../i18n/component-messages.ts'
import { formatMessage } from '../i18n/messages.ts'
import { formatAmount } from './amount.tsx'
import { Button } from './controls.tsx'
import { Field } from './field.tsx'

/** The order's permission for collect requests. */
interface CollectPermission {
  /** False to show, in place of the form, that collect requests are not possible. */
  readonly allowed: boolean
}

/** Props of `<VpaForm>`. */
export interface VpaFormProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** Shown on the button. In paise. */
  amount: Paise
  /** Permission for collect requests. */
  collect: CollectPermission
  /** The button ignores clicks. */
  busy: boolean
  /** Initial value of the input. */
  suggested?: string | undefined
  /** Sends the collect request. Resolves with a message to show when the UPI ID is not usable. */
  onVpa: (vpa: string) => Promise<string | undefined>
}

/**
 * Form for the UPI ID that gets a collect request.
 *
 * @example
 * ```tsx
 * <VpaForm messages={en} amount={amount} collect={{ allowed: true }} busy={false} onVpa={sendRequest} />
 * ```
 */
export function VpaForm({ messages, amount, collect, busy, suggested, onVpa }: VpaFormProps): ReactElement {
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (!collect.allowed) {
    return <p className="galla-hint">{messages.collectClosed}</p>
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const vpa = input.current?.value.trim() ?? ''
    if (sending || busy) return
    if (!isVpa(vpa)) return showError(messages.vpaWrong)
    setError(undefined)
    setSending(true)
    const problem = await onVpa(vpa)
    setSending(false)
    if (problem !== undefined) showError(problem)
  }
  const showError = (message: string) => {
    setError(message)
    input.current?.focus()
  }

  return (
    <form className="galla-stack" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={messages.vpa}
        hint={messages.vpaHint}
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
      <Button type="submit" variant="secondary" busy={sending || busy}>
        {formatMessage(messages, 'collectPay', { amount: formatAmount(amount) })}
      </Button>
    </form>
  )
}

/** An app of `<UpiAppList>`. */
export interface UpiAppItem {
  /** Passed to `onApp`. */
  readonly id: string
  /** Name to display. */
  readonly name: string
  /** Language of the name, where it differs from the page's. */
  readonly lang?: string
  /**
   * The mark in front of the name.
   * @default the first letters of the name, as many as tell it from the other names: `Ph` and `Pa` for PhonePe and Paytm
   */
  readonly initial?: string
}

/** Props of `<UpiAppList>`. */
export interface UpiAppListProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** Apps to choose from. */
  apps: readonly UpiAppItem[]
  /** The buttons ignore clicks. */
  busy: boolean
  /** Called with the `id` of the chosen app. */
  onApp: (id: string) => void
}

/**
 * Buttons to choose a UPI app on the payer's phone.
 *
 * @example
 * ```tsx
 * <UpiAppList messages={en} apps={[{ id: 'bhim', name: 'BHIM' }]} busy={false} onApp={openApp} />
 * ```
 */
export function UpiAppList({ messages, apps, busy, onApp }: UpiAppListProps): ReactElement {
  const id = useId()
  return (
    <div className="galla-stack">
      <p className="galla-muted" id={id}>
        {messages.chooseApp}
      </p>
      <ul className="galla-apps" aria-labelledby={id}>
        {apps.map((app) => (
          <li key={app.id}>
            <button
              type="button"
              className="galla-app"
              aria-disabled={busy || undefined}
              onClick={() => {
                if (!busy) onApp(app.id)
              }}
            >
              <span className="galla-initial" aria-hidden="true">
                {app.initial ?? markOf(app, apps)}
              </span>
              <span lang={app.lang} translate={app.lang ? 'no' : undefined}>
                {app.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The fewest first letters that no other app's name begins with. */
function markOf({ id, name }: UpiAppItem, apps: readonly UpiAppItem[]): string {
  const others = apps.filter((app) => app.id !== id).map((app) => app.name.toLowerCase())
  const letters = [...name]
  const length = letters.findIndex((_, index) => {
    const start = letters
      .slice(0, index + 1)
      .join('')
      .toLowerCase()
    return !others.some((other) => other.startsWith(start))
  })
  return letters.slice(0, length + 1 || 1).join('')
}
