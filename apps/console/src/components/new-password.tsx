import { Field } from './controls.tsx'

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
        label="New password"
        type="password"
        autoComplete="new-password"
        maxLength={256}
        value={password}
        onChange={(password) => onChange({ ...value, password })}
        hint={`At least ${MIN_CHARACTERS} characters: a few words are easy to remember.`}
        error={isShort ? `Enter at least ${MIN_CHARACTERS} characters.` : refusal}
      />
      <Field
        label="New password again"
        type="password"
        autoComplete="new-password"
        maxLength={256}
        value={again}
        onChange={(again) => onChange({ ...value, again })}
        error={submitted && !isShort && password !== again ? 'The two differ.' : undefined}
      />
    </>
  )
}
