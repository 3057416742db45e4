/**
 * SQL of the sum of amounts, 0 of none. It ends at 2^53 - 1, the largest number that is read exactly: more paise than there is money, so a page
 * with such a total of a test still opens.
 */
export const sumOf = (amount: string, filter = 'true'): string =>
  `least(coalesce(sum(${amount}) filter (where ${filter}), 0), ${Number.MAX_SAFE_INTEGER})::bigint`

/** The sum of amounts, with the same end. */
export const addUp = (amounts: readonly number[]): number =>
  Math.min(
    amounts.reduce((total, amount) => total + amount, 0),
    Number.MAX_SAFE_INTEGER,
  )
