import type { ComponentProps, ReactNode } from 'react'

type Look = 'main' | 'quiet' | 'plain' | 'danger'

const LOOKS: { readonly [Key in Look]: string } = {
  main: 'border-transparent bg-brass text-on-brass hover:bg-brass-deep',
  quiet: 'border-rule-strong bg-transparent text-ink hover:bg-brass-wash',
  plain: 'border-transparent bg-transparent text-brass hover:bg-brass-wash',
  // Taking something back for good is told by words, not by a fourth colour: red is a state of money.
  danger: 'border-ink bg-ink text-sheet hover:opacity-85',
}

/** For links that look like buttons. */
export const buttonClass = (look: Look = 'quiet', small = false): string =>
  `inline-flex items-center justify-center gap-2 rounded-edge border font-strong whitespace-nowrap transition-colors duration-100 ${
    small ? 'min-h-8 px-2 text-sm' : 'min-h-10 px-4 max-lg:min-h-11'
  } ${LOOKS[look]}`

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  look?: Look
  small?: boolean
  type?: 'button' | 'submit'
  /** At work: says so, keeps the focus, and takes no second press. */
  busy?: boolean
  children: ReactNode
}

export function Button({ look, small, type = 'button', busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || rest.disabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={`${buttonClass(look, small)} disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-70 ${className}`}
      {...rest}
    />
  )
}
