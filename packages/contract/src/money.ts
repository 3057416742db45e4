/**
 * An amount in paise: a non-negative safe integer. ₹1 is 100.
 * The brand has a string key, so that two bundled copies of this type are the same type.
 */
export type Paise = number & { readonly __unit: 'paise' }

const RUPEES = /^(?:₹\s?)?(\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.(\d{1,2}))?$/

/**
 * Paise from rupees as people write them: `inr('499')`, `inr('1,499.50')`, `inr('₹1,49,950.00')`.
 * Takes text, never a number: 0.1 + 0.2 has no place in a till.
 * @throws TypeError when it is not text; RangeError when it is not an amount, or has more than two decimals.
 */
export function inr(rupees: string): Paise {
  if (typeof rupees !== 'string') {
    throw new TypeError(
      `inr() takes rupees as text, for example inr('499.00'); got ${typeof rupees}. For paise use paise(49900)`,
    )
  }
  const match = RUPEES.exec(rupees.trim())
  if (!match) {
    throw new RangeError(
      `inr() cannot read ${JSON.stringify(rupees.slice(0, 40))}: write rupees like '499', '1,499.50' or '₹1,49,950.00'`,
    )
  }
  const whole = String(match[1]).replaceAll(',', '')
  return paise(Number(whole + (match[2] ?? '').padEnd(2, '0')))
}

/**
 * Paise from an integer: `paise(49900)` is ₹499.00.
 * @throws TypeError when it is not a number; RangeError when it is negative, fractional or beyond 2^53 − 1.
 */
export function paise(amount: number): Paise {
  if (typeof amount !== 'number') throw new TypeError(`paise() takes an integer number; got ${typeof amount}`)
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError(
      `paise() takes a whole number of paise up to 2^53 - 1; got ${amount}. For rupees use inr('499.00')`,
    )
  }
  if (amount < 0) throw new RangeError(`paise() takes no negative amount; got ${amount}`)
  return (amount === 0 ? 0 : amount) as Paise
}

/**
 * Rupees for human eyes, in Indian grouping: `formatInr(paise(14995000))` is `₹1,49,950.00`.
 * @throws RangeError for anything but whole paise: a wrong amount is worse on a page than none.
 * One output in every language: made by hand, since locale data groups and draws digits differently from place to place.
 */
export function formatInr(amount: Paise): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`formatInr() takes whole paise; got ${String(amount)}`)
  const digits = Math.abs(amount).toString().padStart(3, '0')
  const rupees = digits.slice(0, -2)
  const head = rupees.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  const grouped = head ? `${head},${rupees.slice(-3)}` : rupees.slice(-3)
  return `${amount < 0 ? '-' : ''}₹${grouped}.${digits.slice(-2)}`
}
