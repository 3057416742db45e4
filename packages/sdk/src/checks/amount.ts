import { invalid } from './fields.ts'

/** Paise: a positive safe integer. Money is checked here and nowhere else, before anything is sent. */
export function checkAmount(amount: unknown, field = 'amount'): void {
  if (typeof amount !== 'number')
    throw invalid(field, "must be an integer number of paise: inr('499.00') or paise(49900)")
  if (!Number.isSafeInteger(amount)) {
    throw invalid(
      field,
      Math.abs(amount) > Number.MAX_SAFE_INTEGER
        ? 'is beyond 2^53 - 1 paise'
        : "must be whole paise, not rupees with decimals: inr('499.50') or paise(49950)",
    )
  }
  if (amount <= 0) throw invalid(field, 'must be above zero paise')
}
