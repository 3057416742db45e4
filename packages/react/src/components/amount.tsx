import { formatInr, type Paise } from '@galla/contract/money'
import type { ReactElement } from 'react'

/**
 * An amount as text, for places that take no element, such as a button's name. The same in every language.
 *
 * @param amount in paise.
 * @throws RangeError when the amount is not an integer.
 * @example
 * ```ts
 * formatAmount(paise(14_995_000)) // '₹1,49,950.00'
 * ```
 */
export function formatAmount(amount: Paise): string {
  return formatInr(amount)
}

/** Props of `<Amount>`. */
export interface AmountProps {
  /** In paise. */
  amount: Paise
  /**
   * Draws the double rule under a total.
   * @default false
   */
  total?: boolean | undefined
}

/**
 * An amount in rupees, with tabular figures.
 *
 * @example
 * ```tsx
 * <Amount amount={order.amount} total />
 * ```
 */
export function Amount({ amount, total = false }: AmountProps): ReactElement {
  return (
    <span className={total ? 'galla-amount galla-amount-total' : 'galla-amount'} translate="no">
      {formatAmount(amount)}
    </span>
  )
}
