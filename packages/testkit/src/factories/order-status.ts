import { paise } from '@galla/contract/money'
import type { OpenedReply, OrderStatusReply } from '@galla/contract/provider/replies'
import { FACTORY_AMOUNT, failedDetail, paymentDetail } from './payment-detail.ts'

/** A completed order. Its attempt has the same `amount` unless `paymentDetails` are given. */
export function orderStatus(overrides: Partial<OrderStatusReply> = {}): OrderStatusReply {
  const amount = overrides.amount ?? FACTORY_AMOUNT
  return {
    merchantId: 'TESTMID01',
    merchantOrderId: 'ord_2025_000123',
    orderId: 'OMO2506151000000000000001',
    state: 'COMPLETED',
    amount,
    payableAmount: amount,
    feeAmount: paise(0),
    expireAt: 1_750_000_900_000,
    paymentDetails: [paymentDetail({ amount })],
    ...overrides,
  }
}

/** An order without a payment attempt. */
export function pendingOrder(overrides: Partial<OrderStatusReply> = {}): OrderStatusReply {
  return orderStatus({ state: 'PENDING', paymentDetails: [], ...overrides })
}

/** An order whose last attempt failed; the error codes of the order repeat those of the attempt. */
export function failedOrder(overrides: Partial<OrderStatusReply> = {}): OrderStatusReply {
  const amount = overrides.amount ?? FACTORY_AMOUNT
  return orderStatus({
    state: 'FAILED',
    errorCode: 'INVALID_MPIN',
    detailedErrorCode: 'ZM',
    paymentDetails: [failedDetail({ amount, payableAmount: amount })],
    ...overrides,
  })
}

/** Reply to a standard checkout pay. For other replies that create an order: `openedOrder({ redirectUrl: undefined, token: '…' })`. */
export function openedOrder(
  overrides: { [Key in keyof OpenedReply]?: OpenedReply[Key] | undefined } = {},
): OpenedReply {
  const reply = {
    orderId: 'OMO2506151000000000000001',
    state: 'PENDING',
    expireAt: 1_750_000_900_000,
    redirectUrl: 'https://mercury-uat.phonepe.com/transact/uat_v2?token=eyJ.demo',
    ...overrides,
  }
  return Object.fromEntries(Object.entries(reply).filter(([, value]) => value !== undefined)) as unknown as OpenedReply
}
