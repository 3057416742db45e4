import { type InputHTMLAttributes, type ReactElement, type ReactNode, type Ref, useId } from 'react'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Drawn at the end of the input: the card's brand. */
  badge?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled input whose hint, or in its place the error, is tied to it. Uncontrolled: what is typed lives in the input alone. */
export function Field({ label, hint, error, badge, inputRef, dir, ...input }: FieldProps): ReactElement {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="galla-field">
      <label htmlFor={id}>{label}</label>
      <div className="galla-field-box" dir={dir}>
        <input {...input} id={id} ref={inputRef} aria-invalid={error ? true : undefined} aria-describedby={described} />
        {badge}
      </div>
      {hint && !error && (
        <p className="galla-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="galla-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
