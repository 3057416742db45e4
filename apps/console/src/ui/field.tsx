import { type ComponentProps, type ReactNode, useId } from 'react'

export const INPUT =
  'w-full min-h-10 max-lg:min-h-11 rounded-edge border border-rule-strong bg-sheet px-3 aria-invalid:border-bad aria-invalid:outline-1 aria-invalid:outline-bad disabled:opacity-60'

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  label: string
  value: string
  onChange(value: string): void
  hint?: ReactNode
  /** What is wrong with it, and the way out. */
  error?: string | undefined
  /** The label is for readers alone: the place says what it is. */
  quiet?: boolean
}

/** A line to type in, with its name, its hint and its fault tied to it. */
export function Field({ label, value, onChange, hint, error, quiet = false, className = '', ...rest }: FieldProps) {
  const id = useId()
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={quiet ? 'unseen' : 'text-sm font-strong'}>
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={about || undefined}
        className={`${INPUT} ${className}`}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-strong text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
