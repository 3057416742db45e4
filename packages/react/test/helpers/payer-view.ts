import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { paise } from '@galla/contract/money'

export const SERVER_MS: number = Date.parse('2026-11-20T12:00:00+05:30')

/** A custom order before its payment, with fifteen minutes left. */
export function viewOf(over: Partial<PayerView> = {}): PayerView {
  return {
    merchantOrderId: 'tea-1',
    amount: paise(1_49_950_00),
    state: 'CREATED',
    nowMs: SERVER_MS,
    expiresAtMs: SERVER_MS + 900_000,
    pollAfterMs: 3_000,
    checkout: 'CUSTOM',
    paymentMethods: {
      collect: { allowed: false },
      banks: [],
      savedCards: [],
    },
    ...over,
  }
}

export const QR = 'upi://pay?pa=tea@ybl&pn=Chai&am=149950.00&cu=INR&tr=tea-1'

/** A QR payment: the link, and an image of its code, which is not used when there is a link. */
export const QR_PAYMENT = { type: 'UPI_QR', intentUrl: QR, qrData: 'data:image/png;base64,iVBORw0KGgo=' }

/** The same order with a QR payment. */
export function scanning(over: Partial<PayerView> = {}): PayerView {
  return viewOf({ state: 'PENDING', payment: QR_PAYMENT, ...over })
}

/** A payer token in the gateway's format; the signature is not checked in these tests. */
export function tokenOf(merchantOrderId: string): string {
  return `g1.${Buffer.from(merchantOrderId).toString('base64url')}.zzz.${'s'.repeat(43)}`
}
