import { formatInr, type Paise } from '@galla/contract/money'
import type { ReactElement } from 'react'

/** The one place where money becomes text. Button names take the text, everything else takes the element. */
export function amountText(amount: Paise): string {
  return formatInr(amount)
}

/** Rupees in even figures; `total` draws the double rule that closes an account. */
export function Amount({ amount, total = false }: { amount: Paise; total?: boolean }): ReactElement {
  return <span className={total ? 'galla-amount galla-amount-total' : 'galla-amount'}>{amountText(amount)}</span>
}
