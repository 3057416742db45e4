import type { ReactNode } from 'react'

interface StatementLineProps {
  name: string
  note: string
  sign?: string
  inner?: boolean
  strong?: boolean
  children: ReactNode
}

/** A line of a statement: its name with a note, and an amount. */
export function StatementLine({ name, note, sign, inner = false, strong = false, children }: StatementLineProps) {
  const weight = strong ? 'border-b-4 border-double border-ink text-lg font-strong' : 'border-b border-rule'
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-2 ${inner ? 'pl-4 text-sm text-soft' : ''} ${weight}`}
    >
      <dt>
        {name} <span className={`text-sm font-normal text-soft ${inner ? 'block' : 'max-sm:block'}`}>{note}</span>
      </dt>
      <dd className="whitespace-nowrap">
        {sign && <span aria-hidden>{sign}</span>}
        {children}
      </dd>
    </div>
  )
}
