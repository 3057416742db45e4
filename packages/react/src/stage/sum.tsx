import type { Paise } from '@galla/contract/money'
import type { ReactElement } from 'react'
import { Amount } from '../parts/amount.tsx'

/** The one line of the bill: what it is, and how much, at the right edge. */
export function Sum({ label, amount, total = false }: { label: string; amount: Paise; total?: boolean }): ReactElement {
  return (
    <p className="galla-sum">
      <span className="galla-soft">{label}</span>
      <Amount amount={amount} total={total} />
    </p>
  )
}
