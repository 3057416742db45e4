import type { ReactElement, ReactNode } from 'react'

/** A picture in the stall's inks, on a round of paper. Its colours are classes: the policy allows no styles in the page. */
export function Drawing({ children, className = '' }: { children: ReactNode; className?: string }): ReactElement {
  return (
    <svg className={`drawing ${className}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle className="ink-wash" cx="80" cy="84" r="70" />
      {children}
    </svg>
  )
}

/** Three breaths of steam, from here upwards. */
export function Steam({ x, y }: { x: number; y: number }): ReactElement {
  return (
    <g className="ink-steam" transform={`translate(${x} ${y})`}>
      <path d="M-14 0c-6-7 6-11 0-20" />
      <path d="M0-3c-6-8 6-12 0-22" />
      <path d="M14 0c-6-7 6-11 0-20" />
    </g>
  )
}

/** A clay cup whose rim is at y = 0; with tea in it, or without. */
export function Kulhad({ full = false }: { full?: boolean }): ReactElement {
  return (
    <g>
      <path
        className="ink-clay"
        d="M-26 0C-26 18-19 26-18 36-17 47-15 52-11 54H11C15 52 17 47 18 36 19 26 26 18 26 0Z"
      />
      <path className="ink-line" d="M-22 19C-10 24 10 24 22 19M-18.5 34C-8 38 8 38 18.5 34" />
      <ellipse className="ink-clay-deep" cx="0" cy="0" rx="26" ry="8" />
      {full && <ellipse className="ink-brew" cx="0" cy="1.5" rx="21" ry="5.5" />}
    </g>
  )
}
