/**
 * An amount in paise: a non-negative safe integer, ₹1 is 100. Create an amount with `paise(49900)` or `inr('499.00')`.
 * The brand is a string key: two bundled copies of this type are the same type. The compiler's error for a plain number
 * shows the text of the key.
 */
export type Paise = number & { readonly 'is an amount in paise: use paise(49900) or inr("499.00")': true }

const RUPEES = /^(?:₹\s?)?(\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.(\d{1,2}))?$/

/**
 * Converts rupees, written as text, to paise. Takes no number, since 0.1 + 0.2 is not 0.3.
 * @throws {TypeError} when the argument is not a string
 * @throws {RangeError} when the text is not an amount, has more than two decimals or exceeds 2^53 − 1 paise
 * @example
 * inr('499') // 49900
 * inr('₹1,49,950.00') // 14995000
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
 * Checks an integer and returns an amount in paise.
 * @throws {TypeError} when the argument is not a number
 * @throws {RangeError} when the number is negative, fractional or beyond 2^53 − 1
 * @example paise(49900) // ₹499.00
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
 * Formats paise as rupees in Indian grouping. The output is the same in every locale and runtime.
 * @throws {RangeError} when the amount is not a whole number of paise
 * @example formatInr(paise(14995000)) // '₹1,49,950.00'
 */
export function formatInr(amount: Paise): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`formatInr() takes whole paise; got ${String(amount)}`)
  const digits = Math.abs(amount).toString().padStart(3, '0')
  const rupees = digits.slice(0, -2)
  const head = rupees.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  const grouped = head ? `${head},${rupees.slice(-3)}` : rupees.slice(-3)
  return `${amount < 0 ? '-' : ''}₹${grouped}.${digits.slice(-2)}`
}
