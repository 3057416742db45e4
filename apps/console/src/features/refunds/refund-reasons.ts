import type { RefundReason } from '@galla/contract/gateway-api/refunds'

/** The reasons to choose from, in the order of the list. */
export const REASON_LABELS: { readonly [Reason in RefundReason]: string } = {
  cancelled: 'Order cancelled',
  'not-delivered': 'Not delivered',
  damaged: 'Damaged',
  'wrong-item': 'Wrong item',
  'paid-twice': 'Paid twice',
  'paid-late': 'Paid late',
  goodwill: 'Goodwill',
  other: 'Other reason',
}
