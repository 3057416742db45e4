import type { ReactNode } from 'react'

/** A sentence that appears and must be heard: a refusal, a lost line. */
export function Note({ tone, children }: { tone: 'bad' | 'wait'; children: ReactNode }) {
  return (
    <p className={`note note-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
