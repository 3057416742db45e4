import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Drawn at the end of the input: the card's brand. */
  badge?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled input whose hint and error are tied to it. Uncontrolled: what is typed lives in the input alone. */
export function Field({ label, hint, error, badge, inputRef, ...input }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {badge}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
