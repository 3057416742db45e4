import { messages } from '../i18n/messages.ts'
import { Field } from './controls.tsx'
import { controlsEnglish } from './english.ts'

const t = messages('components/controls', controlsEnglish)

const MIN_CHARACTERS = 12

export interface NewPassword {
  password: string
  again: string
}

export const NO_PASSWORD: NewPassword = { password: '', again: '' }

/** True when the password can be sent. The gateway checks the password again. */
export const isComplete = ({ password, again }: NewPassword): boolean =>
  password.length >= MIN_CHARACTERS && password === again

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange(value: NewPassword): void
  /** The form was sent: say what is missing. */
  submitted: boolean
  /** The gateway's reason to refuse the password. */
  refusal?: string | undefined
}

/** A new password, typed twice. */
export function NewPasswordFields({ value, onChange, submitted, refusal }: NewPasswordFieldsProps) {
  const { password, again } = value
  const isShort = submitted && password.length < MIN_CHARACTERS
  return (
    <>
      <Field
        label={t.password.label}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        value={password}
        onChange={(password) => onChange({ ...value, password })}
        hint={t.password.hint(MIN_CHARACTERS)}
        error={isShort ? t.password.short(MIN_CHARACTERS) : refusal}
      />
      <Field
        label={t.password.again}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        value={again}
        onChange={(again) => onChange({ ...value, again })}
        error={submitted && !isShort && password !== again ? t.password.differ : undefined}
      />
    </>
  )
}
