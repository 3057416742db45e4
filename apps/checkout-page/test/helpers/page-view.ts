import { paise } from '@galla/contract/money'
import type { PageOrder, PageView } from '@galla/contract/sandbox-api/page-routes'

/** A view of an open order, with overrides. */
export function viewOf(over: Partial<Omit<PageView, 'order'>> & { order?: Partial<PageOrder> } = {}): PageView {
  const nowMs = over.nowMs ?? 1_000_000
  return {
    nowMs,
    merchantName: 'Chai & Chapters',
    canPay: true,
    retryAllowed: true,
    paymentMethods: {},
    ...over,
    order: {
      merchantOrderId: 'tea-1',
      orderId: 'OMO1',
      amount: paise(49_900),
      state: 'PENDING',
      expired: false,
      expiresAtMs: nowMs + 600_000,
      ...over.order,
    },
  }
}
