import type { ReactElement } from 'react'

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
