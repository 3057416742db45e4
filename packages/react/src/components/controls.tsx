import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

/** Props of `<Button>`. */
export interface ButtonProps {
  /** The label. */
  children: ReactNode
  /** Not called while `busy`. */
  onClick?: (() => void) | undefined
  /**
   * `primary` is filled, for the one main action in view; `secondary` has an outline; `link` looks like a link.
   * @default 'primary'
   */
  variant?: 'primary' | 'secondary' | 'link' | undefined
  /**
   * `submit` submits the form around the button.
   * @default 'button'
   */
  type?: 'button' | 'submit' | undefined
  /**
   * Ignores clicks. The button keeps its focus and is announced as disabled.
   * @default false
   */
  busy?: boolean | undefined
}

/**
 * A button in the style of the payment components.
 *
 * @example
 * ```tsx
 * <Button variant="secondary" busy={saving} onClick={save}>Save</Button>
 * ```
 */
export function Button(props: ButtonProps): ReactElement {
  const { children, onClick, variant = 'primary', type = 'button', busy = false } = props
  return (
    <button
      type={type}
      className={`galla-button galla-button-${variant}`}
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

/** Props of `<CopyButton>`. */
export interface CopyButtonProps {
  /** Copied to the clipboard. */
  text: string
  /** The button's label. */
  label: string
  /** The label for two seconds after copying. */
  copied: string
}

const COPIED_LABEL_MS = 2_000

/**
 * Copies a text to the clipboard and confirms it for two seconds.
 *
 * @example
 * ```tsx
 * <CopyButton text={merchantOrderId} label="Copy" copied="Copied" />
 * ```
 */
export function CopyButton({ text, label, copied }: CopyButtonProps): ReactElement {
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), COPIED_LABEL_MS)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      // The browser denies access to the clipboard.
      setDone(false)
    }
  }
  return (
    <Button variant="link" onClick={() => void copy()}>
      <span aria-live="polite">{done ? copied : label}</span>
    </Button>
  )
}

/** Props of `<Alert>`. */
export interface AlertProps {
  /** `error` interrupts a screen reader (`role="alert"`), `warning` does not (`role="status"`). */
  tone: 'error' | 'warning'
  /** The message. */
  children: ReactNode
}

/**
 * A message that appears and is announced by screen readers.
 *
 * @example
 * ```tsx
 * <Alert tone="error">The payment page did not open.</Alert>
 * ```
 */
export function Alert({ tone, children }: AlertProps): ReactElement {
  return (
    <p className={`galla-alert galla-alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}

/** SVG paths in a square of 24 units. */
const ICON_PATHS = {
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

/** Name of a built-in icon. */
export type IconName = keyof typeof ICON_PATHS

/** Props of `<Icon>`. */
export interface IconProps {
  /** The shape of the icon. */
  name: IconName
}

/**
 * A decorative icon, hidden from screen readers: put a text beside it.
 *
 * @example
 * ```tsx
 * <Icon name="lock" />
 * ```
 */
export function Icon({ name }: IconProps): ReactElement {
  return (
    <svg className="galla-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
