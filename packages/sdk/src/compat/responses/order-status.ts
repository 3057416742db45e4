import type { MetaInfo } from '../requests/meta-info.ts'
import type { PaymentDetail } from './payment-detail.ts'

/** An order as the provider holds it; fields and states that are not named here pass through. */
export class OrderStatusResponse {
  declare merchantOrderId?: string
  declare merchantId?: string
  declare orderId: string
  declare state: string
  declare amount: number
  declare payableAmount?: number
  declare feeAmount?: number
  /** Epoch milliseconds. */
  declare expireAt: number
  declare errorCode?: string
  declare detailedErrorCode?: string
  declare metaInfo?: MetaInfo
  declare paymentDetails: PaymentDetail[]
}
