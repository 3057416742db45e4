import { inr, type Paise } from '@galla/contract/money'
import { amountText } from '../../../ui/amount.tsx'

/** What a person types before money leaves. */
export const WORD = 'REFUND'

/** The amount that was typed, or what is wrong with it. */
export function readAmount(rupees: string, most: Paise): { amount?: Paise; fault?: string } {
  if (rupees.trim() === '') return { fault: 'Type an amount, like 100 or 1,499.50.' }
  let amount: Paise
  try {
    amount = inr(rupees)
  } catch {
    return { fault: 'This is no amount. Write rupees like 100 or 1,499.50.' }
  }
  if (amount === 0) return { fault: 'Nothing is no refund.' }
  if (amount > most) return { fault: `At most ${amountText(most)} may still go back.` }
  return { amount }
}
