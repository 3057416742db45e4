import type { ReactNode } from 'react'

/** What may be longer or wider than its place. A keyboard has to reach what scrolls, so it takes the focus and has a name. */
export function ScrollBox({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be refused the focus
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div role="region" tabIndex={0} aria-label={label} className={`max-h-[32rem] overflow-auto p-4 ${className}`}>
      {children}
    </div>
  )
}
