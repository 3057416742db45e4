import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { linkOptions } from '@tanstack/react-router'

export const FOUND_BY: { readonly [Key in SearchHit['foundBy']]: string } = {
  merchantOrderId: 'Order',
  orderId: 'Order, by the provider’s id',
  transactionId: 'Order, by a transaction',
  reference: 'Order, by its reference',
  merchantRefundId: 'Refund',
  refundId: 'Refund, by the provider’s id',
  utr: 'By its UTR',
  vpa: 'Order, by its payer',
  callbackId: 'Callback',
}

/** Where a hit leads. */
export function linkOf({ kind, id }: Pick<SearchHit, 'kind' | 'id'>) {
  switch (kind) {
    case 'order':
      return linkOptions({ to: '/orders/$merchantOrderId', params: { merchantOrderId: id } })
    case 'refund':
      return linkOptions({ to: '/refunds', search: { open: id } })
    case 'callback':
      return linkOptions({ to: '/callbacks/$callbackId', params: { callbackId: id } })
  }
}
