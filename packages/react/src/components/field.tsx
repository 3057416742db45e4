import { typedText } from '@galla/contract/digits'
import { type InputHTMLAttributes, type ReactElement, type ReactNode, type Ref, useId } from 'react'

/**
 * Props of `<Field>`: the props of an `<input>`, and further props. With an `inputMode`, typed digits of Indian scripts become 0 to 9.
 */
export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  /** Text of the `<label>`. */
  label: string
  /** Hint below the input, even beside an error. */
  hint?: string | undefined
  /** Error below the input, which marks the input as invalid. */
  error?: string | undefined
  /** Shown at the end of the input, such as the brand of a card. */
  badge?: ReactNode
  /** Receives the `<input>` element. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

/**
 * A labelled input with a hint or an error. Uncontrolled, unless you pass `value` and `onChange`.
 *
 * @example
 * ```tsx
 * <Field label="Mobile number" hint="10 digits" name="phone" inputMode="numeric" />
 * ```
 */
export function Field({ label, hint, error, badge, inputRef, dir, onInput, ...input }: FieldProps): ReactElement {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className="galla-field">
      <label htmlFor={id}>{label}</label>
      <div className="galla-field-box" dir={dir}>
        <input
          {...input}
          id={id}
          ref={inputRef}
          onInput={(event) => {
            replaceDigits(event.currentTarget)
            onInput?.(event)
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        {badge}
      </div>
      {error && (
        <p className="galla-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="galla-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The caret stays, because a digit is one character in each script. The caret of some inputs, such as `type="email"`, cannot be set. */
function replaceDigits(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  const digits = typedText(value, input.inputMode)
  if (digits === value) return
  input.value = digits
  if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionStart)
}
