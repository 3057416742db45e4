import type { PaymentRefundDetail } from './payment-detail.ts'

export class RefundResponse {
  declare refundId: string
  declare amount: number
  declare state: string
}

export class RefundStatusResponse {
  declare merchantId: string
  declare merchantRefundId: string
  declare originalMerchantOrderId: string
  declare amount: number
  declare state: string
  declare paymentDetails: PaymentRefundDetail[]
}
