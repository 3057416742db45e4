/** Why a payer is refunded, by the code of the reason. */
export const reasonsEnglish = {
  cancelled: 'Order cancelled',
  'not-delivered': 'Not delivered',
  damaged: 'Damaged',
  'wrong-item': 'Wrong item',
  'paid-twice': 'Paid twice',
  'paid-late': 'Paid late',
  goodwill: 'Goodwill',
  other: 'Other reason',
}
