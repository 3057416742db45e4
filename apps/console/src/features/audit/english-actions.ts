import { countText } from '../../i18n/plural.ts'

/** The actions of the audit log. The gateway stores the English words of an action that names no refund. */
export const auditActionsEnglish = {
  plain: {} as { readonly [action: string]: string },
  requested: (refundId: string) => `requested refund ${refundId}`,
  waits: (refundId: string) => `requested refund ${refundId}, which waits for approval`,
  approved: (refundId: string) => `approved refund ${refundId}`,
  declined: (refundId: string) => `declined refund ${refundId}`,
  expired: (refundId: string) => `nobody approved refund ${refundId}`,
  resolved: (refundId: string, result: string) => `resolved the review of refund ${refundId}: ${result}`,
  results: {} as { readonly [result: string]: string },
  adopted: (amount: string, before: string) => `adopted ${amount} instead of ${before}`,
  erased: (orders: number) =>
    `requested the erasure of ${countText(orders)} ${orders === 1 ? 'order' : 'orders'} of a payer`,
}
