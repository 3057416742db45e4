import {
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useState,
} from 'react'

export interface ButtonProps {
  children: ReactNode
  onClick?: () => void
  /** `main` is brass and there is one of it in view; `quiet` has an outline; `link` has only its words. */
  look?: 'main' | 'quiet' | 'link'
  type?: 'button' | 'submit'
  /** Busy buttons stay focusable and say so; they do nothing until the answer is there. */
  busy?: boolean
}

export function Button({ children, onClick, look = 'main', type = 'button', busy = false }: ButtonProps): ReactElement {
  return (
    <button
      type={type}
      className={`galla-button galla-button-${look}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.()
      }}
    >
      {children}
    </button>
  )
}

const SHOWN_MS = 2_000

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }): ReactElement {
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      // Denied by the browser: the code and the app's link are there beside it.
      setDone(false)
    }
  }
  return (
    <Button look="link" onClick={() => void copy()}>
      <span aria-live="polite">{done ? copied : label}</span>
    </Button>
  )
}

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

const PATHS = {
  upi: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2',
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
  bank: 'M3 10l9-6 9 6M5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  saved: 'M3 6h18v12H3zM3 10h18M13 14.5l2 2 4-4',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M6 6l12 12M18 6L6 18',
  wait: 'M12 6v6l4 2.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  back: 'M4 9h11a5 5 0 0 1 0 10h-4M4 9l5-5M4 9l5 5',
  chevron: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const

export type IconName = keyof typeof PATHS

/** A drawing that only accompanies words, so it is silent to readers. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg className="galla-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** A sentence that appears and must be heard: a refusal, a lost line. */
export function Note({ tone, children }: { tone: 'bad' | 'wait'; children: ReactNode }): ReactElement {
  return (
    <p className={`galla-note galla-note-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
