import type { CallbackEventName } from '@galla/contract/provider/callbacks'
import type { MetaInfo } from '../requests/meta-info.ts'
import type { CallbackType } from '../words.ts'
import type { PaymentDetail } from './payment-detail.ts'

export class CallbackData {
  declare state: string
  declare amount: number
  /** Epoch milliseconds. */
  declare expireAt: number
  declare orderId: string
  declare merchantId: string
  declare merchantRefundId?: string
  declare originalMerchantOrderId?: string
  declare refundId?: string
  declare merchantOrderId?: string
  declare errorCode?: string
  declare detailedErrorCode?: string
  declare metaInfo?: MetaInfo
  declare paymentDetails: PaymentDetail[]
}

/** What the provider posts. `event` is the newer word, `type` the older; the provider's documentation says to go by `event`. */
export class CallbackResponse {
  declare event?: CallbackEventName
  declare type: CallbackType
  declare payload: CallbackData
}
