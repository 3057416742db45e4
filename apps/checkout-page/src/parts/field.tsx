import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Drawn at the end of the input: the card's brand. */
  badge?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled input whose hint, or in its place the error, is tied to it. Uncontrolled: what is typed lives in the input alone. */
export function Field({ label, hint, error, badge, inputRef, ...input }: FieldProps) {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input {...input} id={id} ref={inputRef} aria-invalid={error ? true : undefined} aria-describedby={described} />
        {badge}
      </div>
      {hint && !error && (
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
