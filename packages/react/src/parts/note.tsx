import type { ReactElement, ReactNode } from 'react'

/** A sentence that appears and must be heard: a refusal, a lost line. */
export function Note({ tone, children }: { tone: 'bad' | 'wait'; children: ReactNode }): ReactElement {
  return (
    <p className={`galla-note galla-note-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
