/** Every rule by which an order can be judged, in plain words: shown with each decision, and in "why is this order paid?". */
export const RULES = {
  opened: 'The provider took the order in.',
  'opening-refused': 'The provider refused to open the order, so nobody can pay it.',
  'opening-not-sent': 'The request to open the order never reached the provider, so nobody can pay it.',
  'opening-put-off':
    'The provider could not be reached, or refused for now: nothing was begun, and the payer may choose again.',
  'opening-unknown': 'Whether the provider took the order in is not known: its status will be read until it is.',
  'still-pending': 'The provider says that the order is not decided yet.',
  'completed-by-status': 'The provider, when asked, says that the order is paid, with our amount and our ids.',
  'completed-by-signed-callback':
    'A callback whose signature covers its body says that the order is paid, and the policy trusts such callbacks.',
  'late-payment': 'The order was paid after it had failed or expired.',
  'duplicate-payment': 'Another order of the same reference was paid first, so this money goes back.',
  'failed-by-status': 'The provider, when asked, says that the order failed.',
  'never-opened': 'The provider does not know the order, long after it should have expired.',
  'callback-is-a-hint': 'A callback alone decides nothing: the provider is asked.',
  'nothing-new': 'Nothing that was not known already.',
  'never-backwards': 'The provider says less than we already know; an order only goes forward.',
  'stays-in-review': 'The order waits for a person; what was heard is written down and changes nothing.',
  'review-resolved': 'A person has looked and lets the order go on.',
  'wrong-order': 'What was heard belongs to another order.',
  'amount-mismatch': 'The amount is not the one that we asked for.',
  'currency-mismatch': 'The currency is not the one that we asked for.',
  'order-id-mismatch': 'The provider knows this order under another id than before.',
  'unknown-state': 'The provider used a word that is not known here.',
  'paid-twice': 'The order was paid more than once.',
  'short-payment': 'The payment carried another amount than the order.',
  'automatic-refund-failed': 'Money that was to go back to the payer did not: the refund failed.',
} as const

export type Rule = keyof typeof RULES
