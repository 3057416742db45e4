/** Refunds above ₹500 wait for a second person, so that approvals can be tried. Paise. */
const DEFAULT = 50_000

/**
 * Above which amount a second person approves a refund of the demo. The variable is that of `galla gateway`.
 * @param {string | undefined} text value of GALLA_REFUND_APPROVAL_ABOVE
 * @returns {number} paise
 * @throws Error when the text is no amount in whole paise
 */
export function approvalLimit(text) {
  if (text === undefined || text === '') return DEFAULT
  if (!/^\d{1,12}$/.test(text)) throw new Error('GALLA_REFUND_APPROVAL_ABOVE must be whole paise: 500000 is ₹5,000')
  return Number(text)
}
