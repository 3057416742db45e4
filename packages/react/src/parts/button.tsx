import type { ReactElement, ReactNode } from 'react'

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
