import { formatInr, type Paise } from '@galla/contract/money'

/** The one place where money becomes text. Button names take the text, everything else takes the element. */
export function amountText(amount: Paise): string {
  return formatInr(amount)
}

/** Rupees in even figures; `total` draws the double rule that closes an account. */
export function Amount({ amount, total = false }: { amount: Paise; total?: boolean }) {
  return <span className={total ? 'amount amount-total' : 'amount'}>{amountText(amount)}</span>
}
